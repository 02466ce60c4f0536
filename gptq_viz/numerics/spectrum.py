"""Eigenvalues of H, what damping makes of them, and where a factorization without damping would stop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg.lapack import dpotrf

from gptq_viz.numerics.arrays import FloatArray, RealArray, freeze
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.factor import NOISE, smallest_damping
from gptq_viz.numerics.hessian import hessian, revived
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.order import quantization_order
from gptq_viz.numerics.threads import one_blas_thread


@dataclass(frozen=True, slots=True, eq=False)
class Spectrum:
    """How well H can be inverted.

    Parameters
    ----------
    before : (inp,)
        Eigenvalues of H, largest first, before damping and with a 1 for every dead input. Where H is
        singular the last ones are rounding noise, or 0.
    floor : float
        What damping adds to each of them: damp · mean(diag H).
    rank : int
        Rank of X: as many directions of the inputs occur at all.
    failing_step, failing_column : int or None
        Where the Cholesky factorization of H would stop without damping: the step and the layer's column
        for it. It runs from the last step back and stops where the columns behind already say all that
        this one could. None if it comes to its end.
    smallest_damp : float
        The smallest damping of the form 1, 2 or 5 times a power of ten that works; 0 if none is needed.
    """

    before: FloatArray
    floor: float
    rank: int
    failing_step: int | None
    failing_column: int | None
    smallest_damp: float

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def after(self) -> FloatArray:
        """Eigenvalues of the damped H, largest first."""
        return self.before + self.floor

    @property
    def condition_before(self) -> float:
        """Largest by smallest eigenvalue of H; infinite if the smallest is no more than rounding noise."""
        return condition_number(self.before)

    @property
    def condition_after(self) -> float:
        """The same of the damped H."""
        return condition_number(self.after)


@one_blas_thread
def spectrum(layer: Layer, config: GPTQConfig) -> Spectrum:
    """Eigenvalues of a layer's H, before and after the damping of these settings.

    Works for a singular H too: it is there to show why a run is refused.
    """
    perm = quantization_order(layer, config)
    H = revived(hessian(layer)[np.ix_(perm, perm)])
    # H is a sum of squares: what comes out below 0 is rounding.
    before = np.maximum(np.linalg.eigvalsh(H)[::-1], 0)
    failing = _failing_step(H)
    return Spectrum(
        before=before,
        floor=float(config.damp * np.diag(H).mean()),
        rank=int(np.linalg.matrix_rank(layer.X)),
        failing_step=failing,
        failing_column=None if failing is None else int(perm[failing]),
        smallest_damp=0.0 if failing is None else smallest_damping(H),
    )


def _failing_step(H: FloatArray) -> int | None:
    """Row of H at which its factorization, from the last row back, stops; as `upper_factor` judges it."""
    reversed_factor, stopped = dpotrf(H[::-1, ::-1], lower=1)
    done = stopped - 1 if stopped else len(H)
    pivots = np.diag(reversed_factor)[:done] ** 2
    noise = pivots <= len(H) * NOISE * np.diag(H)[::-1][:done]
    if noise.any():
        done = int(noise.argmax())
    return len(H) - 1 - done if done < len(H) else None


def condition_number(eigenvalues: RealArray) -> float:
    """Largest by smallest of eigenvalues (k,), largest first; infinite if the last is rounding noise."""
    largest, smallest = float(eigenvalues[0]), float(eigenvalues[-1])
    noise = len(eigenvalues) * np.finfo(np.float64).eps * largest
    return largest / smallest if smallest > noise else float("inf")
