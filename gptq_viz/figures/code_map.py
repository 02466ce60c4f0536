"""The picture of changed codes: how many by how many levels, and where they are."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, quiet_axis
from gptq_viz.figures.colours import mixed
from gptq_viz.figures.heads import draw_head
from gptq_viz.figures.look import layout
from gptq_viz.figures.versus_frame import versus_height
from gptq_viz.numerics import CodeChanges
from gptq_viz.theme import Palette, Sizes

LEFT, RIGHT = (0.0, 0.3), (0.42, 1.0)
FAINTEST = 0.5  # how far the colour of one level is from that of none
GAPS = 48  # cells a side that can have gaps between them
COUNTED = 9  # bars that can have their numbers above them


def codes_figure(data: CodeChanges, palette: Palette, sizes: Sizes) -> go.Figure:
    """A histogram and a map that share their colours; red-brown is up, blue is down."""
    figure, reach = go.Figure(), max(data.furthest, 1)
    counts = data.counts if data.furthest else {-1: 0, **data.counts, 1: 0}
    levels, shares = list(counts), [count / data.difference.size for count in counts.values()]
    figure.add_bar(
        x=levels,
        y=shares,
        width=0.9,
        marker={"color": [level_colour(level, reach, palette) for level in levels], "line": _edge(palette)},
        text=[f"{count:,}" if len(levels) <= COUNTED else "" for count in counts.values()],
        textposition="outside",
        textfont={"color": palette.text, "size": sizes.axis},
        constraintext="none",
        customdata=list(counts.values()),
        hovertemplate="%{x:+d} levels: %{customdata} codes, %{y:.1%}<extra></extra>",
        cliponaxis=False,
    )
    gap = 1 if max(data.difference.shape) <= GAPS else 0
    figure.add_heatmap(
        z=data.difference,
        xaxis="x2",
        yaxis="y2",
        zmin=-reach,
        zmax=reach,
        colorscale=_scale(reach, palette),
        showscale=False,
        xgap=gap,
        ygap=gap,
        hovertemplate="row %{y}, column %{x}: %{z:+d} levels<extra></extra>",
    )
    _lay_out(figure, data, max(shares), palette, sizes)
    return figure


def level_colour(level: int, reach: int, palette: Palette) -> str:
    """The colour of a difference: even that of one level is easily told from none."""
    low, zero, high = palette.weights
    if level == 0:
        return zero
    share = 1.0 if reach == 1 else FAINTEST + (1 - FAINTEST) * (abs(level) - 1) / (reach - 1)
    return mixed(zero, high if level > 0 else low, share)


def _scale(reach: int, palette: Palette) -> list[tuple[float, str]]:
    """Plotly's colour map from −reach to reach; whole numbers alone are looked up in it."""
    levels = sorted({-reach, -1, 0, 1, reach})
    return [((level + reach) / (2 * reach), level_colour(level, reach, palette)) for level in levels]


def _edge(palette: Palette) -> dict[str, Any]:
    return {"width": 1, "color": palette.muted}


def _lay_out(figure: go.Figure, data: CodeChanges, tallest: float, palette: Palette, sizes: Sizes) -> None:
    """Levels and shares on the left, columns and rows on the right."""
    unit, quiet = sizes.axis, quiet_axis(palette, sizes) | {"tickangle": 0}
    reach = max(data.furthest, 1)
    out, inp = data.difference.shape
    titles = ("levels, GPTQ less RTN", "column of W", "row of W")
    levels, columns, rows = (axis_title(text, palette, sizes, 2) for text in titles)
    figure.update_layout(
        layout(palette, sizes),
        height=versus_height(sizes),
        margin={"l": round(3.2 * unit), "r": 4, "t": round(1.7 * unit), "b": round(3 * unit)},
        xaxis=quiet
        | {"domain": LEFT, "range": [-reach - 0.7, reach + 0.7], "title": levels, "tickvals": _whole(reach)},
        yaxis=quiet | {"range": [0, 1.12 * tallest], "tickformat": ".0%", "nticks": 6},
        xaxis2=quiet
        | {"domain": RIGHT, "anchor": "y2", "range": [-0.5, inp - 0.5], "title": columns}
        | _ticks(inp, 10),
        yaxis2=quiet | {"anchor": "x2", "range": [out - 0.5, -0.5], "title": rows} | _ticks(out, 8),
    )
    draw_head(figure, "share of the codes", palette.muted, sizes)
    draw_head(figure, "GPTQ’s code less RTN’s", palette.muted, sizes, x="x2 domain", y="y2 domain")


def _ticks(count: int, most: int) -> dict[str, Any]:
    """At whole numbers, also where there are few places: Plotly would put some between them."""
    return {"dtick": 1} if count <= most else {"nticks": most}


def _whole(reach: int) -> list[int]:
    """Ticks at whole numbers of levels, seven of them at most."""
    every = -(-reach // 3)
    return [*range(-every * (reach // every), reach + 1, every)]
