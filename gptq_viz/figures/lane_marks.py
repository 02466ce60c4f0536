"""What is written and drawn over the two lanes: names, edges of blocks, the column whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.lane_slots import draw_bands, draw_slots
from gptq_viz.figures.lanes import LanesPicture
from gptq_viz.figures.numbers import three_digits
from gptq_viz.theme import Palette, Sizes

Domain: TypeAlias = tuple[float, float]

# More would hide the bars.
MOST_EDGES = 32


def draw_marks(
    figure: go.Figure, data: LanesPicture, domains: Sequence[Domain], palette: Palette, sizes: Sizes
) -> None:
    """All of them.

    Parameters
    ----------
    figure, data : go.Figure, LanesPicture
        The picture and what it shows.
    domains : sequence of (float, float)
        From where to where both lanes and the owed updates reach upwards, as shares of the picture.
    """
    _draw_edges(figure, data, domains, palette, sizes)
    draw_slots(figure, data, palette)
    _write_names(figure, data, domains, palette, sizes)


def _draw_edges(
    figure: go.Figure, data: LanesPicture, domains: Sequence[Domain], palette: Palette, sizes: Sizes
) -> None:
    """Edges of blocks, the current block shaded, a caret at the current column."""
    inp = len(data.lazy)
    across: dict[str, Any] = {"y0": 0, "y1": 1, "yref": "paper", "layer": "below"}
    current = data.step // data.block * data.block
    figure.add_shape(
        type="rect",
        x0=current - 0.5,
        x1=min(current + data.block, inp) - 0.5,
        fillcolor=palette.surface,
        line_width=0,
        **across,
    )
    edges = np.arange(data.block, inp, data.block) - 0.5
    dotted = {"color": palette.muted, "width": 1, "dash": "dot"}
    if len(edges) <= MOST_EDGES:
        for edge in edges:
            figure.add_shape(type="line", x0=edge, x1=edge, line=dotted, **across)
    else:
        draw_bands(figure, data, palette)
    if data.step < inp:
        _draw_current(figure, data.step, domains[:2], palette, sizes)


def _draw_current(
    figure: go.Figure, step: int, lanes: Sequence[Domain], palette: Palette, sizes: Sizes
) -> None:
    """A frame and a caret on both lanes: the column whose turn it is."""
    for low, high in lanes:
        frame = {"color": palette.clipped, "width": sizes.line}
        ends = {"x0": step - 0.5, "x1": step + 0.5, "y0": low, "y1": high, "yref": "paper"}
        figure.add_shape(type="rect", line=frame, **ends)
        figure.add_annotation(
            text="▼",
            x=step,
            y=high,
            yref="paper",
            yanchor="top",
            font={"color": palette.clipped, "size": sizes.axis},
            borderpad=0,
            showarrow=False,
        )


def _nothing(data: LanesPicture) -> str:
    """Why no update waits."""
    if data.step == 0 and data.block < len(data.lazy):
        return "no column is final yet; move j to fill the slots"
    return "no column lies beyond this block"


def _write_names(
    figure: go.Figure, data: LanesPicture, domains: Sequence[Domain], palette: Palette, sizes: Sizes
) -> None:
    """A line above each part."""
    owed = f"<b>nothing owed</b>: {_nothing(data)}"
    if data.waiting:
        ends = three_digits(data.strong_owed)
        owed = f"<b>owed</b>: {len(data.owed)} × {data.waiting} updates, full colour from ±{ends}"
    names = (
        "<b>immediate</b>: every later column at once",
        f"<b>lazy</b>, blocks of {min(data.block, len(data.lazy))}: crossed what is still owed",
        owed,
    )
    for (_, top), text in zip(domains, names, strict=True):
        figure.add_annotation(
            text=text,
            x=0,
            xref="paper",
            xanchor="left",
            y=top,
            yref="paper",
            yanchor="bottom",
            bgcolor=palette.background,
            font={"color": palette.text, "size": sizes.axis},
            borderpad=1,
            showarrow=False,
        )
