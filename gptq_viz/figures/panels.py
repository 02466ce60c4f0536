"""Small heat maps side by side: a panel, the line above it, the colour bar beside a row of three."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.look import diverging
from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.theme import Palette


def draw_panel(
    figure: go.Figure, row: int, column: int, values: FloatArray, limit: float, palette: Palette
) -> None:
    """One heat map, row 0 on top, without axes."""
    figure.add_heatmap(
        z=values.astype(np.float32),
        zmin=-limit,
        zmax=limit,
        colorscale=diverging(palette),
        showscale=False,
        xgap=1 if values.shape[1] <= 32 else 0,
        ygap=1 if values.shape[0] <= 16 else 0,
        hovertemplate="row %{y}, column %{x}: %{z:.3g}<extra></extra>",
        row=row,
        col=column,
    )
    figure.update_xaxes(visible=False, fixedrange=True, row=row, col=column)
    figure.update_yaxes(visible=False, fixedrange=True, autorange="reversed", row=row, col=column)


def colour_bar(figure: go.Figure, row: int, span: float, palette: Palette) -> dict[str, Any]:
    """Colour bar beside a row, with 0 marked."""
    bottom, top = figure.layout["yaxis" if row == 1 else f"yaxis{3 * row - 2}"].domain
    return {
        "thickness": 8,
        "outlinewidth": 0,
        "len": top - bottom,
        "y": (top + bottom) / 2,
        "xpad": 6,
        "ypad": 0,
        "tickvals": [-span, 0, span],
        "ticktext": [f"−{three_digits(span)}", "0", three_digits(span)],
        "tickfont": {"color": palette.muted},
        "ticks": "outside",
        "ticklen": 3,
        "tickcolor": palette.muted,
    }


def draw_title(figure: go.Figure, row: int, column: int, title: str, palette: Palette) -> None:
    """A line above a panel."""
    number = 3 * (row - 1) + column
    axis = "" if number == 1 else str(number)
    figure.add_annotation(
        text=title,
        xref=f"x{axis} domain",
        yref=f"y{axis} domain",
        x=0,
        y=1,
        xanchor="left",
        yanchor="bottom",
        showarrow=False,
        font_color=palette.muted,
    )
