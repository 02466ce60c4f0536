"""Which of many places along an axis have room for a name."""

from __future__ import annotations

MOST = 16  # names of up to three digits below half a screen


def named(count: int) -> list[int]:
    """Evenly spread places from 0 on, all of them if there are few.

    >>> named(4), named(40)
    ([0, 1, 2, 3], [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39])
    """
    return list(range(0, count, -(-count // MOST) or 1))
