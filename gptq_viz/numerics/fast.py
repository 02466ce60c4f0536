"""GPTQ for large layers and for many: the same result as `gptq`, sooner, and without a trace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gptq_viz.numerics.arrays import BoolArray, FloatArray, IntArray, RealArray, freeze
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.factor import backward_factor, refusal
from gptq_viz.numerics.fast_loop import FastLoop
from gptq_viz.numerics.hessian import damp_in_place, hessian, hessian_backwards, revive, revived
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.order import natural, quantization_order
from gptq_viz.numerics.singular import SingularHessianError
from gptq_viz.numerics.threads import one_blas_thread

PRECISIONS: dict[str, type[np.floating[Any]]] = {"float64": np.float64, "mixed": np.float32}
FLOAT32_RANGE = 1e-30, 1e30
STRIP = 16  # rows: transposed as a whole, a large W would miss the cache at every number


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


@one_blas_thread
def fast_gptq(layer: Layer, config: GPTQConfig, precision: str = "float64") -> FastResult:
    """Quantize a layer with GPTQ, by nearest planes in large matrix products; no inverse is made.

    Equivalent to `gptq`. A weight on a rounding tie may go the other way, and take its row along.

    Parameters
    ----------
    precision : str
        ``"float64"``, or ``"mixed"``: H and its factor in float64, the loop in float32. That takes about
        half the time and memory; about one code in a thousand differs, or fewer.

    Raises
    ------
    ValueError
        If H is singular; names the smallest damping that works. If there is no such precision, or the
        numbers leave the range of float32.
    """
    if precision not in PRECISIONS:
        raise ValueError(f"precision must be one of {', '.join(PRECISIONS)}, got {precision!r}")
    perm = quantization_order(layer, config)
    R, dead = _factor(layer, config, perm)
    if precision == "mixed":
        _check_range(layer.W)
    W = _start(layer, perm, dead, PRECISIONS[precision])
    # What overflows in float32 all the same is told below, once.
    with np.errstate(all="ignore" if precision == "mixed" else None):
        loop = FastLoop(W, R, perm, config)
        loop.run()
        if precision == "mixed" and not np.isfinite(loop.E.sum()):
            raise ValueError("the inputs differ too much in size for float32; use precision='float64'")
    return _result(loop, perm)


def _check_range(W: FloatArray) -> None:
    """Refuse rows that float32 cannot hold, with room for what a run adds to them."""
    largest = np.maximum(W.max(axis=1), -W.min(axis=1))
    least, most = FLOAT32_RANGE
    beyond = (largest > most) | ((largest > 0) & (largest < least))
    if beyond.any():
        i = int(beyond.argmax())
        raise ValueError(
            f"the largest weight of row {i} is {largest[i]:.3g}, and mixed precision takes {least:.0e} to "
            f"{most:.0e}; use precision='float64'"
        )


def _factor(layer: Layer, config: GPTQConfig, perm: IntArray) -> tuple[FloatArray, BoolArray]:
    """R (inp, inp) of the damped H and which inputs are dead (inp,), both in order of quantization."""
    H = hessian_backwards(layer, perm)
    dead = revive(H)[::-1]
    damp_in_place(H, config.damp)
    try:
        return backward_factor(H), dead
    except SingularHessianError as error:
        H = revived(hessian(layer)[np.ix_(perm, perm)])
        raise refusal(H, layer.n, int(dead.sum())) from error


def _start(layer: Layer, perm: IntArray, dead: BoolArray, dtype: type[np.floating[Any]]) -> RealArray:
    """Starting weights (inp, out), transposed and in order of quantization."""
    W = np.empty((layer.inp, layer.out), dtype=dtype)
    moved = not natural(perm)
    for i in range(0, layer.out, STRIP):
        strip = layer.W[i : i + STRIP]
        W[:, i : i + STRIP] = (strip.take(perm, axis=1) if moved else strip).T
    W[dead] = 0
    return W


def _result(loop: FastLoop, perm: IntArray) -> FastResult:
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
