"""GPTQ with two weights: a step to the nearest line of the lattice, a nudge along it, a step to its point."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from gptq_viz.numerics.arrays import FloatArray, freeze
from gptq_viz.numerics.block import Block
from gptq_viz.numerics.factor import upper_factor


@dataclass(frozen=True, slots=True, eq=False)
class RoundingPath:
    """GPTQ's way through the plane of two weights; points are (2,) in the block's own order.

    Parameters
    ----------
    first : int
        Which of the two weights is rounded first, 0 or 1.
    start : (2,)
        The weights before rounding.
    rounded : (2,)
        The first weight on its level, the second where it was.
    compensated : (2,)
        The second weight moved to where the error is smallest, given the first.
    final : (2,)
        The second weight on its level too.
    """

    first: int
    start: FloatArray
    rounded: FloatArray
    compensated: FloatArray
    final: FloatArray

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def points(self) -> FloatArray:
        """All four, one a row, (4, 2)."""
        return np.array([self.start, self.rounded, self.compensated, self.final])


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """What each method makes of two weights.

    Parameters
    ----------
    block : Block
        The two weights.
    rtn : (2,)
        The nearest level of each weight.
    paths : RoundingPath, RoundingPath
        GPTQ with weight 0 first, and with weight 1 first.
    best : (2,)
        The pair of levels with the smallest cost, by trying all.
    """

    block: Block
    rtn: FloatArray
    paths: tuple[RoundingPath, RoundingPath]
    best: FloatArray

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def costs(self) -> dict[str, float]:
        """Cost of `rtn`, `gptq0` and `gptq1` (by the weight that goes first), and `best`."""
        ends = {
            "rtn": self.rtn,
            "gptq0": self.paths[0].final,
            "gptq1": self.paths[1].final,
            "best": self.best,
        }
        return {name: float(self.block.cost(point)) for name, point in ends.items()}


def plane(block: Block) -> Plane:
    """Round two weights in every way there is."""
    lattice = block.lattice
    best = lattice[int(block.cost(lattice).argmin())]
    return Plane(block, block.nearest(block.target), (path(block, 0), path(block, 1)), best)


def path(block: Block, first: int) -> RoundingPath:
    """GPTQ's two steps, the weight `first` (0 or 1) before the other."""
    nearest = block.nearest(block.target)
    rounded = block.target.copy()
    rounded[first] = nearest[first]
    compensated = cheapest_answer(block, first, nearest[first])
    final = block.nearest(compensated)
    return RoundingPath(first, block.target, rounded, compensated, final)


def cheapest_answer(block: Block, first: int, values: ArrayLike) -> FloatArray:
    """Where, given values (…) of the weight `first`, the other one makes the cost smallest, (…, 2)."""
    second, values = 1 - first, np.asarray(values, dtype=np.float64)
    points = np.repeat(values[..., None], 2, axis=-1)
    e = block.target[first] - values
    points[..., second] = block.target[second] + e * block.H[first, second] / block.H[second, second]
    return points


def in_metric(block: Block, points: FloatArray, first: int) -> FloatArray:
    """Points (…, 2) in coordinates in which squared distances are costs: the ellipse becomes a circle.

    The first coordinate depends on the weight `first` alone, so its levels are parallel lines; GPTQ goes to
    the nearest line at a right angle, then along it to the nearest point: Babai's nearest plane.
    """
    order = [first, 1 - first]
    R = upper_factor(block.H[np.ix_(order, order)])
    return np.asarray(points[..., order] @ R)
