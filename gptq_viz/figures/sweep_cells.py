"""FloatArray of the picture of a sweep of two parameters: colours, numbers, frames and axes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, quiet_axis
from gptq_viz.figures.colours import INKS, ink_on
from gptq_viz.figures.heads import draw_head
from gptq_viz.figures.look import layout
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.sweep_colours import Colours
from gptq_viz.figures.sweep_values import AXIS_NAMES, value_text
from gptq_viz.figures.swept import Values
from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.theme import Palette, Sizes

Cell = tuple[int, int]

# Beyond as many columns numbers are smaller.
FEW_COLUMNS = 8


def draw_cells(
    figure: go.Figure,
    values: FloatArray,
    marks: Mapping[Cell, str],
    hover: Mapping[Cell, str],
    clicks: Mapping[Cell, int],
    colours: Colours,
    sizes: Sizes,
) -> None:
    """Numbers in black and in white, and unseen marks over all cells that can be clicked."""
    small = 1.0 if values.shape[1] <= FEW_COLUMNS else 0.75
    for ink in INKS:
        cells = [at for at in hover if ink_on(_ground(values[at], colours)) == ink]
        figure.add_scatter(
            x=[column for _, column in cells],
            y=[row for row, _ in cells],
            name=f"numbers {ink}",
            mode="text",
            text=[
                f"<b>{marks[at]}<br>{three_digits(values[at])}</b>"
                if at in marks
                else three_digits(values[at])
                for at in cells
            ],
            textfont={"color": ink, "size": small * sizes.axis},
            # A click selects a cell, and Plotly would make the numbers of all others pale.
            unselected={"textfont": {"color": ink}},
            hoverinfo="skip",
        )
    figure.add_scatter(
        x=[column for _, column in hover],
        y=[row for row, _ in hover],
        name="cells",
        mode="markers",
        marker={"symbol": "square", "size": 3 * sizes.axis, "opacity": 0},
        unselected={"marker": {"opacity": 0}},
        selected={"marker": {"opacity": 0}},
        customdata=[[clicks[at]] for at in hover],
        text=list(hover.values()),
        hovertemplate="%{text}<extra></extra>",
    )


def draw_frames(
    figure: go.Figure, values: FloatArray, cells: Iterable[Cell], colours: Colours, sizes: Sizes
) -> None:
    """Around marked cells, in the ink of their numbers."""
    for row, column in cells:
        figure.add_shape(
            type="rect",
            x0=column - 0.46,
            x1=column + 0.46,
            y0=row - 0.44,
            y1=row + 0.44,
            line={"color": ink_on(_ground(values[row, column], colours)), "width": sizes.line},
        )


def lay_out(
    figure: go.Figure, grid: Mapping[str, Values], title: str, palette: Palette, sizes: Sizes
) -> None:
    """Values at even distances along both axes."""
    unit, rows = sizes.axis, len(list(grid.values())[1])
    figure.update_layout(
        layout(palette, sizes),
        height=round(5.6 * unit + max(150 + 7 * unit, 2.2 * unit * rows)),
        margin={"l": 0, "r": 0, "t": round(2.1 * unit), "b": round(3.4 * unit)},
        hovermode="closest",
        hoverdistance=round(4 * unit),
    )
    draw_head(figure, title, palette.muted, sizes, x="paper", y="paper")
    # Beside the ticks' words half of the distance is used up by their marks.
    axes = (figure.update_xaxes, 6), (figure.update_yaxes, round(1.2 * unit))
    for (name, values), (update, apart) in zip(grid.items(), axes, strict=True):
        update(
            quiet_axis(palette, sizes),
            range=[-0.5, len(values) - 0.5],
            tickvals=list(range(len(values))),
            ticktext=[value_text(name, value) for value in values],
            title=axis_title(AXIS_NAMES[name], palette, sizes, apart),
            automargin=True,
            tickangle=0,
        )


def _ground(value: float, colours: Colours) -> str:
    """FloatArray of undefined errors stand on the page."""
    return colours.colour(value) if math.isfinite(value) else colours.scale[0][1]
