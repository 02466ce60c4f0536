"""Every weight as it stood when its turn came, as a heat map, with the clipped ones hatched."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, ruled_axis
from gptq_viz.figures.cases.error_axis import picture_height
from gptq_viz.figures.look import diverging, layout
from gptq_viz.numerics.cases.clipped_weights import ClippedWeights
from gptq_viz.theme import Palette, Sizes

LIMIT = 2.0


def clipped_map(data: ClippedWeights, palette: Palette, sizes: Sizes) -> go.Figure:
    """Rows by columns, in order of quantization; loud columns are marked above."""
    figure = go.Figure(_heat_map(data, palette, sizes))
    _hatch(figure, data, palette, sizes)
    for column in data.loud:
        figure.add_annotation(
            text="loud<br>▼",
            x=int(column),
            y=-0.5,
            yanchor="bottom",
            font={"color": palette.text, "size": sizes.axis},
            borderpad=0,
            showarrow=False,
        )
    _lay_out(figure, data, palette, sizes)
    return figure


def _heat_map(data: ClippedWeights, palette: Palette, sizes: Sizes) -> go.Heatmap:
    """Twice the last level and more is as strong a colour as there is."""
    font = {"size": sizes.axis, "color": palette.muted}
    return go.Heatmap(
        z=data.reach,
        zmin=-LIMIT,
        zmax=LIMIT,
        colorscale=diverging(palette),
        xgap=1,
        ygap=1,
        hovertemplate="row %{y}, column %{x}: %{z:.2f} times the last level<extra></extra>",
        colorbar={
            "title": {"text": "weight /<br>last level", "font": font},
            "tickvals": [-LIMIT, -1, 0, 1, LIMIT],
            "ticktext": ["−2", "−1", "0", "1", "2"],
            "tickfont": font,
            "thickness": sizes.axis,
            "outlinewidth": 0,
        },
    )


def _hatch(figure: go.Figure, data: ClippedWeights, palette: Palette, sizes: Sizes) -> None:
    """A bar with a pattern over each clipped cell."""
    rows, columns = np.nonzero(data.clipped)
    figure.add_bar(
        x=columns,
        y=np.ones(len(rows)),
        base=rows - 0.5,
        width=1,
        name="clipped",
        marker={
            "color": "rgba(0, 0, 0, 0)",
            "line": {"color": palette.clipped, "width": sizes.line},
            "pattern": {"shape": "x", "fgcolor": palette.text, "size": 6, "solidity": 0.3},
        },
        customdata=data.reach[data.clipped],
        hovertemplate="clipped: %{customdata:.2f} times the last level<extra></extra>",
    )


def _lay_out(figure: go.Figure, data: ClippedWeights, palette: Palette, sizes: Sizes) -> None:
    """Row 0 on top."""
    unit = sizes.axis
    out, inp = data.reach.shape
    quiet = ruled_axis(palette, sizes) | {"showline": False, "dtick": 4}
    figure.update_xaxes(
        **quiet,
        range=[-0.5, inp - 0.5],
        title=axis_title("column, in order of quantization", palette, sizes),
    )
    figure.update_yaxes(**quiet, range=[out - 0.5, -0.5], title=axis_title("row", palette, sizes))
    figure.update_layout(
        layout(palette, sizes),
        height=picture_height(sizes),
        margin={"l": round(3 * unit), "t": round(2.9 * unit), "b": round(3.2 * unit)},
        barmode="overlay",
    )
