"""What all figures share: colours and type from the theme, and the page's background."""

from __future__ import annotations

from typing import Any

from gptq_viz.theme import Palette, Sizes

# Streamlit's own typeface, which the browser has by then, and what stands in for it elsewhere.
FONT = '"Source Sans", "Segoe UI", system-ui, sans-serif'


def layout(palette: Palette, sizes: Sizes) -> dict[str, Any]:
    """Layout of a figure that stands on the page's own background, and takes it along where it is saved."""
    return {
        "template": None,
        "paper_bgcolor": palette.background,
        "plot_bgcolor": "rgba(0, 0, 0, 0)",
        "font": {"family": FONT, "size": sizes.axis, "color": palette.text},
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
        "showlegend": False,
        "dragmode": False,
        "hoverlabel": {
            "bgcolor": palette.surface,
            "bordercolor": palette.border,
            "font": {"family": FONT, "size": sizes.axis, "color": palette.text},
        },
    }


def method_colour(palette: Palette, method: str) -> str:
    """Colour of `rtn`, `frozen` or `gptq`."""
    return {"rtn": palette.rtn, "frozen": palette.frozen, "gptq": palette.gptq}[method]


def diverging(palette: Palette) -> list[tuple[float, str]]:
    """Plotly's form of the diverging map of weights."""
    low, zero, high = palette.weights
    return [(0.0, low), (0.5, zero), (1.0, high)]
