"""Curves of errors over one setting, on two logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, ruled_axis
from gptq_viz.figures.cases.curve import Curve, Values, draw_curve, name_curves, room_for_names
from gptq_viz.figures.cases.error_axis import lay_out
from gptq_viz.figures.colours import faint
from gptq_viz.figures.log_axis import log_range
from gptq_viz.figures.look import method_colour
from gptq_viz.theme import Palette, Sizes


@dataclass(frozen=True, slots=True)
class Across:
    """The setting: its name, its places, what is printed at some of them, and one marked with words."""

    title: str
    places: Values
    ticks: Mapping[float, str]
    marked: tuple[float, str] | None = None


def curves_figure(curves: Sequence[Curve], across: Across, palette: Palette, sizes: Sizes) -> go.Figure:
    """Curves on two logarithmic axes."""
    figure = go.Figure()
    for curve in curves:
        if curve.band is not None:
            _draw_band(figure, curve.band, across.places, method_colour(palette, curve.method))
    for curve in curves:
        draw_curve(figure, curve, across.places, palette, sizes)
    upwards = log_range([values for curve in curves for values in (curve.values, *(curve.band or ()))])
    lay_out(figure, upwards, room_for_names(curves), palette, sizes)
    figure.update_xaxes(
        **ruled_axis(palette, sizes),
        type="log",
        range=log_range([across.places], beside=0.04),
        tickvals=list(across.ticks),
        ticktext=list(across.ticks.values()),
        title=axis_title(across.title, palette, sizes),
    )
    lines = 1 + max(words.count("<br>") for words in across.ticks.values())
    figure.update_layout(margin_b=round((2 + 1.2 * lines) * sizes.axis))
    if across.marked is not None:
        _draw_mark(figure, *across.marked, palette, sizes)
    name_curves(figure, curves, palette, sizes)
    return figure


def _draw_band(figure: go.Figure, band: tuple[Values, Values], places: Values, colour: str) -> None:
    """A pale area between two curves."""
    below, above = band
    figure.add_scatter(
        x=[*places, *reversed(list(places))],
        y=[*above, *reversed(list(below))],
        mode="lines",
        line_width=0,
        fill="toself",
        fillcolor=faint(colour, 0.15),
        hoverinfo="skip",
    )


def _draw_mark(figure: go.Figure, place: float, words: str, palette: Palette, sizes: Sizes) -> None:
    """A line across at one place, with words above it."""
    figure.add_vline(
        place, line={"color": palette.muted, "width": sizes.line / 2, "dash": "dot"}, layer="below"
    )
    figure.add_annotation(
        text=words,
        x=math.log10(place),
        y=1,
        yref="paper",
        yanchor="bottom",
        yshift=0.2 * sizes.axis,
        font={"color": palette.muted, "size": sizes.axis},
        showarrow=False,
    )
