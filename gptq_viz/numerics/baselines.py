"""What GPTQ is compared with: plain rounding, and its most common mistake."""

from __future__ import annotations

import numpy as np

from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.factor import frozen_row_factor
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.lazy import lazy_loop
from gptq_viz.numerics.problem import Problem, prepare
from gptq_viz.numerics.record import record
from gptq_viz.numerics.scales import GroupScales
from gptq_viz.numerics.threads import one_blas_thread
from gptq_viz.numerics.trace import Trace


@one_blas_thread
def rtn(layer: Layer, config: GPTQConfig) -> Trace:
    """Round every weight to its nearest level.

    The same grid, bits and group size as GPTQ's; scales from the original weights, groups in the layer's
    own order.

    Raises
    ------
    ValueError
        If H is singular: the trace holds U too, so that the methods can be laid side by side.
    """
    return round_to_nearest(prepare(layer, config))


@one_blas_thread
def frozen_inverse(layer: Layer, config: GPTQConfig) -> Trace:
    """GPTQ with a mistake, on purpose: every step uses the first H⁻¹, as if no column were fixed yet.

    Raises
    ------
    ValueError
        If H is singular; names the smallest damping that works.
    """
    problem = prepare(layer, config)
    return lazy_loop(problem, "frozen", frozen_row_factor(problem.U))


def round_to_nearest(problem: Problem) -> Trace:
    """RTN of a prepared layer; no column waits for another."""
    scales = GroupScales(problem.W, problem.perm, problem.config, original=True)
    codes, Q = scales.quantize_all(problem.W)
    return record(problem, "rtn", np.eye(problem.W.shape[1]), scales, (codes, Q, problem.W - Q))
