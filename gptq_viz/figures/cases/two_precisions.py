"""Ties, drawn: where weights lay midway between two levels, and which codes float32 takes otherwise."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, quiet_axis
from gptq_viz.figures.cases.error_axis import height_of_two
from gptq_viz.figures.colours import mixed
from gptq_viz.figures.heads import draw_head
from gptq_viz.figures.look import layout
from gptq_viz.figures.numbers import counted, three_digits
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics.cases.two_precisions import Precisions
from gptq_viz.theme import Palette, Sizes

Data = Mapping[str, Precisions]


def figure(data: Data, palette: Palette, sizes: Sizes) -> go.Figure:
    """The codes of the reference grid as a map: filled where float32 took another, a ring on every tie."""
    found, unit = data["reference"], sizes.axis
    drawn = go.Figure(
        go.Heatmap(
            z=found.differing.astype(np.int8),
            zmin=0,
            zmax=1,
            colorscale=[(0, mixed(palette.background, palette.muted, 0.12)), (1, palette.gptq)],
            showscale=False,
            hovertemplate="row %{y}, column %{x}<extra></extra>",
        )
    )
    rows, columns = np.nonzero(found.tied)
    drawn.add_scatter(
        x=columns,
        y=rows,
        mode="markers",
        cliponaxis=False,
        marker={
            "symbol": "circle-open",
            "size": 0.75 * unit,
            "color": palette.clipped,
            "line": {"width": sizes.line},
        },
        hovertemplate="row %{y}, column %{x}: a tie<extra></extra>",
    )
    return _lay_out(drawn, found.tied.shape, palette, sizes)


def text(data: Data) -> str:
    """How many, in how many rows, and the errors."""
    found = data["reference"]
    return (
        f"Map of {found.tied.shape[0]} rows and {found.tied.shape[1]} columns on the reference grid: "
        f"{found.tied.sum()} weights lie on a rounding tie, {found.differing.sum()} codes differ between "
        f"float64 and float32, in {found.differing.any(axis=1).sum()} rows. Held-out error in float64 "
        f"{three_digits(found.held_out[0])}, in float32 {three_digits(found.held_out[1])}."
    )


def look_for(data: Data) -> str:
    """Where the differing codes begin."""
    if data["reference"].differing.any() and data["reference"].elsewhere == 0:
        return (
            "Other codes stand only in rows with a tie (○), from a tie on to the right: one weight falls to "
            "the other side, and later columns make up for that instead."
        )
    return "Which rows have other codes (■), and whether a tie (○) stands at their beginning."


def numbers(data: Data) -> tuple[Remark, ...]:
    """Ties, codes and errors on the grid that makes ties and on one that does not."""
    found, symmetric = data["reference"], data["symmetric"]
    return (
        Remark(
            f"Of {found.tied.size:,} weights, within 1e-6 scales of a tie",
            (
                (str(found.tied.sum()), "reference grid"),
                (str(symmetric.tied.sum()), "symmetric grid"),
            ),
            "On the reference grid −max lies exactly midway between two levels, and stays there if it comes "
            "first in its group. This app then takes the even code, as exact arithmetic would.",
        ),
        Remark(
            "Codes unlike those of float64",
            ((str(found.differing.sum()), "in float32"), (str(found.other_sums), "by other sums")),
            f"{_how_far(found)} On the symmetric grid: {symmetric.differing.sum()} and "
            f"{symmetric.other_sums}.",
        ),
        Remark(
            "Held-out error, reference grid",
            (
                (three_digits(found.held_out[0]), "float64"),
                (three_digits(found.held_out[1]), "float32"),
                (three_digits(found.rtn_held_out), "RTN"),
            ),
            f"On calibration inputs {three_digits(found.calibration[0])}, "
            f"{three_digits(found.calibration[1])}, RTN {three_digits(found.rtn_calibration)}.",
        ),
    )


def right(data: Data) -> int:
    """The number of the card's answer that holds."""
    found = data["reference"]
    if not found.differing.any():
        return 0
    return 1 if found.as_good else 2


def _how_far(found: Precisions) -> str:
    """By how many levels codes differ, and what other sums are."""
    if not found.levels:
        return "None in float32."
    return (
        f"By at most {counted(found.levels, 'level')}. By other sums: in float64, added up in another order."
    )


def _lay_out(drawn: go.Figure, shape: tuple[int, ...], palette: Palette, sizes: Sizes) -> go.Figure:
    """Row 0 on top, and what the marks are above the map."""
    (out, inp), unit = shape, sizes.axis
    quiet = quiet_axis(palette, sizes)
    drawn.update_layout(
        layout(palette, sizes),
        height=height_of_two(sizes),
        margin={"l": round(2.4 * unit), "r": 2, "t": round(1.8 * unit), "b": round(3.2 * unit)},
        xaxis=quiet
        | {
            "range": [-0.5, inp - 0.5],
            "nticks": 12,
            "title": axis_title("column, as quantized from left to right", palette, sizes),
        },
        yaxis=quiet | {"range": [out - 0.5, -0.5], "nticks": 6},
    )
    head = (
        f"<b style='color: {palette.clipped}'>○ a tie</b> &nbsp; "
        f"<b style='color: {palette.gptq}'>■ another code in float32</b>"
    )
    draw_head(drawn, head, palette.text, sizes, x="paper", y="paper")
    return drawn
