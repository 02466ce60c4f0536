"""Every method with several numbers of bits: output errors, the loss that quantizers print, its forecast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gptq_viz.numerics.baselines import round_to_nearest
from gptq_viz.numerics.config import ALLOWED_BITS, GPTQConfig
from gptq_viz.numerics.errors import both_errors, loss_unit
from gptq_viz.numerics.factor import frozen_row_factor, row_factor
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.lazy import lazy_loop
from gptq_viz.numerics.orders import expected_loss
from gptq_viz.numerics.problem import Problem, prepare
from gptq_viz.numerics.threads import one_blas_thread
from gptq_viz.numerics.trace import Trace

NO_FORECAST = float("nan")


@dataclass(frozen=True, slots=True)
class MethodErrors:
    """What one method makes of a layer with one number of bits; every number is relative to the outputs.

    Parameters
    ----------
    method : str
        ``"rtn"``, ``"frozen"``, ``"gptq"`` (columns in the layer's own order) or ``"act_order"`` (GPTQ too).
    bits : int
        Bits of a code.
    held_out, calibration : float
        Relative output error; nan where the outputs are 0.
    loss : float
        ``(w − q) H (w − q)ᵀ`` of all rows with the damped H: the calibration error and the damping term. For
        GPTQ it is ``Σ E²``, of which quantizers print the half.
    forecast : float
        The loss that GPTQ was to be expected to make, before anything was rounded; nan for the others.
    """

    method: str
    bits: int
    held_out: float
    calibration: float
    loss: float
    forecast: float


@one_blas_thread
def method_errors(
    layer: Layer, config: GPTQConfig, bits: Sequence[int] = ALLOWED_BITS
) -> tuple[MethodErrors, ...]:
    """RTN, frozen inverse, GPTQ and GPTQ with act_order, with each number of bits.

    H is factored twice, once an order, whatever the number of bits.

    Parameters
    ----------
    config : GPTQConfig
        Everything but the bits; the frozen inverse takes its order of columns.
    bits : sequence of int
        Each with all four methods, in this order.

    Raises
    ------
    ValueError
        If H is singular in one of the two orders; names the smallest damping that works.
    """
    natural, loudest = (prepare(layer, replace(config, act_order=act_order)) for act_order in (False, True))
    own = loudest if config.act_order else natural
    F_natural, F_loudest, frozen = row_factor(natural.U), row_factor(loudest.U), frozen_row_factor(own.U)
    found = []
    for width in bits:
        one, other, same = (_with_bits(problem, width) for problem in (natural, loudest, own))
        found += [
            _errors("rtn", layer, one, round_to_nearest(one)),
            _errors("frozen", layer, same, lazy_loop(same, "frozen", frozen)),
            _errors("gptq", layer, one, lazy_loop(one, "gptq", F_natural)),
            _errors("act_order", layer, other, lazy_loop(other, "gptq", F_loudest)),
        ]
    return tuple(found)


def _with_bits(problem: Problem, bits: int) -> Problem:
    """The same layer and factors, to be rounded to other levels."""
    return replace(problem, config=replace(problem.config, bits=bits))


def _errors(method: str, layer: Layer, problem: Problem, trace: Trace) -> MethodErrors:
    """What a run has come to."""
    change, unit = trace.W - trace.Q, loss_unit(layer)
    return MethodErrors(
        method,
        problem.config.bits,
        *both_errors(layer, trace.quantized),
        loss=float(np.vdot(change @ problem.H, change)) * unit,
        forecast=expected_loss(problem) * unit if trace.method == "gptq" else NO_FORECAST,
    )
