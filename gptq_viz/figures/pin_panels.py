"""The curves of pinned settings side by side: a panel each, all with the same axes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from textwrap import wrap

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.end_labels import EndLabel, draw_end_labels
from gptq_viz.figures.heads import draw_empty, draw_head
from gptq_viz.figures.log_axis import log_range, shown
from gptq_viz.figures.method_look import STYLES, MethodLook, pair_looks
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.pin_frame import axes, lay_out, numbers_fit, write_below
from gptq_viz.figures.pin_runs import Pin, PinRun, runs_of
from gptq_viz.theme import Palette, Sizes

# Letters of a panel's name in a line, for one panel, two, and so on; names have as many lines as fit.
LETTERS = (100, 56, 38, 30, 25)
LINES = 4
WIDE = 15  # pixels of type for which LETTERS still fit


def pin_panels_figure(pins: Sequence[Pin], palette: Palette, sizes: Sizes, *, one_layer: bool) -> go.Figure:
    """Held-out error of RTN and GPTQ over the share of columns that are done.

    Parameters
    ----------
    pins : sequence of Pin
        One to five.
    one_layer : bool
        Whether all have the same weights and held-out inputs: then a line marks the error of the sidebar's
        settings everywhere.
    """
    figure = go.Figure()
    width = round(LETTERS[len(pins) - 1] * min(1, WIDE / sizes.axis))
    titles = [wrap(pin.title, width, max_lines=LINES, placeholder=" …") for pin in pins]
    span = log_range(run.held_out[method][1:] for _, run in runs_of(pins) for method in run.held_out)
    lay_out(figure, len(pins), span, max(map(len, titles)), palette, sizes)
    numbers = numbers_fit(len(pins), sizes)
    for axis, pin, title in zip(axes(len(pins)), pins, titles, strict=True):
        head = "<br>".join(title)
        draw_head(figure, head, palette.text, sizes, x=f"x{axis} domain", y=f"y{axis} domain")
        if pin.run is None:
            _draw_none(figure, axis, palette, sizes)
        else:
            _draw_run(figure, axis, pin.run, palette, sizes, numbers=numbers)
    write_below(figure, _legend(pins), palette, sizes)
    if one_layer:
        _mark_now(figure, pins, palette, sizes)
    return figure


def pin_panels_text(pins: Sequence[Pin]) -> str:
    """The last points of all curves."""
    parts = [
        f"{pin.title}: RTN {three_digits(pin.run.last('rtn'))}, GPTQ {three_digits(pin.run.last('gptq'))}"
        if pin.run
        else f"{pin.title}: cannot be run"
        for pin in pins
    ]
    return f"Held-out error as columns are quantized, at the end: {'; '.join(parts)}."


def _legend(pins: Sequence[Pin]) -> str:
    """What is drawn, and with which marks."""
    used = {"rtn", *(run.gptq for _, run in runs_of(pins))}
    marks = (f"{style.sign} {style.label}" for method, style in STYLES.items() if method in used)
    return f"held-out error, over the share of columns that are quantized: {', '.join(marks)}"


def _draw_none(figure: go.Figure, axis: str, palette: Palette, sizes: Sizes) -> None:
    """A panel with an axis along and no lines behind its words."""
    figure.add_scatter(x=[None], y=[None], xaxis=f"x{axis}", yaxis=f"y{axis}")
    figure.layout[f"yaxis{axis}"].showgrid = False
    draw_empty(figure, "cannot be run", palette.muted, sizes, axis=axis)


def _draw_run(
    figure: go.Figure, axis: str, run: PinRun, palette: Palette, sizes: Sizes, *, numbers: bool
) -> None:
    """Two curves, a mark and, with room for them, numbers at their ends."""
    looks = pair_looks(run.gptq, palette)
    for method, look in looks.items():
        _draw_curve(figure, axis, shown(run.held_out[method]), look, sizes)
    labels = [
        EndLabel(math.log10(run.last(method)), f"{look.sign} {three_digits(run.last(method))}", look.colour)
        for method, look in looks.items()
        if numbers and run.last(method) > 0
    ]
    draw_end_labels(figure, labels, f"y{axis}", sizes, across=f"x{axis} domain")


def _draw_curve(
    figure: go.Figure, axis: str, curve: list[float | None], look: MethodLook, sizes: Sizes
) -> None:
    """A line with its mark where it ends."""
    figure.add_scatter(
        x=np.linspace(0, 1, len(curve)),
        y=curve,
        xaxis=f"x{axis}",
        yaxis=f"y{axis}",
        mode="lines+markers",
        line={"color": look.colour, "dash": look.dash, "width": sizes.line},
        marker={
            "symbol": look.symbol,
            "color": look.colour,
            "opacity": 1,
            "size": [0.0] * (len(curve) - 1) + [0.7 * sizes.axis],
            "line": {"width": 0},  # marks of several sizes have a white edge otherwise
        },
        hovertemplate=f"{look.label}, %{{x:.0%}} of the columns: %{{y:.3g}}<extra></extra>",
        cliponaxis=False,
    )


def _mark_now(figure: go.Figure, pins: Sequence[Pin], palette: Palette, sizes: Sizes) -> None:
    """The error that GPTQ has with the settings of the sidebar, across every panel with curves."""
    now = [run.last("gptq") for pin, run in runs_of(pins) if pin.now]
    if now and now[0] > 0:
        for axis in (axis for axis, pin in zip(axes(len(pins)), pins, strict=True) if pin.run):
            line = {"color": palette.muted, "width": sizes.line / 2, "dash": "dot"}
            where = {"xref": f"x{axis} domain", "yref": f"y{axis}"}
            figure.add_shape(type="line", x0=0, x1=1, y0=now[0], y1=now[0], line=line, layer="below", **where)
