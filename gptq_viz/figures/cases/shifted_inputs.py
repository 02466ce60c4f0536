"""Shifted inputs, drawn: each run's error from its calibration inputs to those it is used on."""

from __future__ import annotations

import plotly.graph_objects as go

from gptq_viz.figures.axes import ruled_axis
from gptq_viz.figures.cases.curve import Curve, draw_curve, name_curves, room_for_names
from gptq_viz.figures.cases.error_axis import lay_out
from gptq_viz.figures.log_axis import log_range
from gptq_viz.figures.numbers import three_digits, times
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics.cases.shifted_inputs import KINDS, ShiftedInputs
from gptq_viz.theme import Palette, Sizes

NAMES = {"calibration": "calibration", "fresh": "fresh, alike", "shifted": "in use"}


def figure(data: ShiftedInputs, palette: Palette, sizes: Sizes) -> go.Figure:
    """Three lines over the kinds of inputs; where they cross, the better method changes."""
    places = [NAMES[kind] for kind in KINDS]
    runs = (
        ("rtn", "RTN", data.rtn, ""),
        ("gptq", "GPTQ", data.gptq, ""),
        ("gptq", "GPTQ on both", data.mixed, "other"),
    )
    lowest = [min(errors[kind] for _, _, errors, _ in runs) for kind in KINDS]
    curves = []
    for method, label, errors, look in runs:
        values = [errors[kind] for kind in KINDS]
        words = [three_digits(value) for value in values]
        below = [value == low for value, low in zip(values, lowest, strict=True)]
        curves.append(Curve(method, label, values, look, words=words, below=below))
    figure = go.Figure()
    for curve in curves:
        draw_curve(figure, curve, places, palette, sizes)
    upwards = log_range([curve.values for curve in curves], beside=0.16)
    lay_out(figure, upwards, room_for_names(curves), palette, sizes)
    figure.update_xaxes(**ruled_axis(palette, sizes), range=[-0.3, len(KINDS) - 0.8])
    name_curves(figure, curves, palette, sizes)
    return figure


def text(data: ShiftedInputs) -> str:
    """All nine errors."""
    runs = {"RTN": data.rtn, "GPTQ": data.gptq, "GPTQ calibrated on both kinds": data.mixed}
    parts = [
        f"{run}: {', '.join(f'{NAMES[kind]} {three_digits(errors[kind])}' for kind in KINDS)}"
        for run, errors in runs.items()
    ]
    return f"Relative output error by kind of inputs. {'; '.join(parts)}."


def look_for(data: ShiftedInputs) -> str:
    """Where the lines cross."""
    if data.calibration_flatters and data.shift_turns_it:
        return (
            "The solid line of GPTQ crosses the dashed line of RTN. On inputs of the kind it was calibrated "
            "on GPTQ is the better one, also on those it never saw."
        )
    return "See which line is lower on which inputs."


def numbers(data: ShiftedInputs) -> tuple[Remark, ...]:
    """The same two methods before and after the shift, and calibrated on both kinds."""
    pairs = {
        kind: (three_digits(data.rtn[kind]), three_digits(data.gptq[kind]))
        for kind in ("calibration", "shifted")
    }
    rtn, gptq = data.rtn["shifted"], data.gptq["shifted"]
    verdict = (
        f"In use GPTQ makes {times(gptq, rtn)} times RTN’s error. Its nudges count on how inputs go together."
        if data.shift_turns_it
        else f"In use RTN makes {times(rtn, gptq)} times GPTQ’s error."
    )
    both = (
        "With half of the samples from the inputs it is used on, GPTQ is better than RTN on either kind."
        if data.mixing_repairs_it
        else "With half of the samples from the inputs it is used on."
    )
    return (
        Remark(
            "Calibration error", ((pairs["calibration"][0], "RTN"), (pairs["calibration"][1], "GPTQ")), ""
        ),
        Remark("Error in use", ((pairs["shifted"][0], "RTN"), (pairs["shifted"][1], "GPTQ")), verdict),
        Remark("Calibrated on both kinds", ((three_digits(data.mixed["shifted"]), "GPTQ in use"),), both),
    )


def right(data: ShiftedInputs) -> int:
    """The number of the card's answer that holds."""
    rtn, gptq = data.rtn["shifted"], data.gptq["shifted"]
    if gptq > 1.1 * rtn:
        return 0
    return 1 if rtn <= 1.1 * gptq else 2
