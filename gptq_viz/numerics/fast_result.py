"""What a fast run leaves behind: weights, codes, scales and errors, without a trace."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import IntArray, RealArray, freeze
from gptq_viz.numerics.fast_loop import FastLoop
from gptq_viz.numerics.order import natural


@dataclass(frozen=True, slots=True, eq=False)
class FastResult:
    """A quantized layer, in the layer's own column order; arrays are read-only.

    Tables (out, inp) lie column by column in memory. Their numbers are float64, or float32 with mixed
    precision.

    Parameters
    ----------
    quantized : (out, inp)
        Dequantized weights, ``(codes - zeros[:, g_idx]) * scales[:, g_idx]``.
    codes : (out, inp)
        Integer codes.
    scales, zeros : (out, n_groups)
        Scales and zero points, one of each a row and group.
    g_idx : (inp,)
        Group of each column.
    errors : (out, inp)
        The E of a trace: a weight when its column's turn came, minus its quantized value, over
        ``U[j, j]``. Their squares sum to twice the mean squared output error on calibration inputs, plus
        what the damping adds.
    """

    quantized: RealArray
    codes: IntArray
    scales: RealArray
    zeros: IntArray
    g_idx: IntArray
    errors: RealArray

    def __post_init__(self) -> None:
        freeze(self)


def result_of(loop: FastLoop, perm: IntArray) -> FastResult:
    """What a finished loop found, its columns put back where the layer has them."""
    Q, codes, E, g_idx = loop.Q, loop.codes, loop.E, loop.scales.group_of
    if not natural(perm):
        # Into tables that have served their purpose: three more would be the most memory of the run.
        loop.e[perm], codes, g_idx = Q, _scattered(codes, perm), _scattered(g_idx, perm)
        Q[perm] = E
        Q, E = loop.e, Q
    return FastResult(
        quantized=Q.T,
        codes=codes.T,
        scales=np.ascontiguousarray(loop.scales.scale.T, dtype=Q.dtype),
        zeros=np.ascontiguousarray(loop.scales.zero.T, dtype=np.int32),
        g_idx=g_idx,
        errors=E.T,
    )


def _scattered(rows: IntArray, perm: IntArray) -> IntArray:
    placed = np.empty_like(rows)
    placed[perm] = rows
    return placed
