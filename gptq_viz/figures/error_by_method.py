"""Output error of the three methods: a stem from 0, so that lengths compare as the errors do."""

from __future__ import annotations

import math
from dataclasses import dataclass

import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, ruled_axis
from gptq_viz.figures.look import layout
from gptq_viz.figures.method_look import method_look
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.stem import HELD_OUT, draw_stem, longest
from gptq_viz.numerics import Race
from gptq_viz.theme import METHODS, Palette, Sizes

ORDER = ("rtn", "frozen", "gptq")
# What a name alone does not say; short, since it stands beside the name on narrow screens too.
MEANINGS = {"rtn": "round to nearest", "frozen": "a mistake: H⁻¹ never updated", "gptq": ""}


@dataclass(frozen=True, slots=True)
class MethodError:
    """Relative output error of one method after its last column."""

    method: str
    held_out: float
    calibration: float


def error_by_method_data(race: Race) -> tuple[MethodError, ...]:
    """RTN, frozen inverse and GPTQ, in this order."""
    return tuple(
        MethodError(method, float(race.held_out[method][-1]), float(race.calibration[method][-1]))
        for method in ORDER
    )


def error_by_method_figure(errors: tuple[MethodError, ...], palette: Palette, sizes: Sizes) -> go.Figure:
    """A stem for each method up to its held-out error; a small hollow mark for the calibration error."""
    figure = go.Figure()
    largest = longest(value for error in errors for value in (error.held_out, error.calibration))
    for row, error in enumerate(errors):
        if math.isfinite(error.held_out):
            _draw_method(figure, len(errors) - 1 - row, error, palette, sizes)
    figure.update_layout(
        layout(palette, sizes), height=round(15.5 * sizes.axis), margin_b=round(3.4 * sizes.axis)
    )
    figure.update_xaxes(
        **ruled_axis(palette, sizes),
        range=[0, 1.04 * largest],
        nticks=5,
        title=axis_title(HELD_OUT, palette, sizes, round(0.4 * sizes.axis)),
    )
    figure.update_yaxes(range=[-0.5, len(errors) - 0.3], fixedrange=True, visible=False)
    return figure


def error_by_method_text(errors: tuple[MethodError, ...]) -> str:
    """All the numbers of the picture, in a sentence."""
    parts = [
        f"{METHODS[error.method].label} {three_digits(error.held_out)} "
        f"(calibration {three_digits(error.calibration)})"
        for error in errors
    ]
    meanings = "; ".join(f"{METHODS[key].label} is {text}" for key, text in MEANINGS.items() if text)
    return f"Relative output error on held-out inputs: {', '.join(parts)}. {meanings}."


def _draw_method(figure: go.Figure, y: int, error: MethodError, palette: Palette, sizes: Sizes) -> None:
    """Stem, marks and label at height `y`."""
    look = method_look(error.method, palette)
    meaning = (
        f'<span style="color: {palette.muted}; font-size: {sizes.axis}px">{MEANINGS[error.method]}</span>'
    )
    draw_stem(
        figure,
        y,
        {", calibration inputs": error.calibration, ", held-out inputs": error.held_out},
        look,
        f"<b>{look.label} {three_digits(error.held_out)}</b> {meaning}",
        palette,
        sizes,
    )
