"""Curves of errors over one setting: the method's colour, dash and marker, and its name at the end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from gptq_viz.figures.cases.error_axis import axis_look, lay_out
from gptq_viz.figures.end_labels import EndLabel, draw_end_labels
from gptq_viz.figures.log_axis import log_range
from gptq_viz.figures.look import method_colour
from gptq_viz.theme import METHODS, Palette, Sizes

Values = Sequence[float] | npt.NDArray[np.float64] | npt.NDArray[np.signedinteger[Any]]
RIGHT = 12.0  # room for the names, in type sizes
# Dash, marker and its sign where they are not the method's own: measured or run in another way.
KINDS = {"calibration": ("", "circle-open", "○"), "other": ("longdash", "diamond", "◆")}


@dataclass(frozen=True, slots=True)
class Curve:
    """One method over the setting.

    Parameters
    ----------
    method, label : str
        ``"rtn"``, ``"frozen"`` or ``"gptq"``, and what stands at the end of the curve.
    values : sequence of float
        Positive, one for each place of the setting.
    kind : str
        ``""``: as the method is drawn everywhere; ``"calibration"``: thin, with hollow marks;
        ``"other"``: the method with another setting.
    band : pair of sequences, optional
        Below and above, where seeds differ.
    words : sequence of str
        At each point, if any.
    below : bool
        Whether they stand below the points, not above.
    """

    method: str
    label: str
    values: Values
    kind: str = ""
    band: tuple[Values, Values] | None = None
    words: Sequence[str] = ()
    below: bool = False


@dataclass(frozen=True, slots=True)
class Across:
    """The setting: its name, its places, which of them are printed, and one that is marked with words."""

    title: str
    places: Values
    ticks: Sequence[float]
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
    lay_out(figure, upwards, RIGHT, palette, sizes)
    figure.update_xaxes(
        **axis_look(palette, sizes),
        type="log",
        range=log_range([across.places], beside=0.04),
        tickvals=list(across.ticks),
        ticktext=[f"{tick:g}" for tick in across.ticks],
        title={"text": across.title, "font": {"color": palette.muted, "size": sizes.axis}, "standoff": 4},
    )
    if across.marked is not None:
        _draw_mark(figure, *across.marked, palette, sizes)
    name_curves(figure, curves, palette, sizes)
    return figure


def name_curves(figure: go.Figure, curves: Sequence[Curve], palette: Palette, sizes: Sizes) -> None:
    """Names with the signs of their marks, at the right ends; the figure is laid out by then."""
    labels = []
    for curve in curves:
        sign = KINDS[curve.kind][2] if curve.kind else METHODS[curve.method].sign
        height, colour = math.log10(curve.values[-1]), method_colour(palette, curve.method)
        labels.append(EndLabel(height, f"{sign} {curve.label}", colour))
    draw_end_labels(figure, labels, "y", sizes)


def _draw_band(figure: go.Figure, band: tuple[Values, Values], places: Values, colour: str) -> None:
    """A pale area between two curves."""
    below, above = band
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    figure.add_scatter(
        x=[*places, *reversed(list(places))],
        y=[*above, *reversed(list(below))],
        mode="lines",
        line_width=0,
        fill="toself",
        fillcolor=f"rgba({red}, {green}, {blue}, 0.15)",
        hoverinfo="skip",
    )


def draw_curve(
    figure: go.Figure, curve: Curve, places: Values | Sequence[str], palette: Palette, sizes: Sizes
) -> None:
    """Line, marks, and their words."""
    style, colour = METHODS[curve.method], method_colour(palette, curve.method)
    dash, symbol, _ = KINDS.get(curve.kind, (style.dash, style.symbol, ""))
    thin = curve.kind == "calibration"
    figure.add_scatter(
        x=list(places),
        y=list(curve.values),
        name=curve.label,
        mode="lines+markers+text" if curve.words else "lines+markers",
        line={"color": colour, "dash": dash or style.dash, "width": sizes.line / (2 if thin else 1)},
        marker={"symbol": symbol, "size": 0.6 * sizes.axis, "color": colour},
        text=list(curve.words) or None,
        textposition="bottom center" if curve.below else "top center",
        textfont={"color": palette.text, "size": sizes.axis},
        hovertemplate=f"{curve.label}, %{{x}}: %{{y:.3g}}<extra></extra>",
        cliponaxis=False,
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
        font={"color": palette.muted, "size": sizes.axis},
        showarrow=False,
    )
