"""The colour bar of a heat map of H or U, lying below it, its ends named."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from gptq_viz.figures.magnitude import DECADES
from gptq_viz.figures.numbers import three_digits
from gptq_viz.theme import Palette, Sizes


def draw_bar(
    figure: go.Figure,
    axes: tuple[str, str],
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
    axes : (str, str)
        Plotly's names of the map's axes.
    limit : float
        Largest magnitude.
    top, width : float, (float, float)
        Where the map ends below, and from where to where it is wide; shares of the figure.
    """
    figure.add_scatter(
        x=[None],
        y=[None],
        xaxis=axes[0],
        yaxis=axes[1],
        mode="markers",
        hoverinfo="skip",
        showlegend=False,
        marker={
            "color": [0],
            "cmin": 0,
            "cmax": 1,
            "colorscale": [(0.0, palette.magnitude[0]), (1.0, palette.magnitude[1])],
            "showscale": True,
            "colorbar": _lying(top, width, palette, sizes),
        },
    )
    least = f"≤ {limit / 10**DECADES:.0e}".replace("e-0", "e-") if log else "0"
    # Not as ticks: their labels stand below the very ends and would run into the next map's.
    for text, place, anchor in ((least, width[0], "left"), (three_digits(limit), width[1], "right")):
        _draw_end(figure, text, place, anchor, top, palette, sizes)


def _draw_end(
    figure: go.Figure, text: str, place: float, anchor: str, top: float, palette: Palette, sizes: Sizes
) -> None:
    """The value at one end of a bar."""
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


def _lying(top: float, width: tuple[float, float], palette: Palette, sizes: Sizes) -> dict[str, Any]:
    """A colour bar without ticks, as wide as its map."""
    return {
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
