"""Strips of dots, one a seed: GPTQ's error as a multiple of RTN's, with a bar at the median."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, ruled_axis
from gptq_viz.figures.cases.error_axis import picture_height
from gptq_viz.figures.look import layout
from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.theme import METHODS, Palette, Sizes

SPREAD = 0.24  # heights of a strip's dots, to either side


@dataclass(frozen=True, slots=True)
class Strip:
    """Its name, what is written above it, a ratio for each seed, and Plotly's name of its marker."""

    name: str
    ratios: FloatArray
    symbol: str


def strips_figure(strips: Sequence[Strip], palette: Palette, sizes: Sizes) -> go.Figure:
    """The first strip on top; left of the line at 1 GPTQ is better than RTN."""
    figure = go.Figure()
    for row, strip in enumerate(reversed(strips)):
        _draw(figure, row, strip, palette, sizes)
    _draw_equal(figure, palette, sizes)
    _lay_out(figure, strips, palette, sizes)
    return figure


def _draw(figure: go.Figure, row: int, strip: Strip, palette: Palette, sizes: Sizes) -> None:
    """Dots at seven heights in turn, so that few of them cover each other; the median is a bar."""
    steps = (np.arange(len(strip.ratios)) * 3 % 7 - 3) / 3
    figure.add_scatter(
        x=strip.ratios,
        y=row + SPREAD * steps,
        name=strip.name,
        mode="markers",
        marker={"symbol": strip.symbol, "size": 0.6 * sizes.axis, "color": palette.gptq, "opacity": 0.8},
        hovertemplate=f"{strip.name}: %{{x:.3f}}<extra></extra>",
    )
    median = float(np.median(strip.ratios))
    figure.add_shape(
        type="line",
        x0=median,
        x1=median,
        y0=row - 0.3,
        y1=row + 0.3,
        line={"color": palette.text, "width": 1.5 * sizes.line},
    )
    figure.add_annotation(
        text=f"<b>{strip.name}</b>",
        x=0,
        xref="paper",
        xanchor="left",
        y=row + 0.3,
        yanchor="bottom",
        font={"color": palette.text, "size": sizes.axis},
        showarrow=False,
    )


def _draw_equal(figure: go.Figure, palette: Palette, sizes: Sizes) -> None:
    """Where both methods make the same error, and which is better on either side."""
    line = {"color": palette.rtn, "width": sizes.line, "dash": METHODS["rtn"].dash}
    figure.add_vline(1, line=line, layer="below")
    for words, side, colour in (
        ("GPTQ better ←", "right", palette.gptq),
        ("→ RTN better", "left", palette.rtn),
    ):
        figure.add_annotation(
            text=words,
            x=1,
            xanchor=side,
            xshift=(0.6 if side == "left" else -0.6) * sizes.axis,
            y=1,
            yref="paper",
            yanchor="bottom",
            font={"color": colour, "size": sizes.axis},
            showarrow=False,
        )


def _lay_out(figure: go.Figure, strips: Sequence[Strip], palette: Palette, sizes: Sizes) -> None:
    """All dots and the line at 1."""
    unit = sizes.axis
    values = np.concatenate([[1.0], *(strip.ratios for strip in strips)])
    beside = 0.08 * np.ptp(values) or 0.1
    figure.update_xaxes(
        **ruled_axis(palette, sizes),
        range=[values.min() - beside, values.max() + beside],
        nticks=6,
        title=axis_title("error of GPTQ / error of RTN", palette, sizes),
    )
    figure.update_yaxes(range=[-0.45, len(strips) - 0.4], fixedrange=True, visible=False)
    beside_plot = round(0.7 * unit)
    figure.update_layout(
        layout(palette, sizes),
        height=picture_height(sizes),
        margin={"l": beside_plot, "r": beside_plot, "t": round(1.8 * unit), "b": round(3.2 * unit)},
    )
