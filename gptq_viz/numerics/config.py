"""Settings of a run."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from typing import Any

ALLOWED_BITS = (2, 3, 4, 5, 6, 8)
GRIDS = ("symmetric", "asymmetric", "reference")
SCALES = ("updated", "static", "reference")
USUAL_DAMP = 0.01
LARGEST_DAMP = 1e30


@dataclass(frozen=True, slots=True)
class GPTQConfig:
    """Settings of one GPTQ run. Hashable: the key of caches and the text of links.

    Parameters
    ----------
    bits : int
        Bits a weight, one of `ALLOWED_BITS`.
    grid : str
        How integers stand for weights, one of `GRIDS`.
    group : int or None
        Columns that share a scale; None: one scale a row.
    scales : str
        Where the scales of groups come from, one of `SCALES`; without groups it changes nothing.
    damp : float
        Share of mean(diag H) that is added to the diagonal of H.
    act_order : bool
        Quantize the columns with the largest activations first.
    block : int
        Columns whose updates are applied together. With ``scales="reference"`` and groups smaller than
        the block it changes the result; otherwise it never does.

    Raises
    ------
    ValueError
        A value that is not allowed, with the ones that are.
    """

    bits: int = 3
    grid: str = "symmetric"
    group: int | None = None
    scales: str = "updated"
    damp: float = USUAL_DAMP
    act_order: bool = False
    block: int = 128

    def __post_init__(self) -> None:
        # Plain Python values: NumPy's would make unequal texts of equal settings.
        plain = {
            "bits": _one_of("bits", whole_number("bits", self.bits), ALLOWED_BITS),
            "grid": _one_of("grid", self.grid, GRIDS),
            "group": None if self.group is None else whole_number("group", self.group, least=1),
            "scales": _one_of("scales", self.scales, SCALES),
            "damp": _damping(self.damp),
            "act_order": bool(_one_of("act_order", self.act_order, (False, True))),
            "block": whole_number("block", self.block, least=1),
        }
        for name, value in plain.items():
            object.__setattr__(self, name, value)

    def group_size(self, inp: int) -> int:
        """Columns of a full group in a layer of `inp` columns: all of them without groups."""
        return inp if self.group is None else min(self.group, inp)

    def group_count(self, inp: int) -> int:
        """Groups of a row of `inp` columns; the last one may be shorter."""
        return -(-inp // self.group_size(inp))

    def seen_steps(self, step: int) -> int:
        """Finished steps that the scale of a group which begins at `step` takes into account.

        ``updated`` looks at the weights as they stand, ``static`` at those before the run, ``reference`` at
        those at the last edge of a block: the published code does not see pending updates.
        """
        seen = {"updated": step, "static": 0, "reference": step - step % self.block}
        return seen[self.scales]

    def scales_from_start(self, inp: int) -> bool:
        """Whether all scales are known before the first of `inp` columns: static ones, or no groups."""
        return self.scales == "static" or self.group_size(inp) == inp


def whole_number(name: str, value: Any, least: int = 0) -> int:
    """`value` as a Python integer, or a ValueError that says what `name` must be."""
    try:
        whole = operator.index(value)
    except TypeError as error:
        raise ValueError(f"{name} must be a whole number, got {value!r}") from error
    if whole < least:
        raise ValueError(f"{name} must be at least {least}, got {whole}")
    return whole


def _one_of(name: str, value: Any, allowed: tuple[Any, ...]) -> Any:
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(map(str, allowed))}, got {value!r}")
    return value


def _damping(value: Any) -> float:
    try:
        damp = float(value)
    except (TypeError, ValueError) as error:
        raise ValueError(f"damp must be a number, got {value!r}") from error
    if not (math.isfinite(damp) and 0 <= damp <= LARGEST_DAMP):
        raise ValueError(f"damp must be between 0 and {LARGEST_DAMP:.0e}, got {damp}")
    return damp
