"""Bands, lines and names in the picture of a sweep of one parameter."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.colours import faint
from gptq_viz.figures.look import method_colour
from gptq_viz.figures.sweep_frame import Frame
from gptq_viz.figures.sweep_line import Line
from gptq_viz.theme import METHODS, Palette, Sizes

SHADES = {"held_out": 0.2, "calibration": 0.08}


def draw_band(figure: go.Figure, line: Line, frame: Frame, palette: Palette) -> None:
    """From the 10 % to the 90 % quantile, at neighbouring values that have both."""
    known = [
        (x, frame.height_of(one.low), frame.height_of(one.high))
        for x, one in zip(line.x, line.spreads, strict=True)
        if one.count > 1
    ]
    known = [place for place in known if np.isfinite(place).all()]
    if len(known) < 2:
        return
    figure.add_scatter(
        x=[x for x, _, _ in known] + [x for x, _, _ in reversed(known)],
        y=[low for _, low, _ in known] + [high for _, _, high in reversed(known)],
        name=f"band {line.method} {line.kind}",
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=faint(method_colour(palette, line.method), SHADES[line.kind]),
        hoverinfo="skip",
    )


def draw_bars(figure: go.Figure, line: Line, frame: Frame, palette: Palette, sizes: Sizes) -> None:
    """The same as upright bars, where values have no order."""
    x: list[float | None] = []
    y: list[float | None] = []
    for place, one in zip(line.x, line.spreads, strict=True):
        ends = frame.height_of(one.low), frame.height_of(one.high)
        if one.count > 1 and np.isfinite(ends).all():
            x += [place, place, None]
            y += [*ends, None]
    figure.add_scatter(
        x=x,
        y=y,
        name=f"band {line.method} {line.kind}",
        mode="lines",
        line={
            "color": faint(method_colour(palette, line.method), 2 * SHADES[line.kind]),
            "width": (0.7 if line.kind == "held_out" else 0.35) * sizes.axis,
        },
        hoverinfo="skip",
    )


def draw_line(
    figure: go.Figure, line: Line, frame: Frame, palette: Palette, sizes: Sizes, *, joined: bool
) -> None:
    """Medians: thick and full for held-out errors, thin, dotted and hollow for those on calibration."""
    style, colour = METHODS[line.method], method_colour(palette, line.method)
    full = line.kind == "held_out"
    inputs = "held out" if full else "calibration inputs"
    figure.add_scatter(
        x=line.x,
        y=[frame.height_of(one.median) for one in line.spreads],
        name=f"{style.label}, {inputs}",
        mode="lines+markers" if joined else "markers",
        line={
            "color": colour,
            "dash": style.dash if full else "dot",
            "width": 1.4 * sizes.line if full else 0.6 * sizes.line,
        },
        marker={
            "symbol": style.symbol if full or style.symbol == "x" else f"{style.symbol}-open",
            "size": (0.8 if full else 0.55) * sizes.axis,
            "color": colour,
            "opacity": 1,
            "line": {"color": colour, "width": 0 if full else 0.5 * sizes.line},
        },
        # A click selects a point, and Plotly would make all others pale.
        unselected={"marker": {"opacity": 1}},
        customdata=[[number] for number in line.numbers],
        text=line.hover,
        hovertemplate=f"{style.label}, {inputs}<br>%{{text}}<extra></extra>",
        cliponaxis=False,
    )
