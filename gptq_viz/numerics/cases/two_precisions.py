"""Ties: weights midway between two levels, where the last digit decides which one they get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import BoolArray, RealArray, freeze
from gptq_viz.numerics.baselines import round_to_nearest
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.errors import both_errors
from gptq_viz.numerics.examples import DEFAULT_SEED, example_layer
from gptq_viz.numerics.grid import code_range, round_to_codes, scale_and_zero, span
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.problem import Problem, prepare
from gptq_viz.numerics.threads import one_blas_thread
from gptq_viz.numerics.ties import midway

NEAR = 1e-6  # of a scale: what sums in float32 may be off by
SAME = 1.1


@dataclass(frozen=True, slots=True, eq=False)
class Precisions:
    """GPTQ of one layer on one grid by a `plain_loop` in float64, and by the same one in float32.

    Parameters
    ----------
    tied : (out, inp)
        Weights that lay within `NEAR` of a rounding tie, in float64.
    differing : (out, inp)
        Where the two took other codes.
    levels : int
        The largest difference of two codes.
    other_sums : int
        Codes that differ in float64 if the updates are added up in another order.
    held_out, calibration : (float, float)
        Relative output error in float64 and in float32.
    rtn_held_out, rtn_calibration : float
        Errors of RTN in float64.
    """

    tied: BoolArray
    differing: BoolArray
    levels: int
    other_sums: int
    held_out: tuple[float, float]
    calibration: tuple[float, float]
    rtn_held_out: float
    rtn_calibration: float

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def elsewhere(self) -> int:
        """Codes that differ in rows without a tie."""
        return int(self.differing[~self.tied.any(axis=1)].sum())

    @property
    def as_good(self) -> bool:
        """Whether the held-out errors are within 10 % of each other."""
        return max(self.held_out) <= SAME * min(self.held_out)


def two_precisions(
    out: int = 64, inp: int = 96, n: int = 512, bits: int = 4, group: int = 8, seed: int = DEFAULT_SEED
) -> Mapping[str, Precisions]:
    """Run the `factor` layer of these sizes with groups on the ``reference`` and the ``symmetric`` grid."""
    layer = example_layer("factor", out, inp, n, seed)
    return {
        grid: _compared(layer, GPTQConfig(bits=bits, group=group, grid=grid))
        for grid in ("reference", "symmetric")
    }


def plain_loop(problem: Problem, dtype: str, late: bool = False) -> tuple[RealArray, RealArray, RealArray]:
    """GPTQ as programs usually have it: one precision throughout, and a tie is left to its last digit.

    `gptq` decides such ties as exact arithmetic would, and gives the same codes in every row without one.

    Parameters
    ----------
    problem : Problem
        A layer with groups, whose scales are ``updated``.
    dtype : str
        ``"float64"`` or ``"float32"``.
    late : bool
        Add up all updates of a column when its turn comes, not each one at once.

    Returns
    -------
    codes, Q, places : (out, inp)
        Codes, quantized weights, and where between the codes each weight lay when its turn came; of `dtype`.
    """
    start, U = problem.W.astype(dtype), problem.U.astype(dtype)
    limits, size = code_range(problem.config), problem.config.group_size(start.shape[1])
    W, (codes, Q, E, places) = start.copy(), np.empty((4, *start.shape), dtype=dtype)
    for j in range(start.shape[1]):
        if late:
            W[:, j:] = start[:, j:] - E[:, :j] @ U[:j, j:]
        if j % size == 0:
            levels = scale_and_zero(*span(W[:, j : j + size]), problem.config)
            scale, zero = (number.astype(dtype) for number in levels)
        codes[:, j] = round_to_codes(W[:, j], scale, zero, limits)
        Q[:, j] = (codes[:, j] - zero) * scale
        places[:, j] = W[:, j] / scale + zero
        E[:, j] = (W[:, j] - Q[:, j]) / U[j, j]
        if not late:
            W[:, j + 1 :] -= np.outer(E[:, j], U[j, j + 1 :])
    return codes, Q, places


@one_blas_thread
def _compared(layer: Layer, config: GPTQConfig) -> Precisions:
    """Both precisions on one grid; columns in the layer's own order, scales ``updated``."""
    problem = prepare(layer, config)
    codes, double, places = plain_loop(problem, "float64")
    other_codes, single, _ = plain_loop(problem, "float32")
    results = double, single.astype(np.float64), round_to_nearest(problem).quantized
    held_out, calibration = zip(*(both_errors(layer, Q) for Q in results), strict=True)
    return Precisions(
        tied=midway(places, code_range(config), NEAR),
        differing=other_codes != codes,
        levels=int(np.abs(other_codes - codes).max()),
        other_sums=int((plain_loop(problem, "float64", late=True)[0] != codes).sum()),
        held_out=held_out[:2],
        calibration=calibration[:2],
        rtn_held_out=held_out[2],
        rtn_calibration=calibration[2],
    )
