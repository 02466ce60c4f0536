"""Orders of columns compared: what each is forecast to cost before anything is rounded, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from gptq_viz.numerics.arrays import FloatArray, IntArray, checked_hessian, freeze
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.errors import error_curve, loss_unit
from gptq_viz.numerics.factor import row_factor, upper_factor
from gptq_viz.numerics.grid import group_spans, scale_and_zero
from gptq_viz.numerics.hessian import damped, hessian, revived
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.lazy import lazy_loop
from gptq_viz.numerics.order import checked_order, greedy_pivot_order, groups_of_steps, loudest_first
from gptq_viz.numerics.problem import Problem, prepare
from gptq_viz.numerics.threads import one_blas_thread


@dataclass(frozen=True, slots=True, eq=False)
class OrderResult:
    """One order of columns.

    Parameters
    ----------
    name : str
        ``"natural"``, ``"act_order"``, ``"ascending"``, ``"random"`` or ``"greedy"``.
    perm : (inp,)
        Column ``perm[j]`` is quantized at step j.
    forecast : float
        Relative output error on the calibration inputs, damping included, as `order_forecast` expects it.
    calibration, held_out : float
        Relative output error that GPTQ really makes.
    """

    name: str
    perm: IntArray
    forecast: float
    calibration: float
    held_out: float

    def __post_init__(self) -> None:
        freeze(self)


def order_forecast(H: ArrayLike, scale: ArrayLike, perm: ArrayLike) -> FloatArray:
    """Expected ``Σ E²`` of each row, before anything is quantized: ``scale² / 12 · Σ_j 1 / U[j, j]²``.

    Rounding errors are taken as spread evenly over half a scale to either side, and nothing as clipped.

    Parameters
    ----------
    H : (inp, inp)
        Damped Hessian, in the layer's own order.
    scale : (out,)
        One scale a row.
    perm : (inp,)
        Column ``perm[j]`` is quantized at step j.

    Returns
    -------
    forecast : (out,)
        Twice the mean squared output error plus damping, as the ledger counts.

    Raises
    ------
    ValueError
        If H is singular or not symmetric, or `perm` not an order of its columns.
    """
    H = checked_hessian(H)
    perm = checked_order(perm, len(H))
    pivots = np.diag(upper_factor(H[np.ix_(perm, perm)]))  # of R: those of U are 1 over them
    return np.asarray(np.square(np.asarray(scale, dtype=np.float64)) / 12 * np.square(pivots).sum())


@one_blas_thread
def compare_orders(layer: Layer, config: GPTQConfig, seed: int = 0) -> tuple[OrderResult, ...]:
    """Quantize a layer in five orders of columns, and forecast the error of each.

    Parameters
    ----------
    layer, config : Layer, GPTQConfig
        As for `gptq`; `act_order` changes nothing here.
    seed : int
        Of the random order.

    Raises
    ------
    ValueError
        If H is singular; names the smallest damping that works.
    """
    prepare(layer, config)  # refuses a singular H in words
    loudest = loudest_first(layer)
    orders = {
        "natural": np.arange(layer.inp),
        "act_order": loudest,
        "ascending": loudest[::-1],
        "random": np.random.default_rng(seed).permutation(layer.inp),
        "greedy": greedy_pivot_order(damped(revived(hessian(layer)), config.damp)),
    }
    return tuple(_result(name, layer, prepare(layer, config, perm)) for name, perm in orders.items())


def _result(name: str, layer: Layer, problem: Problem) -> OrderResult:
    """Forecast and errors of one order."""
    trace = lazy_loop(problem, "gptq", row_factor(problem.U))
    return OrderResult(
        name=name,
        perm=problem.perm,
        forecast=expected_loss(problem) * loss_unit(layer),
        calibration=float(error_curve(trace, layer.gram)[-1]),
        held_out=float(error_curve(trace, layer.gram_test)[-1]),
    )


def expected_loss(problem: Problem) -> float:
    """`order_forecast` of all rows together, with the scales that their groups have at the start.

    Without dead inputs: the zeros of their weights are met exactly.
    """
    groups = groups_of_steps(problem.perm, problem.config)
    scale, _ = scale_and_zero(*group_spans(problem.W, groups), problem.config)
    owed = np.where(problem.dead, 0, np.square(np.diag(problem.R)))
    return float((np.square(scale[:, groups]) / 12 @ owed).sum())
