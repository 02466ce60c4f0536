"""A curve of errors: its method's colour, dash and marker, and its name at its end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from gptq_viz.figures.end_labels import EndLabel, draw_end_labels
from gptq_viz.figures.look import method_colour
from gptq_viz.theme import METHODS, Palette, Sizes

Values = Sequence[float] | npt.NDArray[np.float64] | npt.NDArray[np.signedinteger[Any]]
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
    below : sequence of bool
        Whether they stand below the point, not above.
    """

    method: str
    label: str
    values: Values
    kind: str = ""
    band: tuple[Values, Values] | None = None
    words: Sequence[str] = ()
    below: Sequence[bool] = ()


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
        textposition=["bottom center" if below else "top center" for below in curve.below] or None,
        textfont={"color": palette.text, "size": sizes.axis},
        hovertemplate=f"{curve.label}, %{{x}}: %{{y:.3g}}<extra></extra>",
        cliponaxis=False,
    )


def room_for_names(curves: Sequence[Curve]) -> float:
    """To the right of the plot, in type sizes."""
    return 2.5 + 0.5 * max(len(curve.label) for curve in curves)


def name_curves(figure: go.Figure, curves: Sequence[Curve], palette: Palette, sizes: Sizes) -> None:
    """Names with the signs of their marks, at the right ends; the figure is laid out by then."""
    labels = []
    for curve in curves:
        sign = KINDS[curve.kind][2] if curve.kind else METHODS[curve.method].sign
        height, colour = math.log10(curve.values[-1]), method_colour(palette, curve.method)
        labels.append(EndLabel(height, f"{sign} {curve.label}", colour))
    draw_end_labels(figure, labels, "y", sizes)
