"""Every method beside the exact optimum: a stem from 0 for each, so that lengths compare as the errors do."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, ruled_axis
from gptq_viz.figures.look import layout
from gptq_viz.figures.method_look import STYLES, MethodLook
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.stem import draw_stem, longest
from gptq_viz.numerics import Gap
from gptq_viz.theme import MethodStyle, Palette, Sizes

# In the order of the picture, top to bottom.
ROWS: Mapping[str, MethodStyle] = {
    "rtn": STYLES["rtn"],
    "obq": MethodStyle("OBQ, each row its own order", "longdash", "diamond", "◆"),
    "gptq": STYLES["gptq"],
    "act_order": STYLES["act_order"],
    "greedy": MethodStyle("GPTQ, greedy pivots", "longdashdot", "pentagon", "⬟"),
    "optimum": MethodStyle("Exact optimum", "solid", "star", "★"),
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
    largest = longest(data.errors.values())
    for row, name in enumerate(ROWS):
        if math.isfinite(data.errors[name]):
            look = MethodLook.of(ROWS[name], gap_colour(palette, name))
            label = f"<b>{look.label} {three_digits(data.errors[name])}</b>"
            draw_stem(figure, len(ROWS) - 1 - row, {"": data.errors[name]}, look, label, palette, sizes)
    if math.isfinite(best := data.errors["optimum"]):
        figure.add_vline(
            best, line={"color": palette.muted, "width": sizes.line / 2, "dash": "dot"}, layer="below"
        )
    figure.update_xaxes(
        **ruled_axis(palette, sizes),
        range=[0, 1.05 * largest],
        nticks=6,
        exponentformat="e",
        title=axis_title("damped error, as a share of the outputs", palette, sizes, 6),
    )
    figure.update_yaxes(range=[-0.4, len(ROWS) - 0.3], fixedrange=True, visible=False)
    figure.update_layout(
        height=round(270 + 11.2 * sizes.axis),
        margin={"b": round(3.4 * sizes.axis), "l": round(0.7 * sizes.axis)},
    )
    return figure


def gap_bars_text(data: GapBars) -> str:
    """All the numbers of the picture, in a sentence."""
    parts = [f"{style.label} {three_digits(data.errors[name])}" for name, style in ROWS.items()]
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
