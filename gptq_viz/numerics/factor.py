"""Triangular factors of H and of its inverse, and the row factors of the methods.

``H = R Rᵀ`` with R upper triangular, ``U = R⁻¹``, so ``H⁻¹ = Uᵀ U``.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import product

import numpy as np
from scipy.linalg.lapack import dpotrf, dtrtri

from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.numerics.hessian import damped
from gptq_viz.numerics.singular import SingularHessianError, why_singular

# A pivot that lost all but this multiple of the rounding error of its diagonal entry is noise.
NOISE = 10 * np.finfo(np.float64).eps
READABLE_DAMPINGS = tuple(float(f"{digit}e{power}") for power, digit in product(range(-150, 31), (1, 2, 5)))


def upper_factor(H: FloatArray) -> FloatArray:
    """R, upper triangular, with ``H == R @ R.T``. Factors H from the last column back.

    Parameters
    ----------
    H : (inp, inp)
        Symmetric, positive definite.

    Returns
    -------
    R : (inp, inp)
        Upper triangular, positive diagonal.

    Raises
    ------
    SingularHessianError
        If H is not positive definite to working precision.
    """
    return backward_factor(np.array(H[::-1, ::-1], order="C"), clean=True)


def backward_factor(reversed_H: FloatArray, clean: bool = False) -> FloatArray:
    """`upper_factor` from ``H[::-1, ::-1]``, C-contiguous, which it overwrites.

    Returns
    -------
    R : (inp, inp)
        A view of the memory of `reversed_H`; what lies below its diagonal is left over, or 0 if `clean`.
    """
    diagonal = np.diag(reversed_H).copy()
    L, failed_at = dpotrf(reversed_H.T, lower=1, clean=clean, overwrite_a=1)
    # Cholesky may pass on a singular H by luck of rounding; its pivots tell. Each is compared with
    # its own entry of H, so that inputs of very different loudness are no reason to refuse.
    if failed_at or np.any(np.diag(L) ** 2 <= len(L) * NOISE * diagonal):
        raise SingularHessianError()
    return np.asarray(L[::-1, ::-1])


def damped_factor(H: FloatArray, damp: float, samples: int, dead: int) -> FloatArray:
    """R of the damped H.

    Parameters
    ----------
    H : (inp, inp)
        Dead inputs set to 1.
    damp : float
        Share of mean(diag H).
    samples, dead : int
        How many samples H was made of, and how many of its inputs are dead.

    Raises
    ------
    SingularHessianError
        If H is singular; says why, and names the smallest damping that works.
    """
    try:
        return upper_factor(damped(H, damp))
    except SingularHessianError as error:
        raise refusal(H, samples, dead) from error


def refusal(H: FloatArray, samples: int, dead: int) -> SingularHessianError:
    """The error for a singular H, with the parameters of `damped_factor`: why, and what would help."""
    return SingularHessianError(why_singular(samples, len(H), dead), smallest_damping(H))


def smallest_damping(H: FloatArray) -> float:
    """The smallest damping of the form 1, 2 or 5 times a power of ten that lets H be factored."""
    works = bisect_left(READABLE_DAMPINGS, True, key=lambda damp: _can_be_factored(damped(H, damp)))
    return READABLE_DAMPINGS[works]


def _can_be_factored(H: FloatArray) -> bool:
    try:
        upper_factor(H)
    except SingularHessianError:
        return False
    return True


def inverse_factor(R: FloatArray) -> FloatArray:
    """U = R⁻¹ (inp, inp), upper triangular with a positive diagonal: ``inv(H) == U.T @ U``.

    Source
    ------
    Frantar et al. 2022, algorithm 1, line 3: the same U, reached there through H⁻¹.
    """
    U, _ = dtrtri(R, lower=0)
    return np.ascontiguousarray(U)


def row_factor(U: FloatArray) -> FloatArray:
    """Rows of U divided by their pivots: how one unit of error spreads to later columns.

    Parameters
    ----------
    U : (inp, inp)
        Upper Cholesky factor of the inverse Hessian; positive diagonal.

    Returns
    -------
    F : (inp, inp)
        Unit upper triangular, no unit.

    Source
    ------
    Frantar et al. 2022, algorithm 1, line 8.
    """
    return np.asarray(U / np.diag(U)[:, None])


def frozen_row_factor(U: FloatArray) -> FloatArray:
    """Rows of the first H⁻¹ divided by their diagonal: the mistake of never updating the inverse.

    Returns
    -------
    F : (inp, inp)
        Unit upper triangular; entries left of the diagonal belong to finished columns.
    """
    inverse = U.T @ U
    return np.asarray(np.triu(inverse / np.diag(inverse)[:, None], k=1) + np.eye(len(U)))
