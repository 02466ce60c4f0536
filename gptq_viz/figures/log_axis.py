"""What a logarithmic axis can show, and from where to where it goes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

# For axes of a few decades at most: Plotly's own ticks leave out 2 and 5, or add 3, 4, 6 and so on.
TICKS = [float(f"{digit}e{power}") for power in range(-30, 31) for digit in (1, 2, 5)]
POWERS = [float(f"1e{power}") for power in range(-30, 31)]
FEW_DECADES = 2.5  # on which powers of ten alone would be too few

NOTHING = "no error above 0: nothing to draw"
NEARLY_SAME = 0.01  # in powers of ten


def shown(values: Iterable[float]) -> list[float | None]:
    """The values, without those that have no logarithm."""
    return [value if math.isfinite(value) and value > 0 else None for value in values]


def log_range(lines: Iterable[Iterable[float]], beside: float = 0.08) -> tuple[float, float]:
    """From the smallest to the largest value of all lines, in powers of ten, and a share of that more.

    Values that are nearly the same have room around them: they should look so.

    >>> log_range([[0.01, 1.0], [0.0, 100.0]], beside=0.25)
    (-3.0, 3.0)
    """
    logs = [math.log10(value) for line in lines for value in shown(line) if value is not None] or [0.0]
    between = max(logs) - min(logs)
    more = beside * between if between > NEARLY_SAME else 0.3
    return min(logs) - more, max(logs) + more


def ticks(span: tuple[float, float]) -> list[float]:
    """`TICKS`, or evenly spaced round values where the axis would show fewer than two of those.

    >>> ticks((-1.7, -1.4))
    [0.02, 0.025, 0.03, 0.035]
    """
    low, high = (10.0**end for end in span)
    if sum(low <= tick <= high for tick in TICKS) > 1:
        return TICKS
    power = 10.0 ** math.floor(math.log10(high - low))
    step = power * (2 if high - low >= 4 * power else 1 if high - low >= 2 * power else 0.5)
    places = range(math.ceil(low / step), math.floor(high / step) + 1)
    return [float(f"{place * step:.6g}") for place in places]


def decades(span: tuple[float, float]) -> list[float]:
    """Powers of ten, or `ticks` on an axis of few decades.

    >>> decades((-3.0, 0.0)) == POWERS, decades((-1.7, -1.4))
    (True, [0.02, 0.025, 0.03, 0.035])
    """
    return ticks(span) if span[1] - span[0] < FEW_DECADES else POWERS


def log_axis(span: tuple[float, float], tickvals: Sequence[float] | None = None) -> dict[str, Any]:
    """Plotly's settings of an axis over powers of ten, with `ticks` or those that are given."""
    marks = ticks(span) if tickvals is None else tickvals
    return {"type": "log", "range": span, "tickvals": marks, "tickformat": "~g"}
