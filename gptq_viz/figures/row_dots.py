"""The picture of errors by row: two dots a row, joined."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, quiet_axis
from gptq_viz.figures.end_labels import EndLabel, draw_end_labels
from gptq_viz.figures.heads import draw_empty, draw_head
from gptq_viz.figures.log_axis import NOTHING, log_axis, log_range, shown
from gptq_viz.figures.look import layout
from gptq_viz.figures.method_look import MethodLook, pair_looks
from gptq_viz.figures.noise import cleaned
from gptq_viz.figures.places import named
from gptq_viz.figures.rows import RowPicture
from gptq_viz.figures.versus_frame import named_margin, versus_height
from gptq_viz.theme import Palette, Sizes

FEW = 64  # rows whose lines stand apart
BEHIND = 1.4  # RTN's marks show their corners where GPTQ's stand on them


def rows_figure(data: RowPicture, palette: Palette, sizes: Sizes) -> go.Figure:
    """Rows from left to right by RTN's error; lines at the mean of the rows, which is the layer's error."""
    figure, order = go.Figure(), data.order
    looks = pair_looks(data.method, palette)
    errors = {name: data.held_out(name)[order] for name in looks}
    _join(figure, errors["rtn"], errors["gptq"], palette, sizes)
    for name, look in looks.items():
        size = dot_size(len(order), sizes) * (BEHIND if name == "rtn" else 1)
        _draw_dots(figure, order, errors[name], look, size)
    means = {name: float(cleaned(data.errors[name].held_out).mean()) for name in looks}
    low_high = log_range([*errors.values(), means.values()])
    _lay_out(figure, order.tolist(), low_high, palette, sizes)
    _draw_means(figure, means, looks, palette, sizes)
    if not any(mean > 0 for mean in means.values()):
        draw_empty(figure, NOTHING, palette.muted, sizes)
    return figure


def _draw_dots(
    figure: go.Figure, order: Iterable[int], errors: Iterable[float], look: MethodLook, size: float
) -> None:
    """A method's dots."""
    rows = list(order)
    figure.add_scatter(
        x=list(range(len(rows))),
        y=shown(errors),
        customdata=rows,
        name=look.label,
        mode="markers",
        marker={
            "symbol": look.symbol,
            "size": size,
            "color": look.colour,
        },
        hovertemplate=f"row %{{customdata}}, {look.label}: held-out error %{{y:.3g}}<extra></extra>",
        cliponaxis=False,
    )


def dot_size(rows: int, sizes: Sizes) -> float:
    """In pixels: 256 rows still have dots of their own."""
    return round(sizes.axis * min(0.85, max(0.35, 18 / max(rows, 1))), 1)


def _join(figure: go.Figure, rtn: Any, gptq: Any, palette: Palette, sizes: Sizes) -> None:
    """A line between the two dots of a row; gaps between the rows."""
    x: list[float | None] = []
    y: list[float | None] = []
    for place, ends in enumerate(zip(shown(rtn), shown(gptq), strict=True)):
        x += [place, place, None]
        y += [*ends, None]
    figure.add_scatter(
        x=x,
        y=y,
        mode="lines",
        # Hundreds of full lines would be one grey field.
        line={
            "color": palette.muted if len(rtn) <= FEW else palette.border,
            "width": sizes.line / 2,
        },
        hoverinfo="skip",
    )


def _draw_means(
    figure: go.Figure, means: dict[str, float], looks: dict[str, MethodLook], palette: Palette, sizes: Sizes
) -> None:
    """The layer's own errors, with the names of the methods."""
    labels = []
    for name, mean in means.items():
        if math.isfinite(mean) and mean > 0:
            look = looks[name]
            labels.append(EndLabel(math.log10(mean), f"{look.sign} {look.label}", look.colour))
            figure.add_shape(
                type="line",
                layer="below",
                x0=0,
                x1=1,
                xref="x domain",
                y0=mean,
                y1=mean,
                line={"color": look.colour, "dash": look.dash, "width": sizes.line / 2},
            )
    draw_end_labels(figure, labels, "y", sizes)


def _lay_out(
    figure: go.Figure, order: list[int], low_high: tuple[float, float], palette: Palette, sizes: Sizes
) -> None:
    """Rows along, errors upwards."""
    places = named(len(order))
    figure.update_layout(
        layout(palette, sizes),
        height=versus_height(sizes),
        margin=named_margin(sizes, 2.9),
        xaxis=quiet_axis(palette, sizes)
        | {
            "range": [-0.6, len(order) - 0.4],
            "tickvals": places,
            "ticktext": [str(order[place]) for place in places],
            "tickangle": 0,
            "title": axis_title("row of W, the largest error of RTN first", palette, sizes, 2),
        },
        yaxis=quiet_axis(palette, sizes, grid=True) | log_axis(low_high),
    )
    draw_head(
        figure,
        "held-out error of each row ÷ outputs of the mean row<br>lines: mean of the rows, the layer’s error",
        palette.muted,
        sizes,
    )
