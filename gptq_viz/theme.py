"""Colours, dashes, markers and sizes: the one place where the look is written down.

The player and the figures read the same values; nothing here imports anything of the project.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of one theme, as CSS hex texts.

    Parameters
    ----------
    background, surface, border : str
        Page, cards and controls, hairlines.
    text, muted : str
        Words; at least 4.5:1 on the background.
    weights : (low, zero, high)
        Ends and middle of the diverging map of weights; the ends have equal lightness.
    magnitude : (zero, high)
        Ends of the one-hue map of U and H.
    rtn, gptq, frozen, variant, clipped : str
        Methods (variant: act_order or groups) and clipped cells; marks at least 3:1.
    """

    background: str
    surface: str
    border: str
    text: str
    muted: str
    weights: tuple[str, str, str]
    magnitude: tuple[str, str]
    rtn: str
    gptq: str
    frozen: str
    variant: str
    clipped: str


LIGHT = Palette(
    background="#FFFFFF",
    surface="#F6F8FA",
    border="#D5DAE1",
    text="#111827",
    muted="#5B6472",
    weights=("#00568F", "#F2EFEE", "#8C2D04"),
    magnitude=("#FFFFFF", "#5B1A6B"),
    rtn="#B5420C",
    gptq="#00568F",
    frozen="#111827",
    variant="#00664B",
    clipped="#A50026",
)

DARK = Palette(
    background="#0E1420",
    surface="#161D2A",
    border="#2E3746",
    text="#F3F4F6",
    muted="#A9B2C0",
    weights=("#6CB8FF", "#1B2330", "#FF9D5C"),
    magnitude=("#1B2330", "#D9A3E8"),
    rtn="#FF9D5C",
    gptq="#6CB8FF",
    frozen="#F3F4F6",
    variant="#4FD1A5",
    clipped="#FF8FA3",
)


@dataclass(frozen=True, slots=True)
class MethodStyle:
    """How a method is drawn wherever it appears: never by colour alone.

    Parameters
    ----------
    label : str
        Its name on screen.
    dash, symbol : str
        Plotly's names of line dash and marker.
    sign : str
        The marker as a character, for direct labels and text.
    """

    label: str
    dash: str
    symbol: str
    sign: str


METHODS = {
    "rtn": MethodStyle("RTN", "dash", "triangle-up", "▲"),
    "frozen": MethodStyle("Frozen inverse", "dot", "x", "✕"),
    "gptq": MethodStyle("GPTQ", "solid", "circle", "●"),
}


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes in CSS pixels: base text, axis labels, lines, buttons."""

    base: int
    axis: int
    line: int
    button: int


NORMAL = Sizes(base=16, axis=13, line=2, button=40)
PROJECTOR = Sizes(base=24, axis=22, line=4, button=56)
