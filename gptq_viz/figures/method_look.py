"""How a method is drawn and called where GPTQ stands twice, with and without act_order."""

from __future__ import annotations

from dataclasses import dataclass

from gptq_viz.figures.look import method_colour
from gptq_viz.theme import METHODS, MethodStyle, Palette

STYLES = METHODS | {"act_order": MethodStyle("GPTQ, act_order", "dashdot", "square", "■")}


@dataclass(frozen=True, slots=True)
class MethodLook:
    """A method's name on screen, its colour, Plotly's dash and marker, and the marker as a character."""

    label: str
    colour: str
    dash: str
    symbol: str
    sign: str

    @classmethod
    def of(cls, style: MethodStyle, colour: str) -> MethodLook:
        """A style in the colour of a theme."""
        return cls(style.label, colour, style.dash, style.symbol, style.sign)


def method_look(method: str, palette: Palette) -> MethodLook:
    """Of `rtn`, `frozen`, `gptq` or `act_order`."""
    colour = palette.variant if method == "act_order" else method_colour(palette, method)
    return MethodLook.of(STYLES[method], colour)
