"""The Hessian of a row's mean squared output error: dead inputs, damping."""

from __future__ import annotations

import numpy as np

from gptq_viz.numerics.arrays import BoolArray, FloatArray, IntArray
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.order import is_natural

# Below this an inverse would overflow: such an input is as silent as one that is 0 throughout.
SILENT = 1e-290
STRIP = 32  # rows that are gathered at a time: they stay in the cache


def hessian(layer: Layer) -> FloatArray:
    """H = 2 XᵀX / n, (inp, inp), in the layer's own order; nothing is damped yet.

    Minimizing a row's mean squared output error e² = δ (H / 2) δᵀ is minimizing half of δ H δᵀ.
    """
    return layer.gram / (layer.n / 2)


def hessian_backwards(layer: Layer, perm: IntArray) -> FloatArray:
    """The upper triangle of ``H[perm, perm][::-1, ::-1]``, which is what a factorization reads; else 0.

    One new array (inp, inp), C-contiguous.
    """
    moved, back = not is_natural(perm), perm[::-1]
    H = np.zeros_like(layer.gram, order="C")
    for i in range(0, layer.inp, STRIP):
        rows = slice(i, i + STRIP)
        gram = layer.gram[back[rows]].take(back[i:], axis=1) if moved else layer.gram[::-1, ::-1][rows, i:]
        np.divide(gram, layer.n / 2, out=H[rows, i:])
    return H


def dead_inputs(H: FloatArray) -> BoolArray:
    """Inputs that never fire, (inp,): no calibration sample says anything about their weights."""
    return np.asarray(np.diag(H) < SILENT)


def revived(H: FloatArray) -> FloatArray:
    """H with a 1 on the diagonal of every dead input, so that it can be inverted."""
    H = H.copy()
    revive(H)
    return H


def revive(H: FloatArray) -> BoolArray:
    """`revived`, in place; gives back which inputs were dead, (inp,)."""
    dead = dead_inputs(H)
    H[dead, dead] = 1
    return dead


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
    damp_in_place(H, damp)
    return H


def damp_in_place(H: FloatArray, damp: float) -> None:
    """`damped`, in place."""
    np.fill_diagonal(H, np.diag(H) + damp * np.diag(H).mean())
