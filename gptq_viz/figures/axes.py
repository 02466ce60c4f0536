"""Axes that step back behind what is drawn: nothing to drag, ticks and titles in the muted colour."""

from __future__ import annotations

from typing import Any

from gptq_viz.theme import Palette, Sizes


def quiet_axis(palette: Palette, sizes: Sizes, *, grid: bool = False) -> dict[str, Any]:
    """Plotly's settings of an axis that is only numbers, or numbers with thin lines behind the picture."""
    lines = {"gridcolor": palette.border} if grid else {}
    return {
        "fixedrange": True,
        "showgrid": grid,
        "zeroline": False,
        "ticklen": 3,
        "tickfont": {"color": palette.muted, "size": sizes.axis},
        **lines,
    }


def ruled_axis(palette: Palette, sizes: Sizes) -> dict[str, Any]:
    """The same with a line along it and level numbers."""
    return quiet_axis(palette, sizes) | {
        "ticks": "outside",
        "tickcolor": palette.border,
        "showline": True,
        "linecolor": palette.border,
        "tickangle": 0,
    }


def axis_title(text: str, palette: Palette, sizes: Sizes, standoff: float = 4) -> dict[str, Any]:
    """What an axis shows, so many pixels from its numbers."""
    return {"text": text, "font": {"color": palette.muted, "size": sizes.axis}, "standoff": standoff}
