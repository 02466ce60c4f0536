"""The frame of the pictures of RTN vs GPTQ, below a headline and a table on the first screen."""

from __future__ import annotations

from gptq_viz.theme import Sizes


def versus_height(sizes: Sizes) -> int:
    """Of a picture that has its remarks beside it."""
    return round(276 + 8 * sizes.axis)


def named_margin(sizes: Sizes, above: float) -> dict[str, int]:
    """Room for numbers on the left and the methods' names on the right; `above`, in type sizes, for heads."""
    room = {"l": 4.2, "r": 9.5, "t": above, "b": 3}
    return {side: round(share * sizes.axis) for side, share in room.items()}
