"""Clipping, drawn: every weight as it stood when its turn came, the clipped ones hatched."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.cases.error_axis import axis_look, picture_height
from gptq_viz.figures.look import diverging, layout
from gptq_viz.figures.numbers import percent, three_digits
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics.cases.clipped_weights import ClippedWeights
from gptq_viz.theme import Palette, Sizes

LIMIT = 2.0


def figure(data: ClippedWeights, palette: Palette, sizes: Sizes) -> go.Figure:
    """Rows by columns, in order of quantization; loud columns are marked above."""
    unit = sizes.axis
    out, inp = data.reach.shape
    figure = go.Figure(
        go.Heatmap(
            z=data.reach,
            zmin=-LIMIT,
            zmax=LIMIT,
            colorscale=diverging(palette),
            xgap=1,
            ygap=1,
            hovertemplate="row %{y}, column %{x}: %{z:.2f} times the last level<extra></extra>",
            colorbar={
                "title": {"text": "weight /<br>last level", "font": {"size": unit, "color": palette.muted}},
                "tickvals": [-LIMIT, -1, 0, 1, LIMIT],
                "ticktext": ["−2", "−1", "0", "1", "2"],
                "tickfont": {"size": unit, "color": palette.muted},
                "thickness": unit,
                "outlinewidth": 0,
            },
        )
    )
    _hatch(figure, data, palette, sizes)
    for column in data.loud:
        figure.add_annotation(
            text="loud<br>▼",
            x=int(column),
            y=-0.5,
            yanchor="bottom",
            font={"color": palette.text, "size": unit},
            borderpad=0,
            showarrow=False,
        )
    quiet = axis_look(palette, sizes) | {"showline": False}
    font = {"color": palette.muted, "size": unit}
    figure.update_xaxes(
        **quiet,
        range=[-0.5, inp - 0.5],
        dtick=4,
        title={"text": "column, in order of quantization", "font": font, "standoff": 4},
    )
    figure.update_yaxes(
        **quiet, range=[out - 0.5, -0.5], dtick=4, title={"text": "row", "font": font, "standoff": 4}
    )
    figure.update_layout(
        layout(palette, sizes),
        height=picture_height(sizes),
        margin={"l": round(3 * unit), "t": round(2.9 * unit), "b": round(3.2 * unit)},
        barmode="overlay",
    )
    return figure


def text(data: ClippedWeights) -> str:
    """Where the clipped weights are."""
    rows, columns = np.nonzero(data.clipped)
    where = ", ".join(f"row {row} column {column}" for row, column in zip(rows, columns, strict=True))
    loud = ", ".join(str(column) for column in data.loud)
    return (
        f"Weights when their turn came, in units of the last level, {data.reach.shape[0]} rows by "
        f"{data.reach.shape[1]} columns; columns {loud} have loud inputs. "
        f"Clipped and hatched: {where or 'none'}."
    )


def look_for(data: ClippedWeights) -> str:
    """Where the hatched cells are."""
    if data.mostly_behind_the_loud:
        return (
            f"Most of the hatched cells lie behind column {data.loud[-1]}, the last loud one: few columns "
            "are left there to make up for its error, so each is pushed far."
        )
    return "The hatched cells are weights that were pushed past the last level."


def numbers(data: ClippedWeights) -> tuple[Remark, ...]:
    """How many are clipped, what avoids it, and that avoiding it is not the aim."""
    counts = data.counts
    held_out, calibration, rtn = (
        {name: three_digits(error) for name, error in errors.items()}
        for errors in (data.held_out, data.calibration, data.rtn)
    )
    return (
        Remark(
            "Clipped with one scale a row",
            (
                (str(counts["plain"]), f"of {data.clipped.size}: {percent(data.clipped.mean())}"),
                (str(int(data.clipped_rtn.sum())), "with RTN"),
            ),
            f"Held out {held_out['plain']}, calibration {calibration['plain']}, RTN {rtn['plain']}.",
        ),
        Remark(
            "Clipped with groups of 8",
            ((str(counts["groups"]), "alone"), (str(counts["both"]), "with act_order")),
            "Each group takes its scale from the weights as they stand. Held out "
            f"{held_out['groups']} and {held_out['both']}, calibration {calibration['groups']} and "
            f"{calibration['both']}, RTN {rtn['groups']}.",
        ),
        Remark(
            "Clipped with damping 1",
            ((str(counts["damped"]), f"and held-out error {held_out['damped']}"),),
            "Nothing is pushed far, and little is made up for.",
        ),
    )


def right(data: ClippedWeights) -> int:
    """The number of the card's answer that holds."""
    count = int(data.clipped.sum())
    return 0 if count == 0 else (1 if count < 0.1 * data.clipped.size else 2)


def _hatch(figure: go.Figure, data: ClippedWeights, palette: Palette, sizes: Sizes) -> None:
    """A bar with a pattern over each clipped cell."""
    rows, columns = np.nonzero(data.clipped)
    figure.add_bar(
        x=columns,
        y=np.ones(len(rows)),
        base=rows - 0.5,
        width=1,
        name="clipped",
        marker={
            "color": "rgba(0, 0, 0, 0)",
            "line": {"color": palette.clipped, "width": sizes.line},
            "pattern": {"shape": "x", "fgcolor": palette.text, "size": 6, "solidity": 0.3},
        },
        customdata=data.reach[data.clipped],
        hovertemplate="clipped: %{customdata:.2f} times the last level<extra></extra>",
    )
