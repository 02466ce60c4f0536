"""How the three sources of group scales are told apart: colour, dash, mark and sign."""

from __future__ import annotations

from dataclasses import dataclass

from gptq_viz.theme import Palette


@dataclass(frozen=True, slots=True)
class SourceLook:
    """A line's colour and dash (Plotly's names), its marks with their size in type sizes, and a sign."""

    colour: str
    dash: str
    symbol: str
    size: float
    sign: str


def source_look(source: str, palette: Palette) -> SourceLook:
    """The look of ``"updated"``, ``"static"`` or ``"reference"``; marks of equal lines can both be seen."""
    return {
        "updated": SourceLook(palette.variant, "solid", "circle", 0.55, "●"),
        "static": SourceLook(palette.text, "dash", "square-open", 1.0, "□"),
        "reference": SourceLook(palette.magnitude[1], "dot", "diamond", 0.8, "◆"),
    }[source]
