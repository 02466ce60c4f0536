"""What part of the plane of two weights is drawn: a square box, and a little around it."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

FloatArray: TypeAlias = npt.NDArray[np.float64]

MARGIN, LEAST_LINES = 1.5, 1.7
# The browser widens one axis so that both have the same scale: draw this many boxes to each side.
BEYOND = 2.0
MOST_POINTS, MOST_LINES = 1500, 60


def box_around(points: FloatArray, spacing: float) -> FloatArray:
    """A square around all points, and wide enough for some of the lines."""
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    half = max(MARGIN * np.abs(points - middle).max(), LEAST_LINES * spacing)
    return np.array([middle - half, middle + half])


def seen(points: FloatArray, box: FloatArray) -> FloatArray:
    """The points in and around the box, the nearest ones if there are too many."""
    away = np.abs(points - box.mean(axis=0)).max(axis=1)
    order = np.argsort(away, kind="stable")[:MOST_POINTS]
    return np.asarray(points[order][away[order] <= BEYOND * (box[1, 0] - box[0, 0])])


def joined(ends: FloatArray) -> FloatArray:
    """Lines between two ends each (k, 2, 2), parted by nan; none where they would be a surface."""
    if len(ends) > MOST_LINES:
        return np.empty((0, 2))
    return np.concatenate([ends, np.full((len(ends), 1, 2), np.nan)], axis=1).reshape(-1, 2)


def lines_at(levels: FloatArray, fixed: int, box: FloatArray) -> FloatArray:
    """Lines at the places `levels` of the coordinate `fixed`; none where they would be a surface."""
    middle, size = box.mean(axis=0), box[1, 0] - box[0, 0]
    if (np.abs(levels - middle[fixed]) <= size / 2).sum() > MOST_LINES:
        return np.empty((0, 2))
    reach = BEYOND * size
    levels = levels[np.abs(levels - middle[fixed]) <= reach]
    lines = np.full((len(levels), 3, 2), np.nan)
    lines[:, :2, fixed] = levels[:, None]
    lines[:, :2, 1 - fixed] = middle[1 - fixed] + reach * np.array([-1, 1])
    return lines.reshape(-1, 2)
