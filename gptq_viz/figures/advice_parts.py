"""The parts of a piece of advice."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Said:
    """A title, numbers with their names, one sentence of what it means and one of what to do."""

    title: str
    numbers: tuple[tuple[str, str], ...]
    means: str
    advice: str
