"""A small table of words and numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """Texts by row; the first of each names it.

    Parameters
    ----------
    header : tuple of str
        Names of the columns.
    rows : tuple of tuples of str
        As many texts each.
    numbers : tuple of int
        Columns that hold numbers.
    marked : int
        The row that stands out.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...]
    marked: int
