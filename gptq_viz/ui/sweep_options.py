"""Which parameters a sweep may have on its axes, and which of their values are offered and taken at first."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from gptq_viz.numerics import ALLOWED_BITS, EXAMPLES, GRIDS, SCALES
from gptq_viz.ui.settings import DAMP_STEPS, FIELDS, GROUPS, Settings

PARAMETERS = {
    "bits": "Bits",
    "damp": "Damping",
    "n": "Samples",
    "group": "Columns in a group",
    "act_order": "act_order",
    "inp": "Columns",
    "out": "Rows",
    "grid": "Grid",
    "scales": "Scales of a group",
    "data": "Example layer",
}
SIZES = (8, 16, 32, 64, 128, 256)
SAMPLES = tuple(2**power for power in range(14))
# Samples for a column: few of them, as many as columns, and plenty.
SHARES = (0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4, 8, 16)


def options(name: str, settings: Settings, also: Collection[Any] = ()) -> tuple[Any, ...]:
    """The values that are offered: sensible ones, the setting's own, and those chosen before.

    Parameters
    ----------
    also : collection
        Further values, which need not be sensible but allowed.
    """
    offered = {*_sensible(name, settings), getattr(settings, name), *also}
    return tuple(
        sorted(filter(lambda value: _allowed(name, value), offered), key=lambda value: _rank(name, value))
    )


def defaults(name: str, settings: Settings) -> tuple[Any, ...]:
    """The values that are taken at first: a few that tell much, and always the setting's own."""
    inp = settings.inp
    first: dict[str, tuple[Any, ...]] = {
        "damp": (1e-6, 1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0, 100.0),
        "n": _samples(inp),
        "group": tuple(group for group in GROUPS if group is None or group < inp),
        "inp": (8, 16, 32, 64),
        "out": (8, 16, 32, 64),
        "data": ("factor", "white", "ar1", "outliers"),
    }
    return options_of(name, settings, first.get(name, _sensible(name, settings)))


def options_of(name: str, settings: Settings, values: Collection[Any]) -> tuple[Any, ...]:
    """Values and the setting's own, in the order of the axis."""
    wanted = {*values, getattr(settings, name)}
    return tuple(value for value in options(name, settings, wanted) if value in wanted)


def _sensible(name: str, settings: Settings) -> tuple[Any, ...]:
    offered: dict[str, tuple[Any, ...]] = {
        "bits": ALLOWED_BITS,
        "damp": DAMP_STEPS,
        "n": (*SAMPLES, *_samples(settings.inp)),
        "group": GROUPS,
        "act_order": (False, True),
        "inp": SIZES,
        "out": (1, 4, *SIZES),
        "grid": GRIDS,
        "scales": SCALES,
        "data": EXAMPLES,
    }
    return offered[name]


def _samples(inp: int) -> tuple[int, ...]:
    """Numbers of samples around and beyond the number of columns."""
    return tuple(sorted({max(1, round(share * inp)) for share in SHARES}))


def _allowed(name: str, value: Any) -> bool:
    try:
        FIELDS[name].check(value)
    except ValueError:
        return False
    return True


def _rank(name: str, value: Any) -> float:
    """Numbers by size; no groups first, then from large to small; names as the sidebar has them."""
    if name in ("grid", "scales", "data"):
        return float({"grid": GRIDS, "scales": SCALES, "data": EXAMPLES}[name].index(value))
    if name == "group":
        return -1e9 if value is None else -float(value)
    return float(value)
