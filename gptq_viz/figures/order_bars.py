"""The picture of orders: for each the forecast and both errors, as three bars with their numbers."""

from __future__ import annotations

import math

import plotly.graph_objects as go

from gptq_viz.figures.look import layout
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.order_errors import OrderErrors
from gptq_viz.theme import Palette, Sizes

MEANINGS = {
    "natural": "as the layer has them",
    "act_order": "loudest inputs first",
    "ascending": "quietest inputs first",
    "random": "shuffled",
    "greedy": "least pivots last",
}
# Bars of an order, from above: what they stand for and how solid they are drawn.
BARS = (("forecast", "/"), ("calibration", "."), ("held out", ""))
STEP = 0.26


def orders_figure(orders: tuple[OrderErrors, ...], palette: Palette, sizes: Sizes) -> go.Figure:
    """Three bars an order: hatched, dotted, solid; the best forecast on top."""
    figure = go.Figure()
    values = [value for one in orders for value in (one.forecast, one.calibration, one.held_out)]
    largest = max((value for value in values if math.isfinite(value)), default=0.0) or 1.0
    for row, one in enumerate(orders):
        _draw_order(figure, len(orders) - 1 - row, one, palette, sizes, named=row == 0)
    figure.update_layout(
        layout(palette, sizes),
        height=round(270 + 12 * sizes.axis),
        margin={"l": round(9.5 * sizes.axis), "b": round(3.2 * sizes.axis)},
        barmode="overlay",
    )
    figure.update_xaxes(
        range=[0, 1.3 * largest],
        fixedrange=True,
        showgrid=False,
        zeroline=False,
        ticks="outside",
        ticklen=3,
        tickcolor=palette.border,
        linecolor=palette.border,
        showline=True,
        nticks=6,
        tickfont_color=palette.muted,
        title={
            "text": "relative output error",
            "font": {"color": palette.muted, "size": sizes.axis},
            "standoff": 4,
        },
    )
    figure.update_yaxes(range=[-0.5, len(orders) - 0.5], fixedrange=True, visible=False)
    return figure


def _draw_order(
    figure: go.Figure, y: int, one: OrderErrors, palette: Palette, sizes: Sizes, *, named: bool
) -> None:
    """Bars, a number at the end of each, if `named` also what it is, and the order's name on the left."""
    colour = {"natural": palette.gptq, "act_order": palette.variant, "greedy": palette.variant}.get(
        one.name, palette.muted
    )
    values = (one.forecast, one.calibration, one.held_out)
    for k, ((kind, shape), value) in enumerate(zip(BARS, values, strict=True)):
        place = y + (1 - k) * STEP
        if not math.isfinite(value):
            continue
        figure.add_bar(
            x=[value],
            y=[place],
            orientation="h",
            width=0.85 * STEP,
            marker={
                "color": palette.background if shape else colour,
                "line": {"color": colour, "width": 1},
                "pattern": {"shape": shape, "fgcolor": colour, "size": 6, "solidity": 0.25},
            },
            text=[f"{three_digits(value)} {kind}" if named else three_digits(value)],
            textposition="outside",
            textfont={"color": palette.text if kind == "held out" else palette.muted, "size": sizes.axis},
            constraintext="none",
            cliponaxis=False,
            hovertemplate=f"{one.label}, {kind}: {three_digits(value)}<extra></extra>",
        )
    figure.add_annotation(
        text=f"<b>{one.label}</b><br>{'these settings' if one.current else MEANINGS[one.name]}",
        x=0,
        xref="paper",
        xanchor="right",
        xshift=-0.5 * sizes.axis,
        y=y,
        align="right",
        font={"color": colour, "size": sizes.axis},
        borderpad=0,
        showarrow=False,
    )
