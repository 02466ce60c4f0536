"""White inputs, drawn: GPTQ's error as a multiple of RTN's, a dot a seed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.cases.strips import Strip, strips_figure
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics.cases.white_inputs import WhiteInputs
from gptq_viz.theme import Palette, Sizes


def figure(data: WhiteInputs, palette: Palette, sizes: Sizes) -> go.Figure:
    """Calibration, held out, and held out with many samples."""
    return strips_figure(_strips(data), palette, sizes)


def text(data: WhiteInputs) -> str:
    """Range and median of each strip."""
    parts = [
        f"{strip.name}: median {three_digits(float(np.median(strip.ratios)))}, "
        f"from {three_digits(float(strip.ratios.min()))} to {three_digits(float(strip.ratios.max()))}"
        for strip in _strips(data)
    ]
    return f"Error of GPTQ divided by that of RTN, {len(data.held_out)} seeds. {'; '.join(parts)}."


def look_for(data: WhiteInputs) -> str:
    """On which side the dots lie."""
    if data.loses:
        return (
            "Held out, most dots lie right of the dashed line: GPTQ is worse than plain rounding. On their "
            "own samples the same runs look better than RTN."
        )
    return "Left of the dashed line GPTQ is better than RTN, right of it worse."


def numbers(data: WhiteInputs) -> tuple[Remark, ...]:
    """How many seeds lose, what calibration says of it, and what more samples do."""
    seeds = len(data.held_out)
    medians = [
        three_digits(float(np.median(one))) for one in (data.held_out, data.calibration, data.held_out_many)
    ]
    return (
        Remark(
            f"{data.n} samples, held out",
            ((f"{data.worse} of {seeds}", "seeds worse than RTN"), (medians[0], "median ratio")),
            "The samples seem to go together by chance, and GPTQ builds on it.",
        ),
        Remark(
            "The same runs on their own samples",
            ((medians[1], "median ratio"),),
            "The calibration error cannot tell chance from law.",
        ),
        Remark(
            f"{data.many} samples, held out",
            ((medians[2], "median ratio"),),
            "Inputs that know nothing of each other leave no error to pass on: at best both are alike.",
        ),
    )


def right(data: WhiteInputs) -> int:
    """The number of the card's answer that holds."""
    return 2 if data.loses else (0 if data.gains else 1)


def _strips(data: WhiteInputs) -> tuple[Strip, ...]:
    """From above."""
    return (
        Strip(f"calibration, {data.n} samples", data.calibration, "circle-open"),
        Strip(f"held out, {data.n} samples", data.held_out, "circle"),
        Strip(f"held out, {data.many} samples", data.held_out_many, "diamond"),
    )
