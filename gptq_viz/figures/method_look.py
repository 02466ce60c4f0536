"""How a method is drawn and called: GPTQ in two ways, with and without act_order."""

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


def current_method(*, act_order: bool) -> str:
    """Which of the two GPTQs the settings name."""
    return "act_order" if act_order else "gptq"


def pair_looks(gptq: str, palette: Palette) -> dict[str, MethodLook]:
    """Of `rtn` and `gptq`, where the latter is the one that `current_method` names."""
    return {"rtn": method_look("rtn", palette), "gptq": method_look(gptq, palette)}


def winner_colour(winner: str, gptq: str, palette: Palette) -> str:
    """Of `rtn` or `gptq` as `pair_looks` has them; of words where neither wins and `winner` is empty."""
    return pair_looks(gptq, palette)[winner].colour if winner else palette.text


def pair_labels(gptq: str) -> dict[str, str]:
    """The names of these two on screen.

    >>> pair_labels("act_order")
    {'rtn': 'RTN', 'gptq': 'GPTQ, act_order'}
    """
    return {"rtn": STYLES["rtn"].label, "gptq": STYLES[gptq].label}
