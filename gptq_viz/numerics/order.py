"""Which column is quantized when, and which group it belongs to."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from gptq_viz.numerics.arrays import FloatArray, IntArray, row_chunks
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.layer import Layer

CHUNK = 256  # samples: their squares stay in the cache


def quantization_order(layer: Layer, config: GPTQConfig) -> IntArray:
    """perm (inp,): column ``perm[j]`` is quantized at step j.

    With act_order the loudest inputs come first, equal ones in their own order, dead ones last.
    """
    return loudest_first(layer) if config.act_order else np.arange(layer.inp)


def is_natural(perm: IntArray) -> bool:
    """Whether an order is that of the layer, so that nothing needs to be moved."""
    return bool((perm[:-1] < perm[1:]).all())


def loudest_first(layer: Layer) -> IntArray:
    """Columns by the sum of their squared inputs, largest first; equal ones in their own order."""
    # Sums of squares by column, not the diagonal of a matrix product: there equal columns may differ
    # in the last bit, by their place.
    loudness = sum(np.square(chunk).sum(axis=0) for chunk in row_chunks(layer.X, CHUNK))
    return np.argsort(-np.asarray(loudness), kind="stable")


def checked_order(perm: ArrayLike, inp: int) -> IntArray:
    """`perm` as an array, or a ValueError if it does not hold every column once."""
    order = np.array(perm)
    if not np.array_equal(np.sort(order, axis=None), np.arange(inp)):
        raise ValueError(f"perm must hold each of the columns 0 to {inp - 1} once")
    return order.astype(np.intp)


def groups_of_steps(perm: IntArray, config: GPTQConfig) -> IntArray:
    """Group of each step, (inp,): formed in its order, with ``static`` scales in the layer's own."""
    grouped = groups_in_layer_order if config.scales == "static" else groups_in_step_order
    return grouped(perm, config.group_size(len(perm)))


def groups_in_layer_order(perm: IntArray, group: int) -> IntArray:
    """Group of each step, (inp,), with groups formed in the layer's own order: c // group.

    >>> groups_in_layer_order(np.array([3, 0, 2, 1]), 2)
    array([1, 0, 1, 0])
    """
    return perm // group


def groups_in_step_order(perm: IntArray, group: int) -> IntArray:
    """Group of each step, (inp,), with groups formed in order of quantization: j // group.

    >>> groups_in_step_order(np.array([3, 0, 2, 1]), 2)
    array([0, 0, 1, 1])
    """
    return np.arange(len(perm)) // group


def greedy_pivot_order(H: FloatArray) -> IntArray:
    """The order that leaves the smallest pivots to the end, found from the last place backwards.

    Each place goes to the column with the smallest diagonal of what is left of H after the columns
    behind it were eliminated. Close to act_order, and often a little better.

    Parameters
    ----------
    H : (inp, inp)
        Damped Hessian, positive definite.
    """
    schur = H.copy()
    left = np.ones(len(H), dtype=bool)
    order = np.empty(len(H), dtype=np.intp)
    for place in reversed(range(len(H))):
        k = int(np.argmin(np.where(left, np.diag(schur), np.inf)))
        order[place] = k
        left[k] = False
        schur -= np.outer(schur[:, k], schur[k]) / schur[k, k]
    return order
