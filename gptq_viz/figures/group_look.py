"""How groups of columns look: four looks that take turns, a colour and a pattern each; numbers tell more."""

from __future__ import annotations

from dataclasses import dataclass

from gptq_viz.figures.colours import mixed
from gptq_viz.theme import Palette


@dataclass(frozen=True, slots=True)
class GroupLook:
    """Fill, hatching (empty: none) and its colour, outline, words upon it, and a pale fill for ribbons."""

    fill: str
    shape: str
    hatch: str
    line: str
    text: str
    pale: str


def group_look(group: int, palette: Palette) -> GroupLook:
    """The look of a group; neighbours never share one."""
    back, variant, muted = palette.background, palette.variant, palette.muted
    light = mixed(back, muted, 0.15)
    looks = (
        GroupLook(variant, "", variant, variant, back, mixed(back, variant, 0.4)),
        GroupLook(light, "/", mixed(back, muted, 0.6), muted, palette.text, light),
        GroupLook(mixed(back, variant, 0.2), "", variant, variant, palette.text, mixed(back, variant, 0.15)),
        GroupLook(light, ".", muted, muted, palette.text, mixed(back, muted, 0.4)),
    )
    return looks[group % len(looks)]
