"""A sweep of one parameter: for each method a line with its band over seeds, held out and on calibration."""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from gptq_viz.figures.heads import draw_head
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.sweep_best import chosen
from gptq_viz.figures.sweep_frame import Frame, frame_of
from gptq_viz.figures.sweep_line import Line
from gptq_viz.figures.sweep_marks import draw_band, draw_bars, draw_line
from gptq_viz.figures.sweep_names import draw_chosen, draw_ends, head_text
from gptq_viz.figures.sweep_points import Spread, SweepPoint
from gptq_viz.figures.sweep_text import seeds_text
from gptq_viz.figures.sweep_values import UNORDERED, places, value_text
from gptq_viz.figures.sweep_words import BEST, CHEAPEST
from gptq_viz.figures.swept import Swept
from gptq_viz.theme import Palette, Sizes

KINDS = ("held_out", "calibration")
# Of the distance between two values: where the methods stand beside each other.
SIDEWAYS = 0.13


def sweep_lines_data(points: tuple[SweepPoint, ...], swept: Swept) -> tuple[Line, ...]:
    """A line for each method and kind; where nothing lies between two values, methods stand side by side."""
    [name] = swept.names
    where = dict(zip(swept.grid[name], places(name, swept.grid[name]), strict=True))
    order = {values: number for number, values in enumerate(swept.settings)}
    lines = []
    for turn, method in enumerate(swept.methods):
        for kind in KINDS:
            known = [point for point in points if method in getattr(point, kind)]
            aside = SIDEWAYS * (turn - (len(swept.methods) - 1) / 2) if name in UNORDERED else 0.0
            aside += 0.05 * (kind == "calibration") if name in UNORDERED else 0.0
            spreads = tuple(getattr(point, kind)[method] for point in known)
            lines.append(
                Line(
                    method,
                    kind,
                    tuple(where[point.values[0]] + aside for point in known),
                    spreads,
                    tuple(order[point.values] for point in known),
                    tuple(
                        _hover(name, point.values[0], one) for point, one in zip(known, spreads, strict=True)
                    ),
                )
            )
    return tuple(lines)


def sweep_lines_figure(
    points: tuple[SweepPoint, ...], swept: Swept, palette: Palette, sizes: Sizes
) -> go.Figure:
    """Held-out errors thick with full marks, calibration errors thin, dotted and hollow; best ones named."""
    figure = go.Figure()
    [name] = swept.names
    lines = sweep_lines_data(points, swept)
    frame = frame_of(name, swept.grid[name], [one for line in lines for one in line.spreads], sizes)
    for line in lines:
        if name in UNORDERED:
            draw_bars(figure, line, frame, palette, sizes)
        else:
            draw_band(figure, line, frame, palette)
    for line in lines:
        draw_line(figure, line, frame, palette, sizes, joined=name not in UNORDERED)
    _draw_chosen(figure, points, swept, lines, frame, palette, sizes)
    frame.lay_out(figure, palette, sizes)
    head = head_text(seeds_text(points, swept))
    draw_head(figure, head, palette.muted, sizes, x="paper", y="paper")
    draw_ends(figure, lines, frame, palette, sizes)
    return figure


def _draw_chosen(
    figure: go.Figure,
    points: tuple[SweepPoint, ...],
    swept: Swept,
    lines: Sequence[Line],
    frame: Frame,
    palette: Palette,
    sizes: Sizes,
) -> None:
    """The best setting and the cheapest nearly as good: marks around their points, words below."""
    found = chosen(points, swept)
    if len(found) != 1 or found[0].settings == 1:
        return
    [main] = (line for line in lines if line.method == swept.main and line.kind == "held_out")
    number = {point.values: k for k, point in enumerate(points)}
    best, cheap = number[found[0].best.values], number[found[0].cheapest.values]
    said = {best: f"{BEST} best"}
    said[cheap] = f"{CHEAPEST} cheapest within 5 %" if cheap != best else f"{BEST} best, and cheapest"
    for level, (k, text) in enumerate(said.items()):
        place = main.x[k], frame.height_of(main.spreads[k].median)
        draw_chosen(figure, place, text, level, frame, palette, sizes)


def _hover(name: str, value: object, one: Spread) -> str:
    """Setting, median, and where most seeds lie."""
    text = f"{value_text(name, value)}: {three_digits(one.median)}"
    if one.count > 1 and math.isfinite(one.low):
        text += f"<br>{three_digits(one.low)} to {three_digits(one.high)} in most of {one.count} seeds"
    return text
