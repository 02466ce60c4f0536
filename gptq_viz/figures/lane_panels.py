"""The picture of the two lanes: bars of weights above each other, below them a heat map of what is owed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.lane_marks import draw_marks
from gptq_viz.figures.lanes import LanesPicture
from gptq_viz.figures.look import diverging, layout
from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.theme import Palette, Sizes

DOMAINS = IMMEDIATE, LAZY, OWED = (0.75, 1.0), (0.4, 0.65), (0.0, 0.27)
HEIGHT = 465
# Wider layers and blocks are drawn without lines between the cells.
CELLS_WITH_GAPS = 64
MOST_TICKS = 17


def lanes_figure(data: LanesPicture, palette: Palette, sizes: Sizes) -> go.Figure:
    """Final columns hatched, updates that are owed as outlines on top of the bars, block edges dashed."""
    figure = go.Figure()
    _draw_lane(figure, "", data.immediate, data, palette, sizes)
    _draw_lane(figure, "2", data.lazy, data, palette, sizes)
    if data.waiting:
        _draw_pending(figure, data, palette)
    _draw_owed(figure, data, palette)
    _lay_out(figure, data, palette, sizes)
    draw_marks(figure, data, DOMAINS, palette, sizes)
    return figure


def _draw_lane(
    figure: go.Figure, axis: str, weights: FloatArray, data: LanesPicture, palette: Palette, sizes: Sizes
) -> None:
    """A bar a column; those before the current one are final."""
    columns = np.arange(len(weights))
    final = columns < data.step
    figure.add_bar(
        x=columns,
        y=weights,
        xaxis="x",
        yaxis=f"y{axis}",
        marker={
            "color": [palette.surface if done else palette.gptq for done in final],
            "line": {"color": [palette.muted if done else palette.gptq for done in final], "width": 1},
            "pattern": {
                "shape": ["/" if done else "" for done in final],
                "fgcolor": palette.muted,
                "size": 6,
                "solidity": 0.3,
            },
        },
        hovertemplate="step %{x}: %{y:.3g}<extra></extra>",
    )


def _draw_pending(figure: go.Figure, data: LanesPicture, palette: Palette) -> None:
    """From where the lazy lane's weight is to where it should be."""
    columns = np.flatnonzero(np.arange(len(data.lazy)) >= data.begun + data.block)
    figure.add_bar(
        x=columns,
        y=data.pending[columns],
        base=data.lazy[columns],
        xaxis="x",
        yaxis="y2",
        marker={
            "color": "rgba(0, 0, 0, 0)",
            "line": {"color": palette.text, "width": 1},
            "pattern": {"shape": "x", "fgcolor": palette.text, "size": 5, "solidity": 0.3},
        },
        hovertemplate="step %{x}: %{y:.3g} owed<extra></extra>",
    )


def _draw_owed(figure: go.Figure, data: LanesPicture, palette: Palette) -> None:
    """A row an update, from below; columns of the block have theirs already."""
    inp = len(data.lazy)
    owed = np.full((data.block, inp), np.nan, dtype=np.float32)
    owed[: len(data.owed)] = data.owed
    owed[:, : data.begun + data.block] = np.nan
    gap = 1 if inp <= CELLS_WITH_GAPS and data.block <= 32 else 0
    figure.add_heatmap(
        z=owed,
        xaxis="x",
        yaxis="y3",
        zmin=-data.strong_owed,
        zmax=data.strong_owed,
        colorscale=diverging(palette),
        showscale=False,
        xgap=gap,
        ygap=gap,
        hoverongaps=False,
        customdata=np.broadcast_to(data.begun + np.arange(data.block)[:, None], owed.shape),
        hovertemplate="owed by step %{customdata} to %{x}: %{z:.3g}<extra></extra>",
    )


def _lay_out(figure: go.Figure, data: LanesPicture, palette: Palette, sizes: Sizes) -> None:
    """One axis of steps, the same range of weights on both lanes."""
    unit, inp = sizes.axis, len(data.lazy)
    quiet = {"fixedrange": True, "showgrid": False, "tickfont_color": palette.muted, "ticklen": 2}
    weights = quiet | {"range": [-1.05 * data.largest, 1.05 * data.largest], "nticks": 4}
    weights |= {"zeroline": True, "zerolinecolor": palette.muted}
    figure.update_layout(
        layout(palette, sizes),
        height=HEIGHT,
        margin={"l": round(2.8 * unit), "r": 2, "t": round(1.5 * unit), "b": round(2.9 * unit)},
        barmode="overlay",
        bargap=0.15,
        xaxis=quiet
        | {
            "range": [-0.5, inp - 0.5],
            "anchor": "y3",
            "zeroline": False,
            **({"dtick": 1} if inp <= MOST_TICKS else {"nticks": MOST_TICKS}),
            "title": {
                "text": "column, in order of quantization",
                "font": {"color": palette.muted, "size": unit},
                "standoff": 2,
            },
        },
        yaxis=weights | {"domain": IMMEDIATE},
        yaxis2=weights | {"domain": LAZY},
        yaxis3=quiet
        | {
            "domain": OWED,
            "range": [-0.5, data.block - 0.5],
            "zeroline": False,
            "showticklabels": False,
            "ticks": "",
        },
    )
