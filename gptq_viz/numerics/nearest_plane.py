"""GPTQ without any inverse: Babai's nearest-plane algorithm, read back to front."""

from __future__ import annotations

import numpy as np
from scipy.linalg import solve_triangular

from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.factor import row_factor
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.problem import prepare
from gptq_viz.numerics.record import record
from gptq_viz.numerics.scales import GroupScales
from gptq_viz.numerics.threads import one_blas_thread
from gptq_viz.numerics.trace import Trace


@one_blas_thread
def nearest_plane(layer: Layer, config: GPTQConfig) -> Trace:
    """Quantize a layer by nearest planes: each weight answers the finished errors through R alone.

    Equivalent to `gptq`: the weight whose turn has come is ``w_j + (Σ_{i<j} e_i R[i, j]) / R[j, j]``,
    with errors ``e`` and weights ``w`` counted from the starting weights.

    Source
    ------
    Chen et al. 2025, The geometry of LLM quantization: GPTQ as Babai's nearest plane algorithm,
    arXiv 2507.18553.
    """
    problem = prepare(layer, config)
    scales = GroupScales(problem.W, problem.perm, problem.config)
    W, R = problem.W, problem.R
    codes, Q, D = np.empty_like(W), np.empty_like(W), np.empty_like(W)
    for j in range(layer.inp):
        errors = W[:, :j] - Q[:, :j]
        if scales.starts(j):
            group, t = scales.columns(j), config.seen_steps(j)
            scales.take(j, _compensated(W, errors[:, :t], R, group))
        w = W[:, j] + errors @ R[:j, j] / R[j, j]
        codes[:, j], Q[:, j] = scales.quantize(j, w)
        D[:, j] = w - Q[:, j]
    return record(problem, "gptq", row_factor(problem.U), scales, (codes, Q, D))


def _compensated(W: FloatArray, errors: FloatArray, R: FloatArray, group: slice) -> FloatArray:
    """Weights of a group (out, columns) after as many steps as there are columns of errors.

    They solve the least squares of the free columns: one triangular system, up to the group's end.
    """
    t, end = errors.shape[1], min(group.stop, len(R))
    answer = solve_triangular(R[t:end, t:end].T, (errors @ R[:t, t:end]).T, lower=True).T
    return (W[:, t:end] + answer)[:, group.start - t :]
