"""Two weights of one row, the others held: the 2 by 2 block of H, its ellipse and the lattice of levels."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from gptq_viz.numerics.arrays import FloatArray, freeze
from gptq_viz.numerics.config import GPTQConfig, whole_number
from gptq_viz.numerics.factor import upper_factor
from gptq_viz.numerics.grid import code_range, group_spans, round_to_codes, scale_and_zero
from gptq_viz.numerics.hessian import damped, dead_inputs, hessian, revived
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.order import groups_in_layer_order
from gptq_viz.numerics.threads import one_blas_thread


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Two weights and what an error in them costs. `dataclasses.replace(block, target=…)` moves the point.

    Parameters
    ----------
    H : (2, 2)
        Their block of the damped Hessian.
    target : (2,)
        The weights before rounding.
    scale, zero : (2,)
        A level of weight k is ``(code - zero[k]) * scale[k]``.
    limits : int, int
        Smallest and largest code.
    """

    H: FloatArray
    target: FloatArray
    scale: FloatArray
    zero: FloatArray
    limits: tuple[int, int]

    def __post_init__(self) -> None:
        # Copies: the caller's arrays stay writable, and a target may be a tuple.
        for name in ("H", "target", "scale", "zero"):
            object.__setattr__(self, name, np.array(getattr(self, name), dtype=np.float64))
        freeze(self)

    @property
    def levels(self) -> FloatArray:
        """Levels of each weight, (2, n_levels), ascending."""
        codes = np.arange(self.limits[0], self.limits[1] + 1)
        return np.asarray((codes - self.zero[:, None]) * self.scale[:, None])

    @property
    def lattice(self) -> FloatArray:
        """Every pair of levels, (n_levels², 2)."""
        first, second = np.meshgrid(*self.levels, indexing="ij")
        return np.column_stack([first.ravel(), second.ravel()])

    @property
    def correlation(self) -> float:
        """``H[0, 1] / √(H[0, 0] H[1, 1])``, between −1 and 1."""
        return float(self.H[0, 1] / np.sqrt(self.H[0, 0] * self.H[1, 1]))

    def cost(self, points: FloatArray) -> FloatArray:
        """``(w − q) H (w − q)ᵀ`` of points (…, 2)."""
        change = points - self.target
        return np.asarray(((change @ self.H) * change).sum(axis=-1))

    def nearest(self, points: FloatArray) -> FloatArray:
        """The nearest pair of levels to each point (…, 2): RTN."""
        codes = round_to_codes(points, self.scale, self.zero, self.limits)
        return np.asarray((codes - self.zero) * self.scale)


@one_blas_thread
def block_of(
    layer: Layer, config: GPTQConfig, row: int, columns: tuple[int, int], target: ArrayLike | None = None
) -> Block:
    """Two weights of a row of a layer, with the scales that their row and groups have at the start.

    Parameters
    ----------
    columns : int, int
        Two different columns of the layer.
    target : (2,), optional
        Where the two weights lie, instead of where the layer has them; the scales stay.

    Raises
    ------
    ValueError
        One column only, no such row or columns, or a block that cannot be inverted.
    """
    if layer.inp < 2:
        raise ValueError("two weights of a row need a layer with at least 2 columns, got 1")
    for name, value, size in (("row", row, layer.out), *(("column", c, layer.inp) for c in columns)):
        if whole_number(name, value) >= size:
            raise ValueError(f"{name} must be 0 to {size - 1}, got {value}")
    if columns[0] == columns[1]:
        raise ValueError(f"the two columns must differ, got {columns[0]} twice")
    H = hessian(layer)
    pair = list(columns)
    W = layer.W[row : row + 1] * ~dead_inputs(H)
    groups = groups_in_layer_order(np.arange(layer.inp), config.group_size(layer.inp))
    scale, zero = scale_and_zero(*group_spans(W, groups), config)
    block = damped(revived(H), config.damp)[np.ix_(pair, pair)]
    upper_factor(block)  # refuses a singular one
    place = W[0, pair] if target is None else target
    return Block(block, np.array(place), scale[0, groups[pair]], zero[0, groups[pair]], code_range(config))


def shifted(block: Block, steps: ArrayLike) -> Block:
    """The same block with its weights moved by so many grid steps each (2,)."""
    return replace(block, target=block.target + np.asarray(steps) * block.scale)


def with_correlation(block: Block, correlation: float) -> Block:
    """The same weights and levels with inputs as loud as before and a correlation of one's own.

    Raises
    ------
    ValueError
        If it is not strictly between −1 and 1.
    """
    if not -1 < correlation < 1:
        raise ValueError(f"correlation must lie between -1 and 1, both excluded, got {correlation}")
    H = np.diag(np.diag(block.H))
    H[0, 1] = H[1, 0] = correlation * np.sqrt(H[0, 0] * H[1, 1])
    return replace(block, H=H)
