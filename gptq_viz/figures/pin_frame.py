"""The frame of panels side by side with one scale of errors: axes, names, room for numbers."""

from __future__ import annotations

import plotly.graph_objects as go

from gptq_viz.figures.axes import quiet_axis
from gptq_viz.figures.log_axis import decades, log_axis
from gptq_viz.figures.look import layout
from gptq_viz.theme import NORMAL, Palette, Sizes


def plot_height(sizes: Sizes) -> int:
    """Of a panel without its words, in pixels: with them it fits a screen, a projected one too."""
    return round(110 + 5 * sizes.axis)


def axes(panels: int) -> list[str]:
    """What Plotly calls the axes of each panel, behind their x or y."""
    return ["", *map(str, range(2, panels + 1))]


def numbers_fit(panels: int, sizes: Sizes) -> bool:
    """Whether there is room for a number beside each panel."""
    return panels * sizes.axis <= 5 * NORMAL.axis


def write_below(figure: go.Figure, text: str, palette: Palette, sizes: Sizes) -> None:
    """One line under all panels."""
    words = {"text": text, "font": {"color": palette.muted, "size": sizes.axis}, "borderpad": 0}
    place = {"x": 0, "xref": "paper", "xanchor": "left", "y": 0, "yref": "paper", "yanchor": "top"}
    figure.add_annotation(**words | place, yshift=-1.7 * sizes.axis, showarrow=False)


def lay_out(
    figure: go.Figure, panels: int, span: tuple[float, float], lines: int, palette: Palette, sizes: Sizes
) -> None:
    """Equal panels, below names of so many lines; the scale of errors stands at the first.

    Parameters
    ----------
    span : (low, high)
        Of the errors, in powers of ten.
    """
    unit = sizes.axis
    margin = {"l": round(4 * unit), "r": 0, "t": round((0.6 + 1.35 * lines) * unit), "b": round(3.2 * unit)}
    height = plot_height(sizes) + margin["t"] + margin["b"]
    figure.update_layout(layout(palette, sizes), height=height, margin=margin)
    across = quiet_axis(palette, sizes) | {"range": [0, 1], "tickformat": ".0%", "tickvals": [0, 1]}
    across |= {"showline": True, "linecolor": palette.border}
    upwards = quiet_axis(palette, sizes, grid=True) | {"domain": [0, 1]}
    upwards |= log_axis(span, decades(span))
    beside = 0.09 * panels if numbers_fit(panels, sizes) else 0.3
    for number, axis in enumerate(axes(panels), start=1):
        domain = [(number - 1) / panels, (number - min(beside, 0.45)) / panels]
        place = {"domain": domain, "anchor": f"y{axis}"}
        scale = {"anchor": f"x{axis}", "showticklabels": number == 1}
        figure.update_layout({f"xaxis{axis}": across | place, f"yaxis{axis}": upwards | scale})
