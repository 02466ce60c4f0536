"""White inputs, drawn: GPTQ's error as a multiple of RTN's, a dot a seed."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from gptq_viz.figures.cases.error_axis import axis_look, picture_height
from gptq_viz.figures.look import layout
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics.cases.white_inputs import WhiteInputs
from gptq_viz.theme import METHODS, Palette, Sizes

SPREAD = 0.24  # heights of a strip's dots, to either side


def figure(data: WhiteInputs, palette: Palette, sizes: Sizes) -> go.Figure:
    """Three strips of dots with their medians; left of the line at 1 GPTQ is better than RTN."""
    figure = go.Figure()
    strips = _strips(data)
    for row, (name, ratios, symbol) in enumerate(reversed(strips)):
        _draw_strip(figure, row, name, ratios, symbol, palette, sizes)
    unit = sizes.axis
    figure.add_vline(
        1, line={"color": palette.rtn, "width": sizes.line, "dash": METHODS["rtn"].dash}, layer="below"
    )
    for words, side, shift in (("GPTQ better ←", "right", -0.6), ("→ RTN better", "left", 0.6)):
        figure.add_annotation(
            text=words,
            x=1,
            xanchor=side,
            xshift=shift * unit,
            y=1,
            yref="paper",
            yanchor="bottom",
            font={"color": palette.rtn if side == "left" else palette.gptq, "size": unit},
            showarrow=False,
        )
    values = np.concatenate([ratios for _, ratios, _ in strips])
    beside = 0.08 * (max(values.max(), 1) - min(values.min(), 1))
    font = {"color": palette.muted, "size": unit}
    figure.update_xaxes(
        **axis_look(palette, sizes),
        range=[min(values.min(), 1) - beside, max(values.max(), 1) + beside],
        nticks=6,
        title={"text": "error of GPTQ / error of RTN", "font": font, "standoff": 4},
    )
    figure.update_yaxes(range=[-0.45, len(strips) - 0.4], fixedrange=True, visible=False)
    figure.update_layout(
        layout(palette, sizes),
        height=picture_height(sizes),
        margin={
            "l": round(0.7 * unit),
            "r": round(0.7 * unit),
            "t": round(1.8 * unit),
            "b": round(3.2 * unit),
        },
    )
    return figure


def text(data: WhiteInputs) -> str:
    """Range and median of each strip."""
    parts = [
        f"{name}: median {three_digits(float(np.median(ratios)))}, "
        f"from {three_digits(float(ratios.min()))} to {three_digits(float(ratios.max()))}"
        for name, ratios, _ in _strips(data)
    ]
    return f"Error of GPTQ divided by that of RTN, {len(data.held_out)} seeds. {'; '.join(parts)}."


def look_for(data: WhiteInputs) -> str:
    """On which side the dots lie."""
    if data.loses:
        return (
            "Held out, most dots lie right of the dashed line: GPTQ is worse than plain rounding. On its own "
            "samples the same runs look better than that."
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


def _strips(data: WhiteInputs) -> list[tuple[str, npt.NDArray[np.float64], str]]:
    """Name, ratios and marker, from above."""
    return [
        (f"calibration, {data.n} samples", data.calibration, "circle-open"),
        (f"held out, {data.n} samples", data.held_out, "circle"),
        (f"held out, {data.many} samples", data.held_out_many, "diamond"),
    ]


def _draw_strip(
    figure: go.Figure,
    row: int,
    name: str,
    ratios: npt.NDArray[np.float64],
    symbol: str,
    palette: Palette,
    sizes: Sizes,
) -> None:
    """Dots at seven heights in turn, so that few of them cover each other; the median is a bar."""
    steps = (np.arange(len(ratios)) * 3 % 7 - 3) / 3
    figure.add_scatter(
        x=ratios,
        y=row + SPREAD * steps,
        name=name,
        mode="markers",
        marker={"symbol": symbol, "size": 0.6 * sizes.axis, "color": palette.gptq, "opacity": 0.8},
        hovertemplate=f"{name}: %{{x:.3f}}<extra></extra>",
    )
    median = float(np.median(ratios))
    figure.add_shape(
        type="line",
        x0=median,
        x1=median,
        y0=row - 0.3,
        y1=row + 0.3,
        line={"color": palette.text, "width": 1.5 * sizes.line},
    )
    figure.add_annotation(
        text=f"<b>{name}</b>",
        x=0,
        xref="paper",
        xanchor="left",
        y=row + 0.3,
        yanchor="bottom",
        font={"color": palette.text, "size": sizes.axis},
        showarrow=False,
    )
