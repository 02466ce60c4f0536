"""Three sources of group scales on one layer: what each costs, and what it sees where a group begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from gptq_viz.numerics.arrays import BoolArray, FloatArray, IntArray, freeze
from gptq_viz.numerics.config import SCALES, GPTQConfig, whole_number
from gptq_viz.numerics.errors import error_curve
from gptq_viz.numerics.factor import row_factor
from gptq_viz.numerics.grid import code_range, scale_and_zero, span
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.lazy import lazy_loop
from gptq_viz.numerics.problem import prepare
from gptq_viz.numerics.threads import one_blas_thread
from gptq_viz.numerics.trace import HALF, Trace


@dataclass(frozen=True, slots=True, eq=False)
class ScaleSources:
    """GPTQ with each source of group scales.

    Parameters
    ----------
    traces : mapping
        From ``"updated"``, ``"static"``, ``"reference"`` to the run.
    calibration, held_out : mapping
        From the same names to the relative output error.
    """

    traces: Mapping[str, Trace]
    calibration: Mapping[str, float]
    held_out: Mapping[str, float]

    @property
    def differing(self) -> dict[tuple[str, str], int]:
        """How many codes differ between two sources."""
        return {
            (one, other): int(np.count_nonzero(self.traces[one].codes != self.traces[other].codes))
            for one, other in combinations(self.traces, 2)
        }


@dataclass(frozen=True, slots=True, eq=False)
class Rulers:
    """The weights of one row where a group begins, and the scale that each source lays beside them.

    Parameters
    ----------
    columns : (k,)
        Columns of the layer that make up the group, in order of quantization.
    seen : mapping
        From the source to the finished steps that the weights it looks at include.
    weights : mapping
        From the source to the weights (k,) that it looks at: ``"updated"`` as they stand now, ``"static"``
        as they were before the run, ``"reference"`` as they were at the last edge of a block.
    scale, zero : mapping
        From the source to scale and zero point for each column, (k,). They are the same for all columns,
        but for ``"static"`` under act_order: its groups are the layer's.
    levels : mapping
        From the source to what every code stands for in each column, (k, codes).
    """

    columns: IntArray
    seen: Mapping[str, int]
    weights: Mapping[str, FloatArray]
    scale: Mapping[str, FloatArray]
    zero: Mapping[str, FloatArray]
    levels: Mapping[str, FloatArray]

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def outside(self) -> dict[str, BoolArray]:
        """Weights as they stand now, (k,), that lie beyond a ruler's ends by more than half a scale."""
        now = self.weights["updated"][:, None]
        return {
            name: np.abs(levels - now).min(axis=1) > HALF * self.scale[name]
            for name, levels in self.levels.items()
        }


@one_blas_thread
def scale_sources(layer: Layer, config: GPTQConfig) -> ScaleSources:
    """Run GPTQ with each source of group scales; without groups they agree.

    Raises
    ------
    ValueError
        If H is singular; names the smallest damping that works.
    """
    problem = prepare(layer, config)
    F = row_factor(problem.U)
    traces = {
        scales: lazy_loop(replace(problem, config=replace(config, scales=scales)), "gptq", F)
        for scales in SCALES
    }
    return ScaleSources(
        traces,
        {name: float(error_curve(trace, layer.gram)[-1]) for name, trace in traces.items()},
        {name: float(error_curve(trace, layer.gram_test)[-1]) for name, trace in traces.items()},
    )


def rulers(sources: ScaleSources, group: int, row: int) -> Rulers:
    """What each source sees of a row where a group begins, in the run with ``updated`` scales.

    All three look at the same run, so that they differ in nothing but when they look.

    Parameters
    ----------
    group, row : int
        Group, counted in order of quantization, and row of W.

    Raises
    ------
    ValueError
        If there is no such group or row.
    """
    trace, static = sources.traces["updated"], sources.traces["static"]
    config, size = trace.config, trace.config.group_size(trace.inp)
    for name, value, count in (("group", group, config.group_count(trace.inp)), ("row", row, trace.out)):
        if whole_number(name, value) >= count:
            raise ValueError(f"{name} must be 0 to {count - 1}, got {value}")
    start, members = group * size, slice(group * size, (group + 1) * size)
    seen = {scales: replace(config, scales=scales).seen_steps(start) for scales in SCALES}
    weights = {name: trace.weights_after(step)[row, members] for name, step in seen.items()}
    fits = {name: scale_and_zero(*span(w[None]), config) for name, w in weights.items()}
    scale = {name: np.full(len(weights[name]), fit[0]) for name, fit in fits.items()}
    zero = {name: np.full(len(weights[name]), fit[1]) for name, fit in fits.items()}
    scale["static"] = static.scale[row, static.group_of[members]]
    zero["static"] = static.zero[row, static.group_of[members]].astype(np.float64)
    lo, hi = code_range(config)
    codes = np.arange(lo, hi + 1)
    levels = {name: (codes - zero[name][:, None]) * scale[name][:, None] for name in seen}
    return Rulers(trace.perm[members], seen, weights, scale, zero, levels)
