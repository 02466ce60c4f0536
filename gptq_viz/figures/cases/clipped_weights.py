"""Clipping: the picture and its words."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.cases.clipped_map import clipped_map
from gptq_viz.figures.numbers import percent, three_digits
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics.cases.clipped_weights import ClippedWeights
from gptq_viz.theme import Palette, Sizes


def figure(data: ClippedWeights, palette: Palette, sizes: Sizes) -> go.Figure:
    """Rows by columns, in order of quantization."""
    return clipped_map(data, palette, sizes)


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
            f"Little is pushed far, and little is made up for. Calibration {calibration['damped']}.",
        ),
    )


def right(data: ClippedWeights) -> int:
    """The number of the card's answer that holds."""
    count = int(data.clipped.sum())
    return 0 if count == 0 else (1 if count < 0.1 * data.clipped.size else 2)
