"""The picture of shares by column: two bars a column, and below them the running sums."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, quiet_axis
from gptq_viz.figures.column_shares import ColumnShares
from gptq_viz.figures.end_labels import EndLabel, draw_end_labels
from gptq_viz.figures.heads import draw_head
from gptq_viz.figures.look import layout
from gptq_viz.figures.method_look import MethodLook, method_look
from gptq_viz.figures.places import named
from gptq_viz.figures.versus_frame import named_margin
from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.theme import Palette, Sizes

UPPER, LOWER = (0.47, 1.0), (0.0, 0.36)
BAR = 0.42
PATTERNED = 64  # columns; a pattern in narrower bars would only be grey


def shares_figure(data: ColumnShares, palette: Palette, sizes: Sizes) -> go.Figure:
    """RTN hatched, GPTQ solid; both from 0, on one scale."""
    figure = go.Figure()
    _lay_out(figure, data, palette, sizes)
    if data.undefined:
        return figure
    labels = []
    for name, shares, offset in (("rtn", data.rtn, -BAR), (data.method, data.gptq, 0.0)):
        look = method_look(name, palette)
        hatched = name == "rtn" and len(shares) <= PATTERNED
        _draw_bars(figure, data, shares, offset, look, palette.background if hatched else None)
        sums = data.start + np.append(0.0, shares.cumsum())
        figure.add_scatter(
            x=np.arange(len(sums)) - 0.5,
            y=sums,
            yaxis="y2",
            name=look.label,
            mode="lines",
            line={"color": look.colour, "dash": look.dash, "width": sizes.line},
            hovertemplate=f"{look.label}, sum so far: %{{y:.3g}}<extra></extra>",
            cliponaxis=False,
        )
        labels.append(EndLabel(float(sums[-1]), f"{look.sign} {look.label}", look.colour))
    draw_end_labels(figure, labels, "y2", sizes)
    return figure


def _draw_bars(
    figure: go.Figure,
    data: ColumnShares,
    shares: FloatArray,
    offset: float,
    look: MethodLook,
    between: str | None,
) -> None:
    """A method's bars, hatched with the colour `between` the lines, or solid."""
    hatch = {"shape": "/", "fgcolor": look.colour, "size": 5, "solidity": 0.4}
    figure.add_bar(
        x=np.arange(len(shares)),
        y=shares,
        offset=offset,
        width=BAR,
        name=look.label,
        customdata=data.columns,
        marker={
            "color": between or look.colour,
            "line": {"width": 1 if between else 0, "color": look.colour},
            "pattern": hatch if between else {"shape": ""},
        },
        hovertemplate=f"column %{{customdata}}, {look.label}: %{{y:.3g}}<extra></extra>",
    )


def _lay_out(figure: go.Figure, data: ColumnShares, palette: Palette, sizes: Sizes) -> None:
    """Columns along; shares and sums upwards."""
    upwards = quiet_axis(palette, sizes, grid=True) | {
        "nticks": 5,
        "zeroline": True,
        "zerolinecolor": palette.muted,
        "exponentformat": "e",
    }
    figure.update_layout(
        layout(palette, sizes),
        height=round(239 + 7 * sizes.axis),
        margin=named_margin(sizes, 1.7),
        barmode="overlay",
        xaxis=quiet_axis(palette, sizes)
        | _along(data)
        | {"title": axis_title(_order(data), palette, sizes, 2)},
        yaxis=upwards | {"domain": UPPER},
        yaxis2=upwards | {"domain": LOWER, "range": _sums_range(data)},
    )
    on = "held-out inputs" if data.held_out else "calibration inputs, with damping"
    draw_head(figure, f"error that a column adds, on {on}", palette.muted, sizes)
    draw_head(figure, "sum so far", palette.muted, sizes, y="y2 domain")


def _along(data: ColumnShares) -> dict[str, Any]:
    """Ticks with the numbers of columns; as many as have room."""
    count, places = len(data.columns), named(len(data.columns))
    return {
        "range": [-0.6, count - 0.4],
        "anchor": "y2",
        "tickvals": places,
        "ticktext": [str(data.columns[place]) for place in places],
        "tickangle": 0,
    }


def _order(data: ColumnShares) -> str:
    return f"column of W, {'in order of quantization' if data.by_step else 'in the layer’s order'}"


def _sums_range(data: ColumnShares) -> tuple[float, float]:
    """From the smallest to the largest sum of both methods, 0 included."""
    if data.undefined:
        return 0.0, 1.0
    sums = np.concatenate([data.start + shares.cumsum() for shares in (data.rtn, data.gptq)])
    low, high = min(0.0, float(sums.min())), max(data.start, float(sums.max()))
    beside = 0.08 * (high - low) or 1.0
    return low - beside * (low < 0), high + beside
