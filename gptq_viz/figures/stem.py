"""A stem from 0 to an error, with the method's mark at its end and its name above it."""

from __future__ import annotations

from collections.abc import Mapping

import plotly.graph_objects as go

from gptq_viz.figures.method_look import MethodLook
from gptq_viz.figures.numbers import three_digits
from gptq_viz.theme import Palette, Sizes


def draw_stem(
    figure: go.Figure,
    y: float,
    ends: Mapping[str, float],
    look: MethodLook,
    text: str,
    palette: Palette,
    sizes: Sizes,
) -> None:
    """Stem and marks at height `y`; the label stands above the stem: at its end there may be no room.

    Parameters
    ----------
    ends : mapping
        From what hovering calls it to the error; the last one is the stem's end, those before it small hollow
        marks on the way or beyond.
    look : MethodLook
        Colour, dash and marker.
    text : str
        The label, in Plotly's HTML.
    """
    *others, (kind, end) = ends.items()
    figure.add_scatter(
        x=[0, end],
        y=[y, y],
        name=look.label,
        mode="lines",
        line={"color": look.colour, "dash": look.dash, "width": 2 * sizes.line},
        hoverinfo="skip",
    )
    hollow = {"size": 0.7 * sizes.axis, "color": palette.background}
    for what, value in others:
        edge = {"line": {"color": look.colour, "width": sizes.line}}
        _draw_mark(figure, value, y, look.label, what, {"symbol": "circle", **hollow, **edge})
    full = {"symbol": look.symbol, "size": 1.1 * sizes.axis, "color": look.colour}
    _draw_mark(figure, end, y, look.label, kind, full)
    figure.add_annotation(
        x=0,
        y=y,
        yshift=0.5 * sizes.axis,
        xanchor="left",
        yanchor="bottom",
        text=text,
        font={"color": look.colour, "size": round(1.15 * sizes.axis)},
        bgcolor=palette.background,
        borderpad=0,
        showarrow=False,
    )


def _draw_mark(
    figure: go.Figure, x: float, y: float, label: str, kind: str, marker: Mapping[str, object]
) -> None:
    """One error, which says what it is when pointed at."""
    figure.add_scatter(
        x=[x],
        y=[y],
        name=label,
        mode="markers",
        cliponaxis=False,
        marker=dict(marker),
        hovertemplate=f"{label}{kind}: {three_digits(x)}<extra></extra>",
    )
