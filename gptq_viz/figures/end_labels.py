"""Names at the right ends of lines, moved apart where the lines end close to each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from gptq_viz.theme import Sizes


@dataclass(frozen=True, slots=True)
class EndLabel:
    """A line's last height, in the axis's own measure (its logarithm on such an axis), and its name."""

    height: float
    text: str
    colour: str


def apart(places: Sequence[float], gap: float, low: float = -math.inf, high: float = math.inf) -> list[float]:
    """Places moved as little as needed to lie at least a gap from each other, in their order, in bounds.

    Examples
    --------
    >>> apart([0.0, 1.0, 1.0], 1.0), apart([3.0, 0.0], 1.0)
    ([-0.3333333333333333, 0.6666666666666667, 1.6666666666666667], [3.0, 0.0])
    """
    order = sorted(range(len(places)), key=lambda k: places[k])
    lots: list[list[float]] = []  # sums and counts of places that have met, each less the gaps before it
    for rank, k in enumerate(order):
        lots.append([places[k] - rank * gap, 1])
        while len(lots) > 1 and lots[-2][0] / lots[-2][1] > lots[-1][0] / lots[-1][1]:
            total, count = lots.pop()
            lots[-1] = [lots[-1][0] + total, lots[-1][1] + count]
    starts = [total / count for total, count in lots for _ in range(int(count))]
    bounds = [(low + rank * gap, high - (len(places) - 1 - rank) * gap) for rank in range(len(places))]
    moved = {
        k: min(max(start + rank * gap, bounds[rank][0]), bounds[rank][1])
        for rank, (k, start) in enumerate(zip(order, starts, strict=True))
    }
    return [moved[k] for k in range(len(places))]


def draw_end_labels(
    figure: go.Figure, labels: Sequence[EndLabel], axis: str, sizes: Sizes, across: str = "paper"
) -> None:
    """Draw them to the right of a panel; figure and axis are laid out by then.

    Parameters
    ----------
    axis : str
        Plotly's name of the panel's y axis: ``"y"``, ``"y2"``.
    across : str
        Whose right edge it is: of the figure, or of an x axis, ``"x2 domain"``.
    """
    upwards, margin = figure.layout[axis.replace("y", "yaxis")], figure.layout.margin
    (low, high), (bottom, top) = upwards.range, upwards.domain or (0, 1)
    pixels = (figure.layout.height - margin.t - margin.b) * (top - bottom)
    gap = 1.25 * sizes.axis * (high - low) / pixels
    places = apart([label.height for label in labels], gap, low, high)
    for label, y in zip(labels, places, strict=True):
        figure.add_annotation(
            text=label.text,
            x=1,
            xref=across,
            xanchor="left",
            yref=axis,
            xshift=0.7 * sizes.axis,
            y=y,
            font={"color": label.colour, "size": sizes.axis},
            borderpad=0,
            showarrow=False,
        )
