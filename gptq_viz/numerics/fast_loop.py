"""The loop of the fast path: nearest planes, half a range of columns at a time, into buffers made once."""

from __future__ import annotations

import numpy as np
from scipy.linalg.blas import dgemm, dgemv, dtrsm, sgemm, sgemv, strsm

from gptq_viz.numerics.arrays import FloatArray, IntArray, RealArray
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.grid import code_range
from gptq_viz.numerics.scales import GroupScales

NARROW = 32  # so many columns are taken one by one, each with a product of a matrix and a vector
BLAS = {"float64": (dgemm, dgemv, dtrsm), "float32": (sgemm, sgemv, strsm)}


class FastLoop:
    """Law 11 by halves: finish the left half of a range, let it act on the right half, finish that.

    A column's weight when its turn comes is ``w_j + (Σ_{i<j} e_i R[i, j]) / R[j, j]``, in whatever portions
    the sum is taken; by halves, nearly all of it is products of large matrices. Columns stand in order of
    quantization, and transposed: what the loop touches is a column of W, and rows are contiguous.

    Parameters
    ----------
    W : (inp, out)
        Starting weights, the columns of dead inputs set to 0. Of the type the loop works in; overwritten.
    R : (inp, inp)
        Upper triangular; what is below its diagonal is not read.
    perm : (inp,)
        The order of quantization.
    config : GPTQConfig
        Settings of the run.

    Attributes
    ----------
    scales : GroupScales
        Scale and zero point of every row and group, in float64.
    scale : (n_groups, out), the scales once more, in the type of the loop.
    e : (inp, out)
        Starting weights, less the quantized ones where a column's turn is over.
    codes : (inp, out)
        Integer codes.
    E : (inp, out)
        Errors when a column's turn came, times its pivot of R: the E of a trace. Until then, the column's
        weight with those errors in it that have acted on it.
    """

    def __init__(self, W: RealArray, R: FloatArray, perm: IntArray, config: GPTQConfig) -> None:
        self.scales = GroupScales(W.T, perm, config)
        self.e, self.E, self.codes = W, W.copy(), np.empty(W.shape, dtype=np.int32)
        pivots = np.diag(R)[:, None]
        self._R, self._reciprocals, self._pivots = R.T, 1 / pivots, pivots.astype(W.dtype)
        self._gemm, self._gemv, self._trsm = BLAS[W.dtype.name]
        self._strips = np.empty((2, NARROW, W.shape[1]), dtype=W.dtype)
        self._limits = code_range(config)
        self.scale, self._least, self._most = np.empty((3, *self.scales.scale.shape), dtype=W.dtype)
        self._grids = list(zip(self.scale, self._least, self._most, strict=True))
        self._stops = self.scales.stops()
        self._ties = self.scales.nearest is not np.rint and W.dtype == np.float64  # float32 hides them
        if not self._stops[0]:
            self._fit(slice(None))

    def run(self) -> None:
        """Quantize every column."""
        self._stretches(list(self._stops), len(self.e))

    def _stretches(self, stops: list[int], end: int) -> None:
        """Quantize from the first stop to `end`; at every stop, groups take their scales."""
        half = len(stops) // 2
        if half:
            self._stretches(stops[:half], stops[half])
            self._spread(stops[0], stops[half], end)
            self._stretches(stops[half:], end)
        else:
            if groups := self._stops[stops[0]]:
                self._take_scales(groups, stops[0], end)
            self._halves(stops[0], end)

    def _halves(self, a: int, b: int) -> None:
        """Quantize columns a to b, on which all columns before them have acted."""
        if b - a <= NARROW:
            self._one_by_one(a, b)
        else:
            middle = a + (b - a + NARROW) // (2 * NARROW) * NARROW
            self._halves(a, middle)
            self._spread(a, middle, b)
            self._halves(middle, b)

    def _spread(self, a: int, middle: int, b: int) -> None:
        """Let the errors of columns a to middle act on columns middle to b."""
        factor, target = self._factor(slice(a, middle), slice(middle, b)), self.E[middle:b]
        self._gemm(1.0, self.e[a:middle].T, factor.T, beta=1.0, c=target.T, overwrite_c=1)

    def _factor(self, done: slice, free: slice) -> RealArray:
        """``R[done, free] / R[free, free]``, transposed: how the errors of some columns act on later ones."""
        R = self._R[free, done]
        factor = np.empty(R.shape, dtype=self.e.dtype)
        return np.multiply(R, self._reciprocals[free], out=factor, casting="same_kind")

    def _one_by_one(self, a: int, b: int) -> None:
        """Quantize columns a to b, each answering those from a on that were before it."""
        factor, errors = self._factor(slice(a, b), slice(a, b)), self.e[a:b].T
        (rounded, levels), groups = self._strips[:, : b - a], self.scales.group_of[a:b]
        columns = zip(self.E[a:b], self.e[a:b], levels, rounded, groups.tolist(), strict=True)
        for k, (w, e, q, code, group) in enumerate(columns):
            scale, least, most = self._grids[group]
            if k:
                self._gemv(1.0, errors[:, :k], factor[k, :k], 1.0, w, 0, 1, 0, 1, 0, 1)
            if self._ties or a + k in self._stops:  # here scales were taken from this very w
                code[:] = self.scales.nearest(w / self.scales.scale[group])
            else:
                np.divide(w, scale, code)
                np.rint(code, code)
            np.maximum(code, least, out=code)
            np.minimum(code, most, out=code)
            np.multiply(code, scale, q)
            np.subtract(e, q, e)
        if self._limits[0] == 0:
            rounded += self.scales.zero[groups]
        self.codes[a:b] = rounded
        self.E[a:b] -= levels
        self.E[a:b] *= self._pivots[a:b]

    def _take_scales(self, groups: list[int], t: int, end: int) -> None:
        """Fit the groups that begin at the given steps to the weights as they stand after t steps.

        Those solve the least squares of the free columns: one triangular system, up to the last group's end.
        """
        stop = min(self.scales.columns(groups[-1]).stop, len(self.e))
        seen = self.e[t:stop]
        if t:
            seen = self.E[t:stop] - seen
            if stop > end:  # on these not all columns before t have acted yet
                seen[end - t :] = self._factor(slice(t), slice(end, stop)) @ self.e[:t]
            free = slice(t, stop)
            self._trsm(1.0, self._factor(free, free).T, seen.T, side=1, diag=1, overwrite_b=1)
            seen += self.e[free]
            seen[0] = self.E[t]  # the same, and to the last bit what is quantized next
        for step in groups:
            members = self.scales.columns(step)
            self.scales.take(step, seen[step - t : members.stop - t].T)
            self._fit(int(self.scales.group_of[step]))

    def _fit(self, groups: slice | int) -> None:
        """Take over scale and limits of these groups; a code is compared before its zero point is added."""
        zero = self.scales.zero[groups]
        self.scale[groups] = self.scales.scale[groups]
        np.subtract(self._limits[0], zero, out=self._least[groups], casting="same_kind")
        np.subtract(self._limits[1], zero, out=self._most[groups], casting="same_kind")
