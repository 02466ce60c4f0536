"""What was asked of a sweep: which values, of which layers, by which methods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from gptq_viz.numerics import GPTQConfig, storage
from gptq_viz.numerics.network import layer_size

Values = tuple[Any, ...]

# Parameters that make another layer: between their values nobody chooses.
LAYER_NAMES = ("data", "out", "inp")


@dataclass(frozen=True, slots=True)
class Swept:
    """What was asked of a sweep.

    Parameters
    ----------
    grid : mapping
        Values of one parameter or of two, each at most once, in the order of the axis.
    base : mapping
        All settings; those in `grid` are replaced by its values.
    seeds : tuple of int
        Of the layers.
    methods : tuple of str
        Of ``"rtn"``, ``"frozen"`` and ``"gptq"``.
    """

    grid: Mapping[str, Values]
    base: Mapping[str, Any]
    seeds: tuple[int, ...]
    methods: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters on the axes."""
        return tuple(self.grid)

    @property
    def fixed(self) -> dict[str, Any]:
        """The settings that every run has: neither an axis nor the seed."""
        return {name: value for name, value in self.base.items() if name not in (*self.names, "seed")}

    def asks_as(self, other: Swept) -> bool:
        """Whether both would run the same: what an axis replaces does not matter."""
        mine, others = ((one.grid, one.fixed, one.seeds, one.methods) for one in (self, other))
        return mine == others

    @property
    def settings(self) -> tuple[Values, ...]:
        """Values of every setting, the last parameter running fastest."""
        return tuple(product(*self.grid.values()))

    @property
    def main(self) -> str:
        """The method that settings are compared by."""
        return next((name for name in ("gptq", "frozen") if name in self.methods), "rtn")

    def full(self, values: Values) -> dict[str, Any]:
        """All settings of a point."""
        return {**self.base, **dict(zip(self.names, values, strict=True))}

    def per_weight(self, values: Values) -> float:
        """True bits per weight of a point, of the layer as it really is."""
        full = self.full(values)
        out, inp = full["out"], full["inp"]
        if full["data"].startswith("digits"):
            rows, columns = layer_size(int(full["data"].removeprefix("digits")))
            out, inp = min(out, rows), min(inp, columns)
        keys = ("bits", "group", "scales", "act_order")
        return storage(out, inp, GPTQConfig(**{key: full[key] for key in keys})).per_weight

    def layer_of(self, values: Values) -> Values:
        """The part of a point that makes its layer."""
        pairs = zip(self.names, values, strict=True)
        return tuple(value for name, value in pairs if name in LAYER_NAMES)
