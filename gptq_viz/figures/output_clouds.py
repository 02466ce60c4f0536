"""The picture of one output: quantized against exact, a panel a method, and below them the misses."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, quiet_axis
from gptq_viz.figures.heads import draw_head
from gptq_viz.figures.look import layout
from gptq_viz.figures.method_look import MethodLook, pair_looks
from gptq_viz.figures.outputs import Outputs
from gptq_viz.figures.versus_frame import versus_height
from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.theme import Palette, Sizes

ACROSS = ((0.0, 0.48), (0.52, 1.0))
UPPER, LOWER = (0.4, 1.0), (0.0, 0.27)


def outputs_figure(data: Outputs, palette: Palette, sizes: Sizes) -> go.Figure:
    """RTN on the left, GPTQ on the right, on the same scales; the diagonal is the exact output."""
    figure = go.Figure()
    misses = {name: values - data.exact for name, values in data.quantized.items()}
    span = _span(data.exact, *data.quantized.values())
    widest = max(float(np.abs(miss).max()) for miss in misses.values()) or 1.0
    for column, (name, look) in enumerate(pair_looks(data.method, palette).items()):
        _draw_cloud(figure, 2 * column + 1, data.exact, data.quantized[name], look, sizes)
        _draw_cloud(figure, 2 * column + 2, data.exact, misses[name], look, sizes)
        _draw_exact(figure, 2 * column + 1, (span[0], span[1]), span, palette, sizes)
        _draw_exact(figure, 2 * column + 2, (0, 0), span, palette, sizes)
        _lay_out(figure, column, span, 1.08 * widest, palette, sizes)
        head = f"<b>{look.sign} {look.label}</b>"
        draw_head(figure, head, look.colour, sizes, x=("x domain", "x3 domain")[column])
    figure.update_layout(
        layout(palette, sizes),
        height=versus_height(sizes) - 10,
        margin={
            "l": round(4.5 * sizes.axis),
            "r": round(0.7 * sizes.axis),
            "t": round(1.7 * sizes.axis),
            "b": round(3 * sizes.axis),
        },
    )
    return figure


def _span(*values: FloatArray) -> tuple[float, float]:
    """From the smallest to the largest value, and a little more."""
    low, high = (float(end(np.concatenate(values))) for end in (np.min, np.max))
    beside = 0.04 * (high - low) or 1.0
    return low - beside, high + beside


def _draw_cloud(
    figure: go.Figure, axis: int, x: FloatArray, y: FloatArray, look: MethodLook, sizes: Sizes
) -> None:
    """A dot a sample."""
    what = "instead of" if axis % 2 else "beside"
    figure.add_scatter(
        x=x.astype(np.float32),
        y=y.astype(np.float32),
        xaxis=f"x{axis}",
        yaxis=f"y{axis}",
        name=look.label,
        mode="markers",
        marker={"symbol": look.symbol, "size": 0.38 * sizes.axis, "color": look.colour, "opacity": 0.6},
        hovertemplate=f"{look.label}: %{{y:.3g}} {what} %{{x:.3g}}<extra></extra>",
    )


def _draw_exact(
    figure: go.Figure,
    axis: int,
    ends: tuple[float, float],
    span: tuple[float, float],
    palette: Palette,
    sizes: Sizes,
) -> None:
    """Where every dot would be without error."""
    figure.add_shape(
        type="line",
        layer="above",
        xref=f"x{axis}",
        yref=f"y{axis}",
        x0=span[0],
        x1=span[1],
        y0=ends[0],
        y1=ends[1],
        line={"color": palette.text, "width": sizes.line / 2},
    )


def _lay_out(
    figure: go.Figure,
    column: int,
    span: tuple[float, float],
    widest: float,
    palette: Palette,
    sizes: Sizes,
) -> None:
    """The two panels of a method; titles on the left and below."""
    quiet = quiet_axis(palette, sizes, grid=True) | {"nticks": 6, "tickangle": 0}
    panels = (
        (2 * column + 1, UPPER, span, "quantized output"),
        (2 * column + 2, LOWER, (-widest, widest), "miss"),
    )
    for axis, domain, upwards, title in panels:
        below = {"title": axis_title("exact output", palette, sizes, 2)} if title == "miss" else {}
        beside = {"title": axis_title(title, palette, sizes)} if column == 0 else {}
        figure.layout[f"xaxis{axis}"] = (
            quiet | {"domain": ACROSS[column], "anchor": f"y{axis}", "range": span} | below
        )
        figure.layout[f"yaxis{axis}"] = (
            quiet
            | {"domain": domain, "anchor": f"x{axis}", "range": upwards, "showticklabels": column == 0}
            | ({"nticks": 4} if title == "miss" else {})
            | beside
        )
