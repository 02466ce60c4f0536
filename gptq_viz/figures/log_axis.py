"""What a logarithmic axis can show, and from where to where it goes."""

from __future__ import annotations

import math
from collections.abc import Iterable

# For axes of a few decades at most: Plotly's own ticks leave out 2 and 5, or add 3, 4, 6 and so on.
TICKS = [float(f"{digit}e{power}") for power in range(-30, 31) for digit in (1, 2, 5)]


def shown(values: Iterable[float]) -> list[float | None]:
    """The values, without those that have no logarithm."""
    return [value if math.isfinite(value) and value > 0 else None for value in values]


def log_range(lines: Iterable[Iterable[float]], beside: float = 0.08) -> tuple[float, float]:
    """From the smallest to the largest value of all lines, in powers of ten, and a share of that more.

    >>> log_range([[0.01, 1.0], [0.0, 100.0]], beside=0.25)
    (-3.0, 3.0)
    """
    logs = [math.log10(value) for line in lines for value in shown(line) if value is not None] or [0.0]
    more = beside * (max(logs) - min(logs)) or 0.3
    return min(logs) - more, max(logs) + more
