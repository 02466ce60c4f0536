"""Errors as stems from 0, on a pair of axes below another picture: held out solid, calibration hollow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, ruled_axis
from gptq_viz.figures.method_look import method_look
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.stem import HELD_OUT, draw_marks, longest
from gptq_viz.theme import Palette, Sizes


@dataclass(frozen=True, slots=True)
class Stem:
    """One result: its method, which gives colour, dash and mark, its name, and both errors."""

    method: str
    label: str
    held_out: float
    calibration: float


def draw_stems(
    figure: go.Figure, stems: Sequence[Stem], axis: str, palette: Palette, sizes: Sizes, *, below: float
) -> None:
    """All stems, the first on top.

    Parameters
    ----------
    axis : str
        The pair of axes in Plotly's numbers: ``""`` is x and y, ``"2"`` is x2 and y2.
    below : float
        Upper end of the axes' place, as a share of the figure's height; the lower is 0.
    """
    largest = longest(value for stem in stems for value in (stem.held_out, stem.calibration))
    for row, stem in enumerate(stems):
        if math.isfinite(stem.held_out):
            _draw(figure, len(stems) - 1 - row, stem, axis, palette, sizes)
    _lay_out(figure, largest, len(stems), axis, below, palette, sizes)


def _lay_out(
    figure: go.Figure,
    largest: float,
    rows: int,
    axis: str,
    below: float,
    palette: Palette,
    sizes: Sizes,
) -> None:
    """A line with marks below, and room for a label above each stem."""
    across = ruled_axis(palette, sizes) | {
        "range": [0, 1.05 * largest],
        "nticks": 6,
        "anchor": f"y{axis}",
        "title": axis_title(HELD_OUT, palette, sizes),
    }
    upwards = {
        "domain": [0, below],
        "range": [-0.4, rows - 0.25],
        "fixedrange": True,
        "visible": False,
        "anchor": f"x{axis}",
    }
    figure.update_layout({f"xaxis{axis}": across, f"yaxis{axis}": upwards})


def stems_text(stems: Sequence[Stem]) -> str:
    """All the numbers, in a part of a sentence."""
    return ", ".join(
        f"{stem.label} {three_digits(stem.held_out)} (calibration {three_digits(stem.calibration)})"
        for stem in stems
    )


def _draw(figure: go.Figure, y: int, stem: Stem, axis: str, palette: Palette, sizes: Sizes) -> None:
    """Stem and marks at height `y`, with the name."""
    look = replace(method_look(stem.method, palette), label=stem.label)
    ends = {", calibration inputs": stem.calibration, ", held-out inputs": stem.held_out}
    draw_marks(figure, y, ends, look, palette, sizes, axis)
    _write_name(figure, y, stem, axis, look.colour, sizes)


def _write_name(figure: go.Figure, y: int, stem: Stem, axis: str, colour: str, sizes: Sizes) -> None:
    """Above the stem: at its end there may be no room."""
    figure.add_annotation(
        x=0,
        y=y,
        xref=f"x{axis}",
        yref=f"y{axis}",
        yshift=0.4 * sizes.axis,
        xanchor="left",
        yanchor="bottom",
        text=f"{stem.label} <b>{three_digits(stem.held_out)}</b>",
        font={"color": colour, "size": sizes.axis},
        borderpad=0,
        showarrow=False,
    )
