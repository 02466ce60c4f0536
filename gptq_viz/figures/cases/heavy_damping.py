"""Heavy damping, drawn: the error climbs to RTN's as the codes become RTN's."""

from __future__ import annotations

import plotly.graph_objects as go

from gptq_viz.figures.cases.curve import Curve
from gptq_viz.figures.cases.curves import Across, curves_figure
from gptq_viz.figures.numbers import percent, three_digits
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics.cases.heavy_damping import HeavyDamping
from gptq_viz.theme import Palette, Sizes

TICKS = (0.001, 0.01, 0.1, 1.0, 10.0, 100.0)


def figure(data: HeavyDamping, palette: Palette, sizes: Sizes) -> go.Figure:
    """Held-out and calibration error over the damping, RTN's as a level line."""
    level = [data.rtn_held_out] * len(data.damps)
    curves = (
        Curve("rtn", "RTN", level),
        Curve("gptq", "GPTQ", data.held_out),
        Curve("gptq", "calibration", data.calibration, "calibration"),
    )
    ticks = {
        damp: f"{damp:g}<br>{percent(share).replace('less than ', '<')}"
        for damp, share in zip(data.damps, data.differing, strict=True)
        if damp in TICKS
    }
    title = "damping; below it the codes unlike RTN’s"
    return curves_figure(curves, Across(title, data.damps, ticks), palette, sizes)


def text(data: HeavyDamping) -> str:
    """Errors and differing codes by damping."""
    parts = [
        f"{damp:g}: held out {three_digits(held_out)}, calibration {three_digits(calibration)}, "
        f"{percent(differing)} of the codes differ from RTN’s"
        for damp, held_out, calibration, differing in zip(
            data.damps, data.held_out, data.calibration, data.differing, strict=True
        )
    ]
    return (
        f"Relative output error of GPTQ by damping. {'; '.join(parts)}. "
        f"RTN: held out {three_digits(data.rtn_held_out)}, calibration {three_digits(data.rtn_calibration)}."
    )


def look_for(data: HeavyDamping) -> str:
    """Where the curve goes."""
    if data.ends_at_rtn:
        return "The solid curve of GPTQ climbs to the dashed line of RTN, as its codes become RTN’s."
    return "See how close the solid curve of GPTQ comes to the dashed line of RTN."


def numbers(data: HeavyDamping) -> tuple[Remark, ...]:
    """Errors at the usual damping and at the heaviest, and what is left of the choices."""
    usual, heaviest = list(data.damps).index(0.01), data.damps[-1]
    return (
        Remark(
            "Held-out error of GPTQ",
            (
                (three_digits(data.held_out[usual]), "at damping 0.01"),
                (three_digits(data.held_out[-1]), f"at {heaviest:g}"),
                (three_digits(data.rtn_held_out), "RTN"),
            ),
            "Damping makes H look like a multiple of the identity: inputs that know nothing of each other.",
        ),
        Remark(
            "Codes that differ from RTN’s",
            (
                (percent(data.differing[usual]), "at damping 0.01"),
                (percent(data.differing[-1]), f"at {heaviest:g}"),
            ),
            "Hardly any error is passed on to other columns, so nearly every weight is only rounded.",
        ),
    )


def right(data: HeavyDamping) -> int:
    """The number of the card's answer that holds."""
    if data.ends_at_rtn:
        return 1
    return 2 if data.held_out[-1] > data.rtn_held_out else 0
