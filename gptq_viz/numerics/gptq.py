"""GPTQ: quantize a column, spread its error over the columns that are still free, go on."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.factor import row_factor
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.lazy import lazy_loop
from gptq_viz.numerics.problem import prepare
from gptq_viz.numerics.record import record
from gptq_viz.numerics.scales import GroupScales
from gptq_viz.numerics.threads import one_blas_thread
from gptq_viz.numerics.trace import Trace


@one_blas_thread
def gptq(layer: Layer, config: GPTQConfig) -> Trace:
    """Quantize a layer with GPTQ, updates applied block by block.

    Equivalent to `gptq_immediate`, and faster.

    Raises
    ------
    ValueError
        If H is singular; names the smallest damping that works.

    Source
    ------
    Frantar et al. 2022, algorithm 1.

    Examples
    --------
    The first two inputs mostly agree: what the first weight loses by rounding, the second makes up for.

    >>> layer = Layer(W=[[0.4, 0.4, 1.0]], X=[[1, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 1]])
    >>> trace = gptq(layer, GPTQConfig(bits=2, damp=0))
    >>> trace.weights_after(1).round(3)
    array([[0. , 0.8, 1. ]])
    >>> trace.quantized
    array([[0., 1., 1.]])
    """
    problem = prepare(layer, config)
    return lazy_loop(problem, "gptq", row_factor(problem.U))


@one_blas_thread
def gptq_in_order(layer: Layer, config: GPTQConfig, perm: ArrayLike) -> Trace:
    """GPTQ with an order of columns of one's own: step j takes column ``perm[j]``.

    Equivalent to `gptq` where `perm` is the order of the config. ``static`` groups stay the layer's.

    Raises
    ------
    ValueError
        If `perm` is not an order of the columns, or H is singular.
    """
    problem = prepare(layer, config, perm)
    return lazy_loop(problem, "gptq", row_factor(problem.U))


@one_blas_thread
def gptq_immediate(layer: Layer, config: GPTQConfig) -> Trace:
    """Quantize a layer with GPTQ, every update applied at once: the version to read.

    Raises
    ------
    ValueError
        If H is singular; names the smallest damping that works.
    """
    problem = prepare(layer, config)
    scales = GroupScales(problem.W, problem.perm, problem.config)
    W, U = problem.W.copy(), problem.U
    codes, Q, E = np.empty_like(W), np.empty_like(W), np.empty_like(W)
    for j in range(layer.inp):
        if j % config.block == 0:
            flushed = W.copy()  # all that the published code sees of W until the next edge of a block
        if scales.starts(j):
            seen = flushed if config.scales == "reference" else W
            scales.take(j, seen[:, scales.columns(j)])
        codes[:, j], Q[:, j] = scales.quantize(j, W[:, j])
        E[:, j] = (W[:, j] - Q[:, j]) / U[j, j]
        W[:, j + 1 :] -= np.outer(E[:, j], U[j, j + 1 :])
    return record(problem, "gptq", row_factor(U), scales, (codes, Q, E * np.diag(U)))
