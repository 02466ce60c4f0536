"""The least of several errors, where it is the least by more than nobody would see."""

from __future__ import annotations

from collections.abc import Mapping

SAME = 1.05


def clear_best(errors: Mapping[str, float]) -> str:
    """Name of the least error; empty where all are within 5 % of it."""
    if max(errors.values()) <= SAME * min(errors.values()):
        return ""
    return min(errors, key=errors.__getitem__)
