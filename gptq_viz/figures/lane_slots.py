"""Bands that tell blocks apart in wide layers, and the slots that updates of a block still have to fill."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.lanes import LanesPicture
from gptq_viz.theme import Palette

# More outlines would be a grey area.
MOST_SLOTS = 32
# Of the largest weight: bands of blocks.
BAND = 0.1


def draw_bands(figure: go.Figure, data: LanesPicture, palette: Palette) -> None:
    """Bands at the foot of both lanes that change from block to block, where lines would hide the bars."""
    inp = len(data.lazy)
    shades = [palette.muted if step // data.block % 2 else palette.border for step in range(inp)]
    for axis in ("y", "y2"):
        figure.add_bar(
            x=np.arange(inp),
            y=np.full(inp, BAND * data.largest),
            base=-1.05 * data.largest,
            width=1,
            xaxis="x",
            yaxis=axis,
            marker={"color": shades, "line_width": 0},
            hoverinfo="skip",
        )


def draw_slots(figure: go.Figure, data: LanesPicture, palette: Palette) -> None:
    """Outlines of the rows that the steps of this block still have to fill, one for all if there are many."""
    first, made = data.begun + data.block, len(data.owed)
    if first >= len(data.lazy) or made == data.block:
        return
    rows = np.arange(made, data.block) if data.block <= MOST_SLOTS else np.array([made])
    tops = [*rows[1:], data.block]
    for low, high in zip(rows, tops, strict=True):
        figure.add_shape(
            type="rect",
            name="slot",
            x0=first - 0.5,
            x1=len(data.lazy) - 0.5,
            y0=low - 0.45,
            y1=high - 0.55,
            xref="x",
            yref="y3",
            line={"color": palette.muted, "width": 1},
        )
