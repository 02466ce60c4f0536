"""Which runs a sweep consists of, and which of them cannot be made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.examples import DIGITS, LayerKey
from gptq_viz.numerics.network import digits, layer_size
from gptq_viz.numerics.singular import SingularHessianError, why_singular
from gptq_viz.numerics.sweeps.cost import own_slowness
from gptq_viz.numerics.sweeps.jobs import jobs_of, ordered, seconds_of
from gptq_viz.numerics.sweeps.runs import Job, Run
from gptq_viz.numerics.sweeps.values import (
    CONFIG,
    LAYER,
    base_values,
    checked_methods,
    checked_seeds,
    grid_values,
)


class Skipped(NamedTuple):
    """Settings that were not run, by the names of the grid, and why; without a seed: with every seed."""

    values: Mapping[str, Any]
    reason: str


@dataclass(frozen=True, slots=True)
class SweepPlan:
    """The runs of a sweep.

    Parameters
    ----------
    names : tuple of str
        Parameters that vary, in the order of the grid.
    seeds : tuple of int
        Of the layers.
    methods : tuple of str
        ``"rtn"``, ``"frozen"``, ``"gptq"`` or some of them.
    runs : tuple of Run
        What is possible, setting by setting and seed by seed: the order of the table.
    skipped : tuple of Skipped
        What is impossible, as far as that is known before.
    """

    names: tuple[str, ...]
    seeds: tuple[int, ...]
    methods: tuple[str, ...]
    runs: tuple[Run, ...]
    skipped: tuple[Skipped, ...]

    @property
    def n_runs(self) -> int:
        """Settings times seeds that will be run."""
        return len(self.runs)

    @property
    def jobs(self) -> tuple[Job, ...]:
        """The runs, put together to jobs for workers."""
        return jobs_of(self.runs, self.methods)

    def seconds(self, workers: int = 1) -> float:
        """About how many seconds that many workers on machines like this one take for it."""
        return own_slowness() * seconds_of(ordered(self.runs), self.methods) / max(1, workers)


def plan_sweep(
    data: Mapping[str, Any],
    grid: Mapping[str, Iterable[Any]],
    seeds: Iterable[int],
    methods: Iterable[str] = ("rtn", "gptq"),
) -> SweepPlan:
    """Every combination of the grid's values with every seed; nothing is computed yet.

    Parameters
    ----------
    data : mapping
        Values of parameters that do not vary; what is missing starts as the app does.
    grid : mapping
        From each parameter that varies to its values: data, out, inp, n, bits, grid, group, scales, damp
        or act_order.
    seeds : iterable of int
        Seeds of the layers; each combination runs with all of them.
    methods : iterable of str
        Some of ``"rtn"``, ``"frozen"``, ``"gptq"``.

    Raises
    ------
    ValueError
        A name that is not known, an empty list, a value given twice, or a parameter without one value that
        is allowed. A single combination that is impossible is skipped and listed instead.
    """
    base, values = base_values(data), grid_values(grid)
    seeds, methods = checked_seeds(seeds), checked_methods(methods)
    runs: list[Run] = []
    skipped: list[Skipped] = []
    for chosen in product(*values.values()):
        combination = dict(zip(values, (each.value for each in chosen), strict=True))
        settings = base | combination
        reason = next((each.reason for each in chosen if each.reason), "")
        reason = reason or _too_large(settings, combination) or _singular(settings, methods)
        if reason:
            skipped.append(Skipped(combination, reason))
            continue
        config = GPTQConfig(**{name: settings[name] for name in CONFIG})
        layer = {name: settings[name] for name in LAYER}
        for seed in seeds:
            key = LayerKey(**layer, seed=seed)
            runs.append(Run(len(runs), tuple(combination.values()), key, config))
    return SweepPlan(tuple(values), seeds, methods, tuple(runs), tuple(skipped))


def _too_large(settings: Mapping[str, Any], varied: Mapping[str, Any]) -> str:
    """Why a layer of the digit network cannot have the sizes that were asked for.

    A layer alone is cut and says so; among others it would stand under a size that it does not have.
    """
    if settings["data"] not in DIGITS or not set(varied) & set(LAYER):
        return ""
    rows, columns = layer_size(DIGITS.index(settings["data"]) + 1)
    images = int(np.count_nonzero(~digits().held_out))
    for name, most, what in (("out", rows, "rows"), ("inp", columns, "columns"), ("n", images, "samples")):
        if settings[name] > most:
            return f"{settings['data']} has {most} {what}; {name} is {settings[name]}"
    return ""


def _singular(settings: Mapping[str, Any], methods: Iterable[str]) -> str:
    """Why H is singular whatever the seed; empty where only the run can tell."""
    few = settings["damp"] == 0 and settings["n"] < settings["inp"]
    if not few or settings["data"] in (*DIGITS, "dead") or set(methods) == {"rtn"}:
        return ""
    return SingularHessianError(why_singular(settings["n"], settings["inp"], dead=0)).reason
