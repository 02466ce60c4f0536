"""Heat maps of H and U: one hue by magnitude, linear or logarithmic; the sign is in the hover only."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from gptq_viz.figures.colours import mixed
from gptq_viz.theme import Palette

Matrix = npt.NDArray[np.float32] | npt.NDArray[np.float64]

# On the logarithmic scale what is smaller than the largest by more than this is as pale as 0.
DECADES = 4
STEPS = 16
CELLS_WITH_GAPS = 32
LARGEST_SHORT = float(np.finfo(np.float32).max)


def shown(matrix: npt.NDArray[np.float64]) -> Matrix:
    """A copy for the browser: where its range allows half the bytes, and more digits than anybody reads."""
    fits = not np.nanmax(np.abs(matrix), initial=0.0) > LARGEST_SHORT
    return matrix.astype(np.float32) if fits else matrix.copy()


def magnitude_scale(palette: Palette, log: bool) -> list[tuple[float, str]]:
    """Plotly's colour map for values from −limit to limit: the same colour for both signs.

    The heat map keeps its signed values, so that the hover can tell them and nothing is sent twice; the
    logarithm is in the map.
    """
    zero, high = palette.magnitude
    shares = [step / STEPS for step in range(STEPS + 1)] if log else [1.0]
    sizes = [10 ** (DECADES * (share - 1)) for share in shares]
    shares, sizes = [0.0, *shares], [0.0, *sizes]
    half = [(size / 2, mixed(zero, high, share)) for size, share in zip(sizes, shares, strict=True)]
    return [(0.5 - size, colour) for size, colour in half[:0:-1]] + [
        (0.5 + size, colour) for size, colour in half
    ]


def magnitude_map(matrix: Matrix, limit: float, palette: Palette, log: bool, **options: Any) -> go.Heatmap:
    """One matrix with a fixed range; `options` are Plotly's own, such as axes and hover."""
    gap = 1 if len(matrix) <= CELLS_WITH_GAPS else 0
    return go.Heatmap(
        z=matrix,
        zmin=-limit,
        zmax=limit,
        colorscale=magnitude_scale(palette, log),
        showscale=False,
        xgap=gap,
        ygap=gap,
        **options,
    )
