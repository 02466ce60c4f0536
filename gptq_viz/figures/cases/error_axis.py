"""The frame of pictures of errors: relative output error upwards, on a logarithmic axis."""

from __future__ import annotations

import plotly.graph_objects as go

from gptq_viz.figures.axes import ruled_axis
from gptq_viz.figures.heads import draw_head
from gptq_viz.figures.log_axis import TICKS
from gptq_viz.figures.look import layout
from gptq_viz.theme import Palette, Sizes

PICTURE, TWO = 184, 162


def lay_out(
    figure: go.Figure, upwards: tuple[float, float], right: float, palette: Palette, sizes: Sizes
) -> None:
    """Margins and axes; what stands upwards is named above the plot, where it can be read.

    Parameters
    ----------
    upwards : pair of float
        Ends of the axis, in powers of ten.
    right : float
        Room for the names of lines, in type sizes.
    """
    unit = sizes.axis
    figure.update_layout(
        layout(palette, sizes),
        height=picture_height(sizes),
        margin={
            "l": round(3.4 * unit),
            "r": round(right * unit),
            "t": round(3 * unit),
            "b": round(3.2 * unit),
        },
    )
    figure.update_yaxes(
        **ruled_axis(palette, sizes),
        type="log",
        range=list(upwards),
        tickvals=TICKS,
        ticktext=[f"{tick:g}" for tick in TICKS],
    )
    draw_head(
        figure,
        "relative output error",
        palette.muted,
        sizes,
        x="paper",
        y="paper",
        xshift=-3.2 * unit,
        yshift=1.2 * unit,
    )


def picture_height(sizes: Sizes) -> int:
    """Of a card's picture: with all its words it fits a screen 720 high."""
    return round(PICTURE + 8 * sizes.axis)


def height_of_two(sizes: Sizes) -> int:
    """Of a map, or of two parts one above the other: on a screen 720 high, projected or not."""
    return round(TWO + 12.7 * sizes.axis)
