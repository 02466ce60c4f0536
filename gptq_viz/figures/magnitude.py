"""Heat maps of H and U: one hue by magnitude, linear or logarithmic; the sign is in the hover only."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from gptq_viz.figures.numbers import three_digits
from gptq_viz.theme import Palette, Sizes

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
    shares = [step / STEPS for step in range(STEPS + 1)] if log else [0.0, 1.0]
    sizes = [0.0, *(10 ** (DECADES * (share - 1)) for share in shares[1:])]
    half = [(size / 2, mixed(zero, high, share)) for size, share in zip(sizes, shares, strict=True)]
    return [(0.5 - size, colour) for size, colour in half[:0:-1]] + [
        (0.5 + size, colour) for size, colour in half
    ]


def mixed(first: str, second: str, share: float) -> str:
    """The colour on the way from the first to the second.

    >>> mixed("#000000", "#FF8000", 0.5)
    '#804000'
    """
    ends = [[int(colour[k : k + 2], 16) for k in (1, 3, 5)] for colour in (first, second)]
    return "#" + "".join(f"{round(a + share * (b - a)):02X}" for a, b in zip(*ends, strict=True))


def magnitude_map(
    matrix: Matrix, limit: float, palette: Palette, log: bool, **options: Any
) -> go.Heatmap:
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


def draw_bar(
    figure: go.Figure,
    axis: str,
    limit: float,
    top: float,
    width: tuple[float, float],
    palette: Palette,
    sizes: Sizes,
    log: bool,
) -> None:
    """The colour bar of such a map, lying below it; an invisible mark carries it.

    Parameters
    ----------
    figure : go.Figure
        Where the map is drawn.
    axis : str
        Number of the map's axes, as Plotly has it: empty for the first.
    limit : float
        Largest magnitude.
    top, width : float, (float, float)
        Where the map ends below, and from where to where it is wide; shares of the figure.
    """
    bar = {
        "orientation": "h",
        "x": width[0],
        "xanchor": "left",
        "len": width[1] - width[0],
        "y": top,
        "yanchor": "top",
        "thickness": round(0.6 * sizes.axis),
        "outlinewidth": 1,
        "outlinecolor": palette.border,
        "showticklabels": False,
        "xpad": 0,
        "ypad": round(0.4 * sizes.axis),
    }
    figure.add_scatter(
        x=[None],
        y=[None],
        xaxis=f"x{axis}",
        yaxis=f"y{axis}",
        mode="markers",
        hoverinfo="skip",
        showlegend=False,
        marker={
            "color": [0],
            "cmin": 0,
            "cmax": 1,
            "colorscale": [(0.0, palette.magnitude[0]), (1.0, palette.magnitude[1])],
            "showscale": True,
            "colorbar": bar,
        },
    )
    least = f"≤ {three_digits(limit / 10**DECADES)}" if log else "0"
    # Not as ticks: their labels stand below the very ends and would run into the next map's.
    for text, place, anchor in ((least, width[0], "left"), (three_digits(limit), width[1], "right")):
        figure.add_annotation(
            text=text,
            x=place,
            xanchor=anchor,
            xref="paper",
            y=top,
            yanchor="top",
            yref="paper",
            yshift=-1.1 * sizes.axis,
            font={"color": palette.muted, "size": round(0.9 * sizes.axis)},
            borderpad=0,
            showarrow=False,
        )
