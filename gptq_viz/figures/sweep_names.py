"""Names in the picture of a sweep of one parameter: of lines, of the best settings, and of the whole."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.end_labels import EndLabel, draw_end_labels
from gptq_viz.figures.look import method_colour
from gptq_viz.figures.sweep_frame import Frame
from gptq_viz.figures.sweep_line import Line
from gptq_viz.theme import METHODS, Palette, Sizes

# Marks of errors on calibration inputs: the method's own, hollow.
HOLLOW_SIGNS = {"rtn": "△", "frozen": "×", "gptq": "○"}


def draw_ends(figure: go.Figure, lines: Sequence[Line], frame: Frame, palette: Palette, sizes: Sizes) -> None:
    """The name of every line at its right end, and room for the longest; after the axes are laid out."""
    labels = []
    for line in lines:
        heights = [frame.height_of(one.median) for one in line.spreads]
        if drawn := [height for height in heights if np.isfinite(height)]:
            labels.append(EndLabel(drawn[-1], _name(line), method_colour(palette, line.method)))
    longest = max((len(re.sub("<[^>]+>", "", label.text)) for label in labels), default=0)
    figure.update_layout(margin_r=round((0.52 * longest + 1) * sizes.axis))
    draw_end_labels(figure, labels, "y", sizes)


def draw_chosen(
    figure: go.Figure,
    place: tuple[float, float],
    text: str,
    level: int,
    frame: Frame,
    palette: Palette,
    sizes: Sizes,
) -> None:
    """A ring around a point, a line down, and words at its foot; the second words stand above the first."""
    (x, y), middle = place, (min(frame.ticks) + max(frame.ticks)) / 2
    line = {"color": palette.muted, "dash": "dot", "width": sizes.line / 2}
    figure.add_shape(type="line", x0=x, x1=x, y0=frame.low, y1=y, line=line, layer="below")
    figure.add_scatter(
        x=[x],
        y=[y],
        name="ring",
        mode="markers",
        marker={
            "symbol": ("circle-open", "diamond-open")[level],
            "size": 1.6 * sizes.axis,
            "color": palette.text,
            "line": {"width": 0.8 * sizes.line},
        },
        unselected={"marker": {"opacity": 1}},
        hoverinfo="skip",
        cliponaxis=False,
    )
    figure.add_annotation(
        text=f"<b>{text}</b>",
        name="chosen",
        x=x,
        y=frame.low,
        xanchor="left" if x <= middle else "right",
        yanchor="bottom",
        xshift=(0.3 if x <= middle else -0.3) * sizes.axis,
        yshift=(0.2 + 1.3 * level) * sizes.axis,
        font={"color": palette.text, "size": sizes.axis},
        borderpad=0,
        showarrow=False,
    )


def head_text(seeds: str) -> str:
    """What is drawn, for above the picture.

    >>> head_text("1 seed")
    'relative output error, 1 seed'
    """
    return f"relative output error, {seeds}" + ("" if seeds == "1 seed" else "; bands: 10 to 90 % of them")


def _name(line: Line) -> str:
    """The mark and the method, and which inputs if these are not the held-out ones."""
    style = METHODS[line.method]
    if line.kind == "held_out":
        return f"<b>{style.sign} {style.label}</b>"
    return f"{HOLLOW_SIGNS[line.method]} {style.label}, calibration"
