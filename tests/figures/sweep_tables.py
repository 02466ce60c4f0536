"""Sweeps for the tests of their pictures: with errors made up, and really run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from gptq_viz.figures.sweep_points import SweepPoint, Table, sweep_points
from gptq_viz.figures.swept import Swept
from gptq_viz.numerics import sweep
from gptq_viz.ui.settings import Settings

# Held-out and calibration error of a setting, a seed and a method.
Errors = Callable[[tuple[Any, ...], int, str], tuple[float, float] | None]


def asked(
    axes: Mapping[str, tuple[Any, ...]],
    /,
    seeds: int = 5,
    methods: tuple[str, ...] = ("rtn", "gptq"),
    **base: Any,
) -> Swept:
    """A sweep around the default settings, or those named."""
    settings = Settings(**base)
    return Swept(dict(axes), asdict(settings), tuple(range(settings.seed, settings.seed + seeds)), methods)


def made_up(swept: Swept, errors: Errors) -> Table:
    """A table with these errors; where they are None the run is missing."""
    rows = [
        (*values, seed, method, *found)
        for values in swept.settings
        for seed in swept.seeds
        for method in swept.methods
        if (found := errors(values, seed, method)) is not None
    ]
    columns = {}
    for k, name in enumerate((*swept.names, "seed", "method", "error", "calibration_error")):
        columns[name] = np.empty(len(rows), dtype=object)
        columns[name][:] = [row[k] for row in rows]
    return columns


def points_of(swept: Swept, errors: Errors) -> tuple[SweepPoint, ...]:
    """The settings of such a table."""
    return sweep_points(made_up(swept, errors), swept)


def really_run(swept: Swept) -> Table:
    """The table that the numerics make."""
    return sweep(swept.fixed, swept.grid, swept.seeds, methods=swept.methods)
