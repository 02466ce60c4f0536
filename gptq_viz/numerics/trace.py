"""The record of a run: what every picture of it is drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from gptq_viz.numerics.arrays import BoolArray, FloatArray, IntArray, freeze
from gptq_viz.numerics.config import GPTQConfig

Number = TypeVar("Number", bound=np.generic)

# Rounding error of a weight that lies half a scale beyond the last level is no clipping.
HALF = 0.5 * (1 + 1e-9)


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """One run of one method, in quantization order unless said otherwise; arrays are read-only.

    It stores no snapshots: ``W − Q = D F``, so the weights after t steps are ``W − D[:, :t] F[:t]``.

    Parameters
    ----------
    config : GPTQConfig
        Settings of the run.
    method : str
        ``"gptq"``, ``"rtn"`` or ``"frozen"``.
    given : (out, inp)
        The layer's weights as they were given.
    W, Q : (out, inp)
        Starting weights, the columns of dead inputs set to 0, and their quantized values.
    D : (out, inp)
        Raw errors: each column as it stood when its turn came, minus its quantized value.
    F : (inp, inp)
        The method's row factor, unit upper triangular: where one unit of error goes.
    U : (inp, inp)
        Upper Cholesky factor of the inverse Hessian; the same for every method.
    perm : (inp,)
        Column ``perm[j]`` of the layer is quantized at step j.
    scale, zero : (out, n_groups)
        A level is ``(code - zero) * scale``.
    group_of : (inp,)
        Group of each step.
    dead : (inp,)
        Inputs that never fire.
    step_codes : (out, inp)
        Integer codes.
    """

    config: GPTQConfig
    method: str
    given: FloatArray
    W: FloatArray
    Q: FloatArray
    D: FloatArray
    F: FloatArray
    U: FloatArray
    perm: IntArray
    scale: FloatArray
    zero: IntArray
    group_of: IntArray
    dead: BoolArray
    step_codes: IntArray

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def out(self) -> int:
        """Rows of W."""
        return len(self.W)

    @property
    def inp(self) -> int:
        """Columns of W."""
        return len(self.perm)

    @property
    def n_steps(self) -> int:
        """Steps of the run: one a column."""
        return self.inp

    @property
    def E(self) -> FloatArray:  # noqa: N802 - the paper's E
        """D / diag(U): errors in the unit in which their squares sum to the damped output error."""
        return self.D / np.diag(self.U)

    @property
    def quantized(self) -> FloatArray:
        """Dequantized weights (out, inp) in the layer's own column order."""
        return self.in_layer_order(self.Q)

    @property
    def codes(self) -> IntArray:
        """Integer codes (out, inp) in the layer's own column order."""
        return self.in_layer_order(self.step_codes)

    @property
    def g_idx(self) -> IntArray:
        """Group of each column (inp,) in the layer's own order."""
        return self.in_layer_order(self.group_of)

    @property
    def clipped(self) -> BoolArray:
        """Where a weight, when its turn came, lay beyond the last level by more than half a scale."""
        return np.asarray(np.abs(self.D) > HALF * self.scale[:, self.group_of])

    def in_layer_order(self, columns: NDArray[Number]) -> NDArray[Number]:
        """Columns (…, inp) of quantization order, put back where the layer has them."""
        placed = np.empty_like(columns)
        placed[..., self.perm] = columns
        return placed

    def weights_after(self, step: int) -> FloatArray:
        """Weights (out, inp) as they stand after `step` columns, 0 to inp."""
        if not 0 <= step <= self.n_steps:
            raise IndexError(f"step {step} is outside 0..{self.n_steps}")
        return self.W - self.D[:, :step] @ self.F[:step]
