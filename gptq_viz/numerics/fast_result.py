"""What a fast run leaves behind: weights, codes, scales and errors, without a trace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from gptq_viz.numerics.arrays import IntArray, RealArray, freeze
from gptq_viz.numerics.fast_loop import FastLoop
from gptq_viz.numerics.order import is_natural

Number = TypeVar("Number", bound=np.generic)
STRIP = 32  # columns that stay in the cache


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
    Q, codes, E, g_idx = _levels(loop), loop.codes, loop.E, loop.scales.group_of
    if not is_natural(perm):
        Q, codes, g_idx = _placed(Q, perm), _placed(codes, perm), _placed(g_idx, perm)
        loop.e[perm] = E
        E = loop.e
    return FastResult(
        quantized=Q.T,
        codes=codes.T,
        scales=np.ascontiguousarray(loop.scale.T),
        zeros=np.ascontiguousarray(loop.scales.zero.T, dtype=np.int32),
        g_idx=g_idx,
        errors=E.T,
    )


def _levels(loop: FastLoop) -> RealArray:
    """Levels of the codes (inp, out), in the memory of the errors e, whose work is done."""
    zero, scale, group_of = loop.scales.zero, loop.scale, loop.scales.group_of
    for j in range(0, len(group_of), STRIP):
        columns = slice(j, j + STRIP)
        groups = group_of[columns] if len(scale) > 1 else slice(1)
        np.subtract(loop.codes[columns], zero[groups], out=loop.e[columns], casting="same_kind")
        loop.e[columns] *= scale[groups]
    return loop.e


def _placed(columns: NDArray[Number], perm: IntArray) -> NDArray[Number]:
    """What stands in order of quantization (inp, …), put where the layer has it."""
    placed = np.empty_like(columns)
    placed[perm] = columns
    return placed
