"""The three grids: from the span of some weights to a scale and a zero point, and rounding to them.

A level is ``(code - zero) * scale``. A span is ``lo = min(0, w)`` and ``hi = max(0, w)`` over the weights
that share a scale; every grid needs no more than that.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, IntArray, RealArray
from gptq_viz.numerics.config import GPTQConfig

SMALLEST_SPAN = 1e-12  # of the symmetric grid: a row of zeros still has a scale
FLAT = 1e-200  # of the others: a span so small counts as zeros, before dividing by it overflows
# Of a scale: nearer to the middle of two levels than this is on it. Sums leave noise of about 1e-13, and of a
# billion weights that lie anywhere two come so near.
TIE = 1e-9


def code_range(config: GPTQConfig) -> tuple[int, int]:
    """Smallest and largest code.

    >>> code_range(GPTQConfig(bits=3)), code_range(GPTQConfig(bits=3, grid="asymmetric"))
    ((-3, 3), (0, 7))
    """
    if config.grid == "symmetric":
        largest = 2 ** (config.bits - 1) - 1
        return -largest, largest
    return 0, 2**config.bits - 1


def span(W: RealArray) -> tuple[RealArray, RealArray]:
    """lo and hi of each row, (out,)."""
    return np.minimum(W.min(axis=1), 0), np.maximum(W.max(axis=1), 0)


def group_spans(W: RealArray, group_of: IntArray) -> tuple[RealArray, RealArray]:
    """lo and hi of each row and group, (out, n_groups).

    Parameters
    ----------
    W : (out, inp)
        Weights.
    group_of : (inp,)
        Group of each column; groups are numbered from 0 and none is empty.
    """
    if not group_of.any():  # a single one needs no sorting
        lo, hi = span(W)
        return lo[:, None], hi[:, None]
    together = np.argsort(group_of, kind="stable")
    starts = np.flatnonzero(np.diff(group_of[together], prepend=-1))
    W = W[:, together]
    lo = np.minimum(np.minimum.reduceat(W, starts, axis=1), 0)
    hi = np.maximum(np.maximum.reduceat(W, starts, axis=1), 0)
    return lo, hi


def scale_and_zero(lo: RealArray, hi: RealArray, config: GPTQConfig) -> tuple[FloatArray, FloatArray]:
    """Scale and zero point of every span; zero points are whole numbers.

    Source
    ------
    ``reference`` is `Quantizer.find_params` of the published GPTQ code with ``sym=True``, ``asymmetric``
    the same with ``sym=False``.
    """
    # Spans of the fast path may be float32, in which FLAT is 0.
    lo, hi = np.asarray(lo, dtype=np.float64), np.asarray(hi, dtype=np.float64)
    smallest, largest = code_range(config)
    if config.grid == "symmetric":
        return np.maximum(np.maximum(-lo, hi), SMALLEST_SPAN) / largest, np.zeros_like(lo)
    if config.grid == "reference":
        hi = np.maximum(-lo, hi)
        lo = np.where(lo < 0, -hi, 0.0)
    flat = hi - lo < FLAT
    lo, hi = np.where(flat, -1.0, lo), np.where(flat, 1.0, hi)
    scale = (hi - lo) / (largest - smallest)
    if config.grid == "reference":
        return scale, np.full_like(scale, 2 ** (config.bits - 1))
    return scale, np.rint(-lo / scale)


def half_to_even(places: FloatArray) -> FloatArray:
    """Whole numbers nearest to weights measured in scales, ties decided as exact arithmetic would.

    >>> half_to_even(np.array([-3.5 + 1e-10, -2.5 - 1e-10, 0.5 + 1e-8]))
    array([-4., -2.,  1.])
    """
    whole = np.rint(places)
    tied = np.abs(places - whole) > 0.5 - TIE
    return np.where(tied, 2 * np.rint(places / 2), whole)


def rounding(config: GPTQConfig, from_start: bool) -> Callable[[FloatArray], FloatArray]:
    """How weights measured in scales become whole numbers: `np.rint`, or `half_to_even`.

    On the ``reference`` grid −max lies on a tie. Where its scale was taken during the run it is a sum, whose
    last bits, and so the size of a block, would decide its code. Everywhere else bits are as published.
    """
    return half_to_even if config.grid == "reference" and not from_start else np.rint


def round_to_codes(
    W: FloatArray,
    scale: FloatArray,
    zero: FloatArray,
    limits: tuple[int, int],
    nearest: Callable[[FloatArray], FloatArray] = np.rint,
) -> FloatArray:
    """Code of the level nearest to each weight, as whole floats; half to even, clipped to the limits.

    >>> W, scale = np.array([0.2, 0.5, 1.5, 9.0]), np.array([1.0])
    >>> round_to_codes(W, scale, zero=np.array([4.0]), limits=(0, 7))
    array([4., 4., 6., 7.])
    """
    codes = nearest(W / scale)
    codes += zero
    # np.clip checks more than it clips: on one column the two plain calls take half its time.
    np.maximum(codes, limits[0], out=codes)
    np.minimum(codes, limits[1], out=codes)
    return codes
