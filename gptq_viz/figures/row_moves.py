"""Weights against outputs: where a row goes from RTN to GPTQ, and in which direction most rows go."""

from __future__ import annotations

import numpy as np

from gptq_viz.figures.method_look import STYLES
from gptq_viz.figures.numbers import times
from gptq_viz.figures.remarks import Remark
from gptq_viz.figures.rows import RowPicture
from gptq_viz.figures.undefined import no_errors

# Sign of the change of the weights' error and of the outputs', and what it means.
DIRECTIONS = {
    "right and down": (1, -1, ": worse weights, better outputs"),
    "left and down": (-1, -1, ": better weights, better outputs"),
    "right and up": (1, 1, ": worse weights, worse outputs"),
    "left and up": (-1, 1, ": better weights, worse outputs"),
    "straight down": (0, -1, ""),
    "straight up": (0, 1, ""),
    "straight right": (1, 0, ""),
    "straight left": (-1, 0, ""),
    "unmoved": (0, 0, ""),
}
AS_MOST = "right and down"


def moves(data: RowPicture) -> dict[str, int]:
    """How many rows go in each direction; empty where the outputs are all 0."""
    up = np.sign(data.held_out("gptq") - data.held_out("rtn"))
    right = np.sign(data.errors["gptq"].weights - data.errors["rtn"].weights)
    if np.isnan(up).any():
        return {}
    return {way: int(((right == x) & (up == y)).sum()) for way, (x, y, _) in DIRECTIONS.items()}


def moves_text(data: RowPicture) -> str:
    """The directions of all rows, in a sentence."""
    found = moves(data)
    if not found:
        return "Weight error against held-out output error by row: the outputs are all 0."
    parts = "; ".join(f"{count} {way}{DIRECTIONS[way][2]}" for way, count in found.items() if count)
    return f"Weight error against held-out output error, each row’s way from RTN to GPTQ: {parts}."


def moves_remarks(data: RowPicture) -> tuple[Remark, ...]:
    """How many rows go right and down, where the others go, and how both means change."""
    found = moves(data)
    if not found:
        return no_errors("From RTN to GPTQ")
    rows = sum(found.values())
    others = [
        f"{count} {way}{DIRECTIONS[way][2]}" for way, count in found.items() if count and way != AS_MOST
    ]
    rest = f"Others: {'; '.join(others)}." if others else "No row goes elsewhere."
    first = Remark(
        f"From RTN to {STYLES[data.method].label}",
        ((f"{found[AS_MOST]} of {rows}", f"row{'s' if rows > 1 else ''} {AS_MOST}"),),
        f"Right is worse weights, down is better outputs. {rest}",
    )
    return (first, _means(data))


def _means(data: RowPicture) -> Remark:
    """The means over the rows."""
    weights = [float(data.errors[name].weights.mean()) for name in ("rtn", "gptq")]
    outputs = [float(data.held_out(name).mean()) for name in ("rtn", "gptq")]
    return Remark(
        "GPTQ’s error as a multiple of RTN’s",
        ((_multiple(*weights), "weights"), (_multiple(*outputs), "outputs")),
        "At the outputs the errors of several weights add up or cancel; no weight’s own error tells which.",
    )


def _multiple(rtn: float, gptq: float) -> str:
    """GPTQ's mean by RTN's."""
    return f"{times(gptq, rtn)}×" if rtn > 0 else "–"
