"""The nudge of one step with its numbers: what the Lagrangian of Optimal Brain Surgeon says of one weight."""

from __future__ import annotations

from dataclasses import dataclass

from gptq_viz.numerics.arrays import FloatArray, freeze
from gptq_viz.numerics.config import whole_number
from gptq_viz.numerics.trace import Trace


@dataclass(frozen=True, slots=True, eq=False)
class Derivation:
    """Minimize ½ δ H_F δᵀ over the free columns with δ_j = −e, and what comes of it.

    Parameters
    ----------
    row, step, column : int
        The row i, the step j, and the column of the layer whose turn that is.
    w, q : float
        The weight when its turn came, and the level it was rounded to.
    scale : float
        Distance of two levels of its grid.
    inverse_row : (inp - step,)
        Row j of H_F⁻¹, from column j on.
    delta : (inp - step,)
        The move δ of the free columns, from column j on: ``−(e / H_F⁻¹[j, j]) · H_F⁻¹[j]``.
    """

    row: int
    step: int
    column: int
    w: float
    q: float
    scale: float
    inverse_row: FloatArray
    delta: FloatArray

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def e(self) -> float:
        """Rounding error ``w − q``."""
        return self.w - self.q

    @property
    def pivot(self) -> float:
        """``H_F⁻¹[j, j]``, the square of ``U[j, j]``."""
        return float(self.inverse_row[0])

    @property
    def multiplier(self) -> float:
        """λ of the condition, ``e / H_F⁻¹[j, j]``."""
        return self.e / self.pivot

    @property
    def cost(self) -> float:
        """``½ δ H_F δᵀ = e² / (2 H_F⁻¹[j, j])``: half of what the ledger books, E[i, j]²."""
        return self.e**2 / (2 * self.pivot)


def derivation(trace: Trace, row: int, step: int) -> Derivation:
    """The numbers of one step of GPTQ in one row.

    Parameters
    ----------
    trace : Trace
        A run of GPTQ.
    row, step : int
        Row of W, and column in order of quantization; both from 0.

    Raises
    ------
    ValueError
        A run of another method, or no such row or step.
    """
    if trace.method != "gptq":
        raise ValueError(f"the derivation is that of gptq, not of {trace.method}")
    for name, value, size in (("row", row, trace.out), ("step", step, trace.inp)):
        if whole_number(name, value) >= size:
            raise ValueError(f"{name} must be 0 to {size - 1}, got {value}")
    U, q, e = trace.U, float(trace.Q[row, step]), float(trace.D[row, step])
    inverse_row = U[step, step] * U[step, step:]
    return Derivation(
        row=row,
        step=step,
        column=int(trace.perm[step]),
        w=q + e,
        q=q,
        scale=float(trace.scale[row, trace.group_of[step]]),
        inverse_row=inverse_row,
        delta=-e / inverse_row[0] * inverse_row,
    )
