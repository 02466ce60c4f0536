"""A stem from 0 to an error, with the method's mark at its end and its name above it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import plotly.graph_objects as go

from gptq_viz.figures.method_look import MethodLook
from gptq_viz.figures.numbers import three_digits
from gptq_viz.theme import Palette, Sizes

HELD_OUT = "relative output error; ○ on calibration inputs"  # below stems with a hollow mark each


def longest(ends: Iterable[float]) -> float:
    """The largest error, for which an axis has room; 1 where none is above 0.

    >>> longest([0.2, 0.4, math.nan]), longest([math.nan, 0.0])
    (0.4, 1.0)
    """
    return max((end for end in ends if math.isfinite(end)), default=0.0) or 1.0


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
    draw_marks(figure, y, ends, look, palette, sizes)
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


def draw_marks(
    figure: go.Figure,
    y: float,
    ends: Mapping[str, float],
    look: MethodLook,
    palette: Palette,
    sizes: Sizes,
    axis: str = "",
) -> None:
    """Stem and marks without the label, on the pair of axes with this number in Plotly's names."""
    *others, (kind, end) = ends.items()
    where = {"xaxis": f"x{axis}", "yaxis": f"y{axis}"}
    figure.add_scatter(
        x=[0, end],
        y=[y, y],
        name=look.label,
        mode="lines",
        line={"color": look.colour, "dash": look.dash, "width": 2 * sizes.line},
        hoverinfo="skip",
        **where,
    )
    edge = {"line": {"color": look.colour, "width": sizes.line}}
    hollow = {"symbol": "circle", "size": 0.7 * sizes.axis, "color": palette.background, **edge}
    full = {"symbol": look.symbol, "size": 1.1 * sizes.axis, "color": look.colour}
    for what, value, marker in [*((*one, hollow) for one in others), (kind, end, full)]:
        figure.add_scatter(
            x=[value],
            y=[y],
            name=look.label,
            mode="markers",
            cliponaxis=False,
            marker=marker,
            hovertemplate=f"{look.label}{what}: {three_digits(value)}<extra></extra>",
            **where,
        )
