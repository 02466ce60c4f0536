"""Which points of the trade-off are labelled: those whose words do not run into others."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gptq_viz.numerics import TradeOff

# Of the picture's width and height: the room that a number takes.
WIDE, HIGH = 0.06, 0.05


def point_labels(points: Sequence[TradeOff], current: TradeOff, drawn: Sequence[TradeOff]) -> tuple[str, ...]:
    """The size of the groups, or nothing where a label of more importance is near.

    The ends of the line come first; the point of the settings has its words elsewhere.

    Parameters
    ----------
    points : sequence of TradeOff
        A line, from no groups to the smallest.
    current : TradeOff
        The point of the settings.
    drawn : sequence of TradeOff
        All points of the picture, which set its range.
    """
    width = max(one.per_weight for one in drawn) - min(one.per_weight for one in drawn) or 1.0
    logs = [math.log10(one.held_out) for one in drawn]
    height = max(logs) - min(logs) or 1.0
    taken: list[TradeOff] = [one for one in points if one == current]
    kept: list[TradeOff] = []
    for one in [*points[:1], *reversed(points[1:])]:
        free = all(
            abs(one.per_weight - other.per_weight) > WIDE * width
            or abs(math.log10(one.held_out / other.held_out)) > HIGH * height
            for other in taken
        )
        if free:
            taken.append(one)
            kept.append(one)
    return tuple(group_label(one) if one in kept else "" for one in points)


def group_label(one: TradeOff) -> str:
    """Columns a group."""
    return "none" if one.group is None else str(one.group)
