"""The three grids over the same weights: levels, codes and zero points of a row, and errors of the layer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, IntArray, freeze
from gptq_viz.numerics.baselines import round_to_nearest
from gptq_viz.numerics.config import GRIDS, GPTQConfig
from gptq_viz.numerics.errors import both_errors
from gptq_viz.numerics.factor import row_factor
from gptq_viz.numerics.grid import code_range, round_to_codes, scale_and_zero, span
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.lazy import lazy_loop
from gptq_viz.numerics.problem import prepare
from gptq_viz.numerics.threads import one_blas_thread


@dataclass(frozen=True, slots=True, eq=False)
class RowGrid:
    """One grid over the weights of a row, with one scale for all of them.

    Parameters
    ----------
    grid : str
        One of `GRIDS`.
    scale : float
        Distance of two levels.
    zero : int
        The code that stands for 0.
    level_codes, levels : (k,)
        Every code, and the weight it stands for.
    codes, quantized : (inp,)
        Code of the level nearest to each weight, and that level.
    """

    grid: str
    scale: float
    zero: int
    level_codes: IntArray
    levels: FloatArray
    codes: IntArray
    quantized: FloatArray

    def __post_init__(self) -> None:
        freeze(self)


@dataclass(frozen=True, slots=True)
class GridErrors:
    """Relative output errors of a layer on one grid; by method, ``"rtn"`` and ``"gptq"``."""

    held_out: Mapping[str, float]
    calibration: Mapping[str, float]


def row_grids(w: FloatArray, bits: int) -> tuple[RowGrid, ...]:
    """Each of `GRIDS` fitted to the weights (inp,) of a row."""
    return tuple(_fitted(w, GPTQConfig(bits=bits, grid=grid)) for grid in GRIDS)


@one_blas_thread
def grid_errors(layer: Layer, config: GPTQConfig) -> dict[str, GridErrors]:
    """RTN and GPTQ on each of `GRIDS`, everything else as the config has it.

    Raises
    ------
    ValueError
        If H is singular; names the smallest damping that works.
    """
    problem = prepare(layer, config)
    F = row_factor(problem.U)
    found = {}
    for grid in GRIDS:
        other = replace(problem, config=replace(config, grid=grid))
        traces = {"rtn": round_to_nearest(other), "gptq": lazy_loop(other, "gptq", F)}
        errors = {name: both_errors(layer, trace.quantized) for name, trace in traces.items()}
        held_out, calibration = ({name: both[k] for name, both in errors.items()} for k in (0, 1))
        found[grid] = GridErrors(held_out, calibration)
    return found


def _fitted(w: FloatArray, config: GPTQConfig) -> RowGrid:
    """One grid."""
    scales, zeros = scale_and_zero(*span(w[None]), config)
    scale, zero = float(scales[0]), int(zeros[0])
    smallest, largest = limits = code_range(config)
    level_codes = np.arange(smallest, largest + 1)
    codes = round_to_codes(w, scales, zeros, limits).astype(np.int32)
    levels, quantized = (np.asarray((place - zero) * scale) for place in (level_codes, codes))
    return RowGrid(config.grid, scale, zero, level_codes, levels, codes, quantized)
