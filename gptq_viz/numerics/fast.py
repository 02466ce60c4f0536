"""GPTQ for large layers and for many: the same result as `gptq`, sooner, and without a trace."""

from __future__ import annotations

from typing import Any

import numpy as np

from gptq_viz.numerics.arrays import BoolArray, FloatArray, IntArray, RealArray
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.factor import backward_factor, refusal
from gptq_viz.numerics.fast_loop import FastLoop
from gptq_viz.numerics.fast_result import FastResult, result_of
from gptq_viz.numerics.hessian import damp_in_place, hessian, hessian_backwards, revive, revived
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.order import is_natural, quantization_order
from gptq_viz.numerics.singular import SingularHessianError
from gptq_viz.numerics.threads import one_blas_thread

PRECISIONS: dict[str, type[np.floating[Any]]] = {"float64": np.float64, "mixed": np.float32}
FLOAT32_RANGE = 1e-30, 1e30
STRIP = 16  # rows: transposed as a whole, a large W would miss the cache at every number


@one_blas_thread
def fast_gptq(layer: Layer, config: GPTQConfig, precision: str = "float64") -> FastResult:
    """Quantize a layer with GPTQ, by nearest planes in large matrix products; no inverse is made.

    Equivalent to `gptq`.

    Parameters
    ----------
    precision : str
        ``"float64"``, or ``"mixed"``: H and its factor in float64, the loop in float32. That takes about
        two thirds of the time and memory; of ten thousand codes, a few may differ.

    Raises
    ------
    ValueError
        If H is singular; names the smallest damping that works. If there is no such precision, or the
        numbers leave the range of float32.

    Examples
    --------
    >>> layer = Layer(W=[[0.4, 0.4, 1.0]], X=[[1, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 1]])
    >>> fast_gptq(layer, GPTQConfig(bits=2, damp=0)).codes
    array([[0, 1, 1]], dtype=int32)
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
            raise ValueError(
                "X is too large, or its columns too unlike, for float32; use precision='float64'"
            )
    return result_of(loop, perm)


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
    moved = not is_natural(perm)
    for i in range(0, layer.out, STRIP):
        strip = layer.W[i : i + STRIP]
        W[:, i : i + STRIP] = (strip.take(perm, axis=1) if moved else strip).T
    W[dead] = 0
    return W
