"""The Hessian of a row's mean squared output error: dead inputs, damping."""

from __future__ import annotations

import numpy as np

from gptq_viz.numerics.arrays import BoolArray, FloatArray
from gptq_viz.numerics.layer import Layer

# Below this an inverse would overflow: such an input is as silent as one that is 0 throughout.
SILENT = 1e-290


def hessian(layer: Layer) -> FloatArray:
    """H = 2 XᵀX / n, (inp, inp), in the layer's own order; nothing is damped yet.

    Minimizing a row's mean squared output error e² = δ (H / 2) δᵀ is minimizing half of δ H δᵀ.
    """
    return 2 * layer.gram / layer.n


def dead_inputs(H: FloatArray) -> BoolArray:
    """Inputs that never fire, (inp,): no calibration sample says anything about their weights."""
    return np.asarray(np.diag(H) < SILENT)


def revived(H: FloatArray) -> FloatArray:
    """H with a 1 on the diagonal of every dead input, so that it can be inverted."""
    H = H.copy()
    dead = dead_inputs(H)
    H[dead, dead] = 1
    return H


def damped(H: FloatArray, damp: float) -> FloatArray:
    """H + damp · mean(diag H) · I: a floor under its eigenvalues, as a share of their mean.

    Parameters
    ----------
    H : (inp, inp)
        After its dead inputs were set to 1, as the mean counts them too.
    damp : float
        Share of the mean.
    """
    H = H.copy()
    np.fill_diagonal(H, np.diag(H) + damp * np.diag(H).mean())
    return H
