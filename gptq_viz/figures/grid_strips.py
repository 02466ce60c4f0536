"""The picture of the three grids: the same weights above each ruler, its codes below its levels."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title
from gptq_viz.figures.grids import Grids, signed
from gptq_viz.figures.look import layout
from gptq_viz.figures.versus_frame import versus_height
from gptq_viz.numerics import RowGrid
from gptq_viz.theme import Palette, Sizes

WEIGHTS, CODES = 1.0, -0.34  # heights above and below the ruler
BOTTOM, TOP = -0.75, 1.9
MOST_CODES = 17  # that have room below a ruler
MOST_LEVELS = 64  # that can be told apart


def grids_figure(data: Grids, palette: Palette, sizes: Sizes) -> go.Figure:
    """Three rulers, one below the other, on the same axis of weights."""
    figure = go.Figure()
    ends = np.concatenate([data.weights, *(one.levels for one in data.grids)])
    beside = 0.04 * float(ends.max() - ends.min()) or 1.0
    unit, font = sizes.axis, {"color": palette.muted, "size": sizes.axis}
    words: list[dict[str, Any]] = []
    for number, one in enumerate(data.grids):
        _draw_strip(figure, number, one, data, palette, sizes)
        words += _words(number, one, data, palette, sizes)
        top = 1 - number / 3
        figure.layout[f"yaxis{number + 1}"] = {
            "domain": [top - 1 / 3, top],
            "range": [BOTTOM, TOP],
            "visible": False,
            "fixedrange": True,
        }
    figure.update_layout(
        layout(palette, sizes),
        height=versus_height(sizes),
        margin={"l": 4, "r": 4, "t": round(0.5 * unit), "b": round(3 * unit)},
        annotations=words,  # together: one by one they take ten times as long
        xaxis={
            "range": [float(ends.min()) - beside, float(ends.max()) + beside],
            "anchor": "y3",
            "fixedrange": True,
            "gridcolor": palette.border,
            "zeroline": True,
            "zerolinecolor": palette.text,
            "zerolinewidth": sizes.line,
            "ticklen": 3,
            "tickfont": font,
            "title": axis_title(f"weights of row {data.row}", palette, sizes, 2),
        },
    )
    return figure


def _draw_strip(
    figure: go.Figure, number: int, one: RowGrid, data: Grids, palette: Palette, sizes: Sizes
) -> None:
    """A ruler with its levels, the weights above, the way of each to its level."""
    axis: dict[str, Any] = {"xaxis": "x", "yaxis": f"y{number + 1}"}
    colour = palette.gptq if one.grid == data.current else palette.muted
    ways = np.column_stack([data.weights, one.quantized, np.full(len(data.weights), np.nan)]).ravel()
    figure.add_scatter(
        **axis,
        x=[None if np.isnan(x) else x for x in ways],
        y=[WEIGHTS, 0, None] * len(data.weights),
        mode="lines",
        line={"color": palette.border, "width": sizes.line / 2},
        hoverinfo="skip",
    )
    if len(one.levels) <= MOST_LEVELS:
        figure.add_scatter(
            **axis,
            x=one.levels,
            y=np.zeros(len(one.levels)),
            customdata=one.level_codes,
            mode="markers",
            marker={
                "symbol": "line-ns",
                "size": 0.9 * sizes.axis,
                "line": {"color": colour, "width": sizes.line},
            },
            hovertemplate="code %{customdata}: %{x:.3g}<extra></extra>",
        )
    figure.add_scatter(
        **axis,
        x=data.weights,
        y=np.full(len(data.weights), WEIGHTS),
        customdata=np.column_stack([np.arange(len(data.weights)), one.codes, one.quantized]),
        mode="markers",
        marker={"size": 0.55 * sizes.axis, "color": palette.text, "opacity": 0.7},
        hovertemplate="column %{customdata[0]}: %{x:.3g} becomes code %{customdata[1]}, "
        "%{customdata[2]:.3g}<extra></extra>",
    )


def _words(number: int, one: RowGrid, data: Grids, palette: Palette, sizes: Sizes) -> list[dict[str, Any]]:
    """Codes below the levels, that of 0 in a frame; the grid's name above."""
    every = -(-len(one.levels) // MOST_CODES)
    named = [code for code in one.level_codes.tolist() if (code - one.zero) % every == 0]
    shared = {"yref": f"y{number + 1}", "bgcolor": palette.background, "showarrow": False}
    words: list[dict[str, Any]] = []
    for code in named:
        frame = {"bordercolor": palette.text, "borderwidth": 1, "borderpad": 2} if code == one.zero else {}
        words.append(
            shared
            | {
                "text": f"<b>{signed(code)}</b>" if frame else signed(code),
                "x": (code - one.zero) * one.scale,
                "y": CODES,
                "borderpad": 0,
                "font": {"color": palette.text if frame else palette.muted, "size": sizes.axis},
            }
            | frame
        )
    name = {
        "text": f"<b>{one.grid}</b>{', these settings' if one.grid == data.current else ''}",
        "x": 0,
        "xref": "paper",
        "xanchor": "left",
        "y": TOP,
        "yanchor": "top",
        "font": {"color": palette.text, "size": sizes.axis},
        "borderpad": 1,
    }
    return [*words, shared | name]
