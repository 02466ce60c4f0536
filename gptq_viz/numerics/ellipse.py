"""The ellipse of moves that cost the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, freeze


@dataclass(frozen=True, slots=True, eq=False)
class Ellipse:
    """Moves δ of two weights with ``δ H δᵀ = cost``.

    Parameters
    ----------
    half_axes : (2,)
        Half lengths, the longer one first: far along it costs as much as little along the other.
    directions : (2, 2)
        Their unit vectors, one a row, the first component not negative.
    """

    half_axes: FloatArray
    directions: FloatArray

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def elongation(self) -> float:
        """Longer axis by shorter axis; 1 for a circle."""
        return float(self.half_axes[0] / self.half_axes[1])

    @property
    def angle(self) -> float:
        """Direction of the longer axis in degrees, from −90 to 90, counted from the first weight's axis."""
        return float(np.degrees(np.arctan2(self.directions[0, 1], self.directions[0, 0])))

    def contour(self, points: int = 121) -> FloatArray:
        """A closed line of moves (points, 2), around 0."""
        turn = np.linspace(0, 2 * np.pi, points)
        circle = np.column_stack([np.cos(turn), np.sin(turn)])
        return np.asarray(circle * self.half_axes @ self.directions)


def ellipse(H: FloatArray, cost: float) -> Ellipse:
    """The moves that cost `cost`, which is not negative.

    Parameters
    ----------
    H : (2, 2)
        Symmetric, positive definite.

    Examples
    --------
    >>> around = ellipse(np.array([[4.0, 0.0], [0.0, 1.0]]), cost=4.0)
    >>> around.half_axes, around.directions
    (array([2., 1.]), array([[0., 1.],
           [1., 0.]]))
    """
    eigenvalues, vectors = np.linalg.eigh(H)  # ascending: the cheapest direction is the longest axis
    directions = vectors.T * np.where(vectors[0] < 0, -1.0, 1.0)[:, None]
    return Ellipse(np.sqrt(cost / eigenvalues), directions + 0.0)  # the sum turns -0.0 into 0.0
