"""What damping does to U: from a factor that spreads errors widely to one that spreads nothing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, freeze
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.factor import inverse_factor, upper_factor
from gptq_viz.numerics.hessian import damped, hessian, revived
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.order import quantization_order
from gptq_viz.numerics.singular import SingularHessianError
from gptq_viz.numerics.threads import one_blas_thread

DAMPS = (1e-6, 1e-4, 1e-2, 0.1, 1.0, 10.0, 100.0)


@dataclass(frozen=True, slots=True, eq=False)
class DampingStrip:
    """U for several dampings.

    Parameters
    ----------
    damps : (k,)
        Shares of mean(diag H).
    U : (k, inp, inp)
        The upper factor of each, in quantization order; nan where H is singular.
    """

    damps: FloatArray
    U: FloatArray

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def off_diagonal(self) -> FloatArray:
        """Off-diagonal mass of each U, (k,), as `off_diagonal_mass`."""
        return np.array([off_diagonal_mass(U) for U in self.U])


@one_blas_thread
def damping_strip(layer: Layer, config: GPTQConfig, damps: Sequence[float] = DAMPS) -> DampingStrip:
    """U of a layer for several dampings, in the order of columns of these settings."""
    perm = quantization_order(layer, config)
    H = revived(hessian(layer)[np.ix_(perm, perm)])
    U = np.full((len(damps), *H.shape), np.nan)
    for k, damp in enumerate(damps):
        with suppress(SingularHessianError):
            U[k] = inverse_factor(upper_factor(damped(H, damp)))
    return DampingStrip(np.array(damps, dtype=np.float64), U)


def off_diagonal_mass(U: FloatArray) -> float:
    """Off-diagonal mass: ``Σ_{j<k} U[j, k]² / Σ_{j≤k} U[j, k]²``.

    Between 0, where U is diagonal, nothing is spread and GPTQ is RTN, and 1.

    >>> off_diagonal_mass(np.eye(3)), off_diagonal_mass(np.array([[1.0, -1.0], [0.0, 2.0]]))
    (0.0, 0.16666666666666666)
    """
    squares = np.square(U)
    return float(np.triu(squares, k=1).sum() / squares.sum())
