"""Every method beside the exact optimum: a stem from 0 for each, so that lengths compare as the errors do."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import plotly.graph_objects as go

from gptq_viz.figures.look import layout
from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import Gap
from gptq_viz.theme import METHODS, Palette, Sizes

# Name, dash, marker and its sign: in the order of the picture, top to bottom.
ROWS: Mapping[str, tuple[str, str, str, str]] = {
    "rtn": (METHODS["rtn"].label, METHODS["rtn"].dash, METHODS["rtn"].symbol, METHODS["rtn"].sign),
    "obq": ("OBQ, each row its own order", "longdash", "diamond", "◆"),
    "gptq": (METHODS["gptq"].label, METHODS["gptq"].dash, METHODS["gptq"].symbol, METHODS["gptq"].sign),
    "act_order": ("GPTQ, act_order", "dashdot", "square", "■"),
    "greedy": ("GPTQ, greedy pivots", "longdashdot", "pentagon", "⬟"),
    "optimum": ("Exact optimum", "solid", "star", "★"),
}


NOISE = 1e-24  # a smaller share of the outputs is what double precision leaves of 0


@dataclass(frozen=True, slots=True)
class GapBars:
    """Damped relative error by method, and what it was measured on.

    Parameters
    ----------
    errors : mapping
        By the names of `ROWS`; nan where the outputs are all 0.
    rows, columns : int
        How much of the layer was quantized.
    """

    errors: Mapping[str, float]
    rows: int
    columns: int


def gap_bars_data(gap: Gap) -> GapBars:
    """Errors over all rows together."""
    errors = {name: gap.relative[name] for name in ROWS}
    clean = {name: 0.0 if error < NOISE else error for name, error in errors.items()}
    return GapBars(clean, gap.layer.out, gap.layer.inp)


def gap_bars_figure(data: GapBars, palette: Palette, sizes: Sizes) -> go.Figure:
    """A stem for each method, its name and error above it, and a line down from the optimum."""
    figure = go.Figure(layout=layout(palette, sizes))
    largest = max((error for error in data.errors.values() if math.isfinite(error)), default=0.0) or 1.0
    for row, name in enumerate(ROWS):
        if math.isfinite(data.errors[name]):
            _draw_method(figure, len(ROWS) - 1 - row, name, data.errors[name], palette, sizes)
    if math.isfinite(best := data.errors["optimum"]):
        figure.add_vline(
            best, line={"color": palette.muted, "width": sizes.line / 2, "dash": "dot"}, layer="below"
        )
    font = {"color": palette.muted, "size": sizes.axis}
    figure.update_xaxes(
        range=[0, 1.05 * largest],
        fixedrange=True,
        showgrid=False,
        zeroline=False,
        ticks="outside",
        tickcolor=palette.border,
        showline=True,
        linecolor=palette.border,
        nticks=6,
        exponentformat="e",
        tickfont=font,
        title={"text": "damped error, as a share of the outputs", "font": font, "standoff": 6},
    )
    figure.update_yaxes(range=[-0.4, len(ROWS) - 0.3], fixedrange=True, visible=False)
    figure.update_layout(
        height=round(270 + 11.2 * sizes.axis),
        margin={"b": round(3.4 * sizes.axis), "l": round(0.7 * sizes.axis)},
    )
    return figure


def gap_bars_text(data: GapBars) -> str:
    """All the numbers of the picture, in a sentence."""
    parts = [f"{label} {three_digits(data.errors[name])}" for name, (label, *_) in ROWS.items()]
    return f"Damped relative error over {data.rows} rows and {data.columns} columns: {', '.join(parts)}."


def gap_colour(palette: Palette, name: str) -> str:
    """Colour of a method: what differs from GPTQ by its order alone has the variants' colour."""
    return {
        "rtn": palette.rtn,
        "gptq": palette.gptq,
        "act_order": palette.variant,
        "greedy": palette.variant,
        "obq": palette.muted,
        "optimum": palette.text,
    }[name]


def _draw_method(figure: go.Figure, y: int, name: str, error: float, palette: Palette, sizes: Sizes) -> None:
    """Stem and mark at height `y`, the label above the stem: at its end there may be no room."""
    (label, dash, symbol, _), colour = ROWS[name], gap_colour(palette, name)
    figure.add_scatter(
        x=[0, error],
        y=[y, y],
        name=name,
        mode="lines",
        line={"color": colour, "dash": dash, "width": 2 * sizes.line},
        hoverinfo="skip",
    )
    figure.add_scatter(
        x=[error],
        y=[y],
        name=name,
        mode="markers",
        cliponaxis=False,
        marker={"symbol": symbol, "size": 1.1 * sizes.axis, "color": colour},
        hovertemplate=f"{label}: {three_digits(error)}<extra></extra>",
    )
    figure.add_annotation(
        x=0,
        y=y,
        yshift=0.5 * sizes.axis,
        xanchor="left",
        yanchor="bottom",
        text=f"<b>{label} {three_digits(error)}</b>",
        font={"color": colour, "size": round(1.1 * sizes.axis)},
        bgcolor=palette.background,
        borderpad=0,
        showarrow=False,
    )
