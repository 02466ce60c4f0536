"""The columns of a layer with the place that each gets in a run, and its group."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, IntArray, freeze
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.order import groups_of_steps, quantization_order


@dataclass(frozen=True, slots=True, eq=False)
class ColumnGroups:
    """Order and groups of a run, known before anything is quantized.

    Parameters
    ----------
    loudness : (inp,)
        diag(H) before damping, in the layer's own order; 0 for a dead input.
    perm : (inp,)
        Column ``perm[j]`` is quantized at step j.
    g_idx : (inp,)
        Group of each column, in the layer's own order.
    """

    loudness: FloatArray
    perm: IntArray
    g_idx: IntArray

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def group_of(self) -> IntArray:
        """Group of each step, (inp,)."""
        return self.g_idx[self.perm]

    @property
    def place(self) -> IntArray:
        """Step at which each column is quantized, (inp,), in the layer's own order."""
        return np.argsort(self.perm)


def column_groups(layer: Layer, config: GPTQConfig) -> ColumnGroups:
    """Order and groups of a layer with these settings; H may be singular."""
    perm = quantization_order(layer, config)
    g_idx = np.empty(layer.inp, dtype=np.intp)
    g_idx[perm] = groups_of_steps(perm, config)
    return ColumnGroups(2 * np.diag(layer.gram) / layer.n, perm, g_idx)
