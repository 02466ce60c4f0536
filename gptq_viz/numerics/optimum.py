"""The best quantized weights there are, of small layers: what no order of rounding can beat."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, IntArray, freeze
from gptq_viz.numerics.closest import closest_codes
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.grid import code_range, scale_and_zero, span
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.problem import prepare
from gptq_viz.numerics.threads import one_blas_thread

MOST_COLUMNS = 8


@dataclass(frozen=True, slots=True, eq=False)
class Optimum:
    """The exact minimum of a layer's damped output error on a grid with one scale a row.

    Parameters
    ----------
    quantized, codes : (out, inp)
        Dequantized weights and their integers, in the layer's own column order.
    scale, zero : (out,)
        A level is ``(code - zero) * scale``.
    cost : (out,)
        ``(w − q) H (w − q)ᵀ`` of each row with the damped H and dead columns at 0: what ``Σ E²`` is for GPTQ.
    """

    quantized: FloatArray
    codes: IntArray
    scale: FloatArray
    zero: IntArray
    cost: FloatArray

    def __post_init__(self) -> None:
        freeze(self)


@one_blas_thread
def optimum(layer: Layer, config: GPTQConfig) -> Optimum:
    """Find the quantized weights with the smallest damped output error, by an exact search.

    Parameters
    ----------
    layer : Layer
        At most 8 columns. The weights of dead inputs count as 0.
    config : GPTQConfig
        Bits, grid and damping. Every row has one scale, from its starting weights, whatever the groups are.

    Raises
    ------
    ValueError
        Too many columns, a singular H, or a search that would take too long (many bits, little damping).

    Examples
    --------
    >>> layer = Layer(W=[[1.0, 0.7, 0.4]], X=[[1, 1, 0], [0, 1, 1], [0, 0, 1]])
    >>> optimum(layer, GPTQConfig(bits=2, damp=0)).quantized
    array([[1., 1., 0.]])
    """
    if layer.inp > MOST_COLUMNS:
        raise ValueError(
            f"the optimum is searched for in at most {MOST_COLUMNS} columns, got {layer.inp}; "
            f"use the first {MOST_COLUMNS}: window(layer, {MOST_COLUMNS})"
        )
    # The result does not depend on the order; with loud columns first the search cuts branches earlier.
    problem = prepare(layer, replace(config, group=None, act_order=True))
    scale, zero = scale_and_zero(*span(problem.W), config)
    codes = closest_codes(problem.W / scale[:, None] + zero[:, None], problem.R, code_range(config))
    Q = (codes - zero[:, None]) * scale[:, None]
    cost = np.square((problem.W - Q) @ problem.R).sum(axis=1)
    back = np.argsort(problem.perm)
    return Optimum(Q[:, back], codes[:, back].astype(np.int32), scale, zero.astype(np.int32), cost)
