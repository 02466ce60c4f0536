"""The picture of weights against outputs: two dots a row and the way between them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, quiet_axis
from gptq_viz.figures.heads import draw_empty
from gptq_viz.figures.log_axis import log_axis, log_range
from gptq_viz.figures.look import layout
from gptq_viz.figures.method_look import pair_looks
from gptq_viz.figures.row_dots import BEHIND, dot_size
from gptq_viz.figures.rows import RowPicture
from gptq_viz.figures.versus_frame import versus_height
from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.theme import Palette, Sizes

LEGEND = {
    "orientation": "h",
    "x": 0,
    "xanchor": "left",
    "y": 1,
    "yanchor": "bottom",
    "bgcolor": "rgba(0, 0, 0, 0)",
    "itemclick": False,
    "itemdoubleclick": False,
    "traceorder": "normal",
}
MOST_ARROWS = 64  # rows; more heads than that hide the dots


def paths_figure(data: RowPicture, palette: Palette, sizes: Sizes) -> go.Figure:
    """Both axes logarithmic; a row without error on one of them has no place."""
    figure = go.Figure()
    x = {name: data.errors[name].weights for name in ("rtn", "gptq")}
    y = {name: data.held_out(name) for name in x}
    drawn = np.flatnonzero(np.all([axis[name] > 0 for axis in (x, y) for name in x], axis=0))
    x, y = ({name: axis[name][drawn] for name in axis} for axis in (x, y))
    _draw_ways(figure, x, y, palette, sizes)
    for name, look in pair_looks(data.method, palette).items():
        figure.add_scatter(
            x=x[name],
            y=y[name],
            customdata=drawn,
            name=look.label,
            mode="markers",
            marker={
                "symbol": look.symbol,
                "size": dot_size(len(drawn), sizes) * (BEHIND if name == "rtn" else 1),
                "color": look.colour,
            },
            hovertemplate=f"row %{{customdata}}, {look.label}: weights %{{x:.3g}}, outputs %{{y:.3g}}"
            "<extra></extra>",
        )
    across, upwards = (log_range(axis.values(), beside=0.07) for axis in (x, y))
    _lay_out(figure, across, upwards, palette, sizes)
    if not len(drawn):
        draw_empty(figure, "no row with an error of its weights and its outputs", palette.muted, sizes)
    return figure


def _draw_ways(
    figure: go.Figure,
    x: Mapping[str, FloatArray],
    y: Mapping[str, FloatArray],
    palette: Palette,
    sizes: Sizes,
) -> None:
    """From RTN to GPTQ where a row moves at all, with a head where there is room for heads."""
    moved = (x["rtn"] != x["gptq"]) | (y["rtn"] != y["gptq"])
    x, y = ({name: ends[moved] for name, ends in axis.items()} for axis in (x, y))
    rows = len(moved)
    heads = rows <= MOST_ARROWS
    figure.add_scatter(
        x=_way(x),
        y=_way(y),
        name="from RTN to GPTQ",
        mode="lines+markers" if heads else "lines",
        line={"color": palette.muted if heads else palette.border, "width": sizes.line / 2},
        marker={
            "symbol": "arrow",
            "angleref": "previous",
            "color": palette.muted,
            "size": [0, 0.8 * sizes.axis, 0] * int(moved.sum()),
            "line": {"width": 0},  # marks of several sizes have a white edge otherwise
            "standoff": dot_size(rows, sizes) / 2,
        },
        hoverinfo="skip",
        showlegend=False,
    )


def _way(ends: Mapping[str, FloatArray]) -> list[float | None]:
    """Start and end of every row, with gaps between the rows."""
    pairs = zip(ends["rtn"].tolist(), ends["gptq"].tolist(), strict=True)
    return [value for pair in pairs for value in (*pair, None)]


def _lay_out(
    figure: go.Figure,
    across: tuple[float, float],
    upwards: tuple[float, float],
    palette: Palette,
    sizes: Sizes,
) -> None:
    """Weights along, outputs upwards, the names of the dots above."""
    unit = sizes.axis
    titles = ("mean squared error of the weights", "held-out error of the outputs")
    axes = [
        quiet_axis(palette, sizes, grid=True)
        | log_axis(span)
        | {"tickangle": 0, "title": axis_title(title, palette, sizes, 2)}
        for span, title in zip((across, upwards), titles, strict=True)
    ]
    figure.update_layout(
        layout(palette, sizes),
        height=versus_height(sizes),
        margin={"l": round(5.2 * unit), "r": round(unit), "t": round(2 * unit), "b": round(3.2 * unit)},
        xaxis=axes[0],
        yaxis=axes[1],
        showlegend=True,
        legend=LEGEND | {"font": {"color": palette.text, "size": unit}},
    )
