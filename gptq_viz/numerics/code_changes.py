"""Which integer codes GPTQ chose otherwise than RTN, and by how many levels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import IntArray, freeze
from gptq_viz.numerics.race import Race


@dataclass(frozen=True, slots=True, eq=False)
class CodeChanges:
    """Codes of GPTQ less codes of RTN.

    Parameters
    ----------
    difference : (out, inp)
        In the layer's own order of columns.
    same_scales : bool
        Whether the same integer stands for the same weight in both. Where it does not, codes differ for
        that reason too.
    """

    difference: IntArray
    same_scales: bool

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def changed(self) -> int:
        """Codes that differ."""
        return int(np.count_nonzero(self.difference))

    @property
    def furthest(self) -> int:
        """The largest number of levels between the two."""
        return int(np.abs(self.difference).max())

    @property
    def counts(self) -> dict[int, int]:
        """How many codes differ by each number of levels, from −furthest to furthest; 0 included."""
        reach = self.furthest
        counted = np.bincount((self.difference + reach).ravel(), minlength=2 * reach + 1)
        return dict(zip(range(-reach, reach + 1), counted.tolist(), strict=True))


def code_changes(race: Race) -> CodeChanges:
    """Codes of GPTQ and of RTN on the same layer.

    Scales are compared column by column: under act_order the groups of the two may be other columns.
    """
    rtn, gptq = race.traces["rtn"], race.traces["gptq"]
    same = all(
        np.array_equal(one[:, rtn.g_idx], other[:, gptq.g_idx])
        for one, other in ((rtn.scale, gptq.scale), (rtn.zero, gptq.zero))
    )
    # Small, since a picture of 256 by 256 of them is kept.
    return CodeChanges((gptq.codes - rtn.codes).astype(np.int16), same)
