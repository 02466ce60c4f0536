"""The picture of error against bits: a line for each number of bits, a point for each size of groups."""

from __future__ import annotations

import math
from typing import Any

import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, quiet_axis
from gptq_viz.figures.heads import draw_head
from gptq_viz.figures.log_axis import TICKS, log_axis
from gptq_viz.figures.look import layout
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.tradeoff import TradeOffs, group_words
from gptq_viz.figures.tradeoff_labels import group_label, point_labels
from gptq_viz.numerics import TradeOff
from gptq_viz.theme import Palette, Sizes

DASHES = ("dot", "dash", "solid", "longdash")


def tradeoffs_figure(data: TradeOffs, palette: Palette, sizes: Sizes) -> go.Figure:
    """Full marks where nothing else has less error with no more bits; a ring around the settings' own."""
    figure = go.Figure()
    drawn = [one for one in data.points if math.isfinite(one.held_out) and one.held_out > 0]
    for dash, bits in zip(DASHES, sorted({one.bits for one in drawn}), strict=False):
        points = [one for one in drawn if one.bits == bits]
        labels = point_labels(points, data.current, drawn)
        _draw_line(figure, points, labels, dash, palette, sizes)
    if data.current in drawn:
        _draw_ring(figure, data.current, palette, sizes)
    _lay_out(figure, drawn, palette, sizes)
    return figure


def _draw_line(
    figure: go.Figure,
    points: list[TradeOff],
    labels: tuple[str, ...],
    dash: str,
    palette: Palette,
    sizes: Sizes,
) -> None:
    """From no groups to the smallest, with the size of the groups beside each point."""
    colours = [palette.gptq if one.group is None else palette.variant for one in points]
    figure.add_scatter(
        x=[one.per_weight for one in points],
        y=[one.held_out for one in points],
        mode="lines+markers+text",
        line={"color": palette.muted, "dash": dash, "width": sizes.line},
        marker={
            "symbol": ["circle" if one.group is None else "square" for one in points],
            "size": 0.75 * sizes.axis,
            "color": [c if one.best else palette.background for c, one in zip(colours, points, strict=True)],
            "line": {"color": colours, "width": sizes.line},
        },
        text=labels,
        textposition=["top left" if one.group is None else "top right" for one in points],
        textfont={"color": colours, "size": sizes.axis},
        customdata=[[group_words(one.group), three_digits(one.calibration)] for one in points],
        hovertemplate=f"{points[0].bits} bits, %{{customdata[0]}}: %{{x:.3f}} bits per weight<br>"
        "held-out error %{y:.3g}, calibration %{customdata[1]}<extra></extra>",
        cliponaxis=False,
    )
    figure.add_annotation(
        text=f"<b>{points[0].bits} bits</b>",
        x=points[0].per_weight,
        y=math.log10(points[0].held_out),
        xanchor="right",
        xshift=-1.3 * sizes.axis,
        font={"color": palette.text, "size": sizes.axis},
        borderpad=0,
        showarrow=False,
    )


def _draw_ring(figure: go.Figure, one: TradeOff, palette: Palette, sizes: Sizes) -> None:
    """Around the point of the settings."""
    figure.add_scatter(
        x=[one.per_weight],
        y=[one.held_out],
        mode="markers",
        marker={
            "symbol": "circle-open",
            "size": 1.9 * sizes.axis,
            "color": palette.text,
            "line": {"width": sizes.line},
        },
        hoverinfo="skip",
    )
    figure.add_annotation(
        text=f"these settings, {group_label(one)}",
        x=one.per_weight,
        y=math.log10(one.held_out),
        xanchor="right",
        xshift=sizes.axis,
        yanchor="top",
        yshift=-sizes.axis,
        font={"color": palette.text, "size": sizes.axis},
        borderpad=0,
        showarrow=False,
    )


def _lay_out(figure: go.Figure, drawn: list[TradeOff], palette: Palette, sizes: Sizes) -> None:
    """Bits from left to right, the error on a logarithmic axis, what is what above them."""
    unit, (across, upwards) = sizes.axis, _axes(drawn, palette, sizes)
    figure.update_layout(
        layout(palette, sizes),
        height=round(430 + 5 * unit),
        margin={"l": round(4 * unit), "r": 2, "t": round(2.9 * unit), "b": round(3.1 * unit)},
        xaxis=across,
        yaxis=upwards,
    )
    draw_head(
        figure,
        "held-out error; numbers: columns a group<br>filled: nothing has less error for as few bits",
        palette.muted,
        sizes,
        x="paper",
        y="paper",
    )


def _axes(drawn: list[TradeOff], palette: Palette, sizes: Sizes) -> tuple[dict[str, Any], dict[str, Any]]:
    """Both axes, with room for the words beside the points."""
    bits = [one.per_weight for one in drawn] or [2.0]
    logs = [math.log10(one.held_out) for one in drawn] or [0.0]
    beside, above = (0.1 * (max(values) - min(values) or 1) for values in (bits, logs))
    across = quiet_axis(palette, sizes) | {
        "range": [min(bits) - 2.6 * beside, max(bits) + beside],
        "showline": True,
        "linecolor": palette.border,
        "title": axis_title("true bits per weight: codes, scales, zeros, g_idx", palette, sizes, 3),
    }
    span = min(logs) - 1.5 * above, max(logs) + above
    upwards = quiet_axis(palette, sizes, grid=True) | log_axis(span, TICKS)
    return across, upwards
