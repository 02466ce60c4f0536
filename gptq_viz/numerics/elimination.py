"""Column after column is eliminated from the inverse Hessian, and the rows of U fall out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from gptq_viz.numerics.arrays import FloatArray, checked_hessian, freeze
from gptq_viz.numerics.config import whole_number
from gptq_viz.numerics.factor import inverse_factor, upper_factor


def shrinking_inverse(H: ArrayLike, t: int) -> FloatArray:
    """H_F⁻¹, the inverse Hessian of the columns still free after the first t were eliminated.

    Equivalent to ``np.linalg.inv(H[t:, t:])``, reached as OBQ does: from the inverse of H one elimination
    after the other.

    Parameters
    ----------
    H : (inp, inp)
        Damped Hessian, in order of quantization.
    t : int
        Finished steps, 0 to inp.

    Returns
    -------
    inverse : (inp - t, inp - t)
        Its first row divided by the root of its first entry is row t of U.

    Raises
    ------
    ValueError
        H is not square, not symmetric or singular, or t is out of range.

    Examples
    --------
    >>> shrinking_inverse([[5, 2], [2, 1]], 0)
    array([[ 1., -2.],
           [-2.,  5.]])
    >>> shrinking_inverse([[5, 2], [2, 1]], 1)
    array([[1.]])
    """
    H = checked_hessian(H)
    if whole_number("t", t) > len(H):
        raise ValueError(f"t must be 0 to {len(H)}, got {t}")
    U = inverse_factor(upper_factor(H))
    return _eliminated(U.T @ U, t)


@dataclass(frozen=True, slots=True, eq=False)
class Elimination:
    """The moment before column j is eliminated; everything in quantization order.

    Parameters
    ----------
    step : int
        The column j whose turn it is.
    inverse : (inp, inp)
        H_F⁻¹ after the columns before j were eliminated; nan where nothing is left.
    U : (inp, inp)
        The rows of U that were found so far, those before j; nan elsewhere.
    pivot : float
        ``H_F⁻¹[j, j]``.
    row : (inp,)
        Row j of H_F⁻¹ divided by the root of the pivot; 0 for the eliminated columns.
    factor_row : (inp,)
        Row j of U, from the Cholesky factor.
    frozen_row : (inp,)
        Row j of the first H⁻¹ divided by the root of its own diagonal entry: what a loop that never
        updates the inverse takes instead. Its entries before column j are of no use to it.
    """

    step: int
    inverse: FloatArray
    U: FloatArray
    pivot: float
    row: FloatArray
    factor_row: FloatArray
    frozen_row: FloatArray

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def difference(self) -> float:
        """Largest difference of the row and the row of U: law 5 says there is none."""
        return float(np.abs(self.row - self.factor_row).max())

    @property
    def frozen_difference(self) -> float:
        """Largest difference of the frozen row and the row of U in the columns from j on."""
        return float(np.abs(self.frozen_row - self.factor_row)[self.step :].max())


def elimination(U: FloatArray, step: int) -> Elimination:
    """The shrinking inverse and U as they stand when the turn comes to column `step`, 0 to inp − 1.

    Parameters
    ----------
    U : (inp, inp)
        Upper Cholesky factor of the inverse Hessian, as a trace has it.

    Raises
    ------
    ValueError
        If there is no such step.
    """
    if whole_number("step", step) >= len(U):
        raise ValueError(f"step must be 0 to {len(U) - 1}, got {step}")
    full = U.T @ U
    free = _eliminated(full, step)
    inverse, known, row = np.full_like(U, np.nan), np.full_like(U, np.nan), np.zeros(len(U))
    inverse[step:, step:] = free
    known[:step] = U[:step]
    row[step:] = free[0] / np.sqrt(free[0, 0])
    frozen = full[step] / np.sqrt(full[step, step])
    return Elimination(step, inverse, known, float(free[0, 0]), row, U[step].copy(), frozen)


def _eliminated(inverse: FloatArray, t: int) -> FloatArray:
    """What is left of an inverse after its first t coordinates were eliminated, one after the other."""
    for _ in range(t):
        inverse = inverse[1:, 1:] - np.outer(inverse[1:, 0], inverse[0, 1:]) / inverse[0, 0]
    return inverse
