"""The picture of three rulers: their levels, the weights each was made for, the weights as they are now."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from gptq_viz.figures.look import layout
from gptq_viz.figures.rulers import RulerPanel, RulersPicture
from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.theme import Palette, Sizes

GAP = 0.06
WIDTH = (1 - 2 * GAP) / 3
NAMED_COLUMNS = 10  # as many names as have room above each other


def rulers_figure(data: RulersPicture, palette: Palette, sizes: Sizes) -> go.Figure:
    """Side by side with one axis of weights; a line a level, a dot a weight, the columns from above."""
    figure = go.Figure()
    for number, panel in enumerate(data.panels):
        _draw_panel(figure, number, panel, data, palette, sizes)
    count, unit = len(data.now), sizes.axis
    named = np.arange(0, count, -(-count // NAMED_COLUMNS))
    figure.update_layout(
        layout(palette, sizes),
        height=round(20 + 14.5 * unit),
        margin={"l": round(4.5 * unit), "r": 2, "t": round(1.7 * unit), "b": round(2.9 * unit)},
        yaxis={
            "range": [count - 0.5, -0.5],
            "fixedrange": True,
            "showgrid": False,
            "zeroline": False,
            "ticks": "",
            "tickfont_color": palette.muted,
            "tickvals": named.tolist(),
            "ticktext": [f"col {c}" for c in data.columns[named]],
        },
    )
    return figure


def _rungs(panel: RulerPanel) -> Iterator[tuple[float, int, int]]:
    """Levels with the first and last column that they belong to without a break."""
    edges = np.flatnonzero(np.any(np.diff(panel.levels, axis=0, prepend=np.nan) != 0, axis=1))
    for first, after in zip(edges, [*edges[1:], len(panel.levels)], strict=True):
        yield from ((float(level), int(first), int(after) - 1) for level in panel.levels[first])


def _draw_panel(
    figure: go.Figure, number: int, panel: RulerPanel, data: RulersPicture, palette: Palette, sizes: Sizes
) -> None:
    """Levels, the weights that were looked at, the weights now."""
    axis = "" if number == 0 else str(number + 1)
    place = {"xaxis": f"x{axis}", "yaxis": "y"}
    rows, gap = np.arange(len(data.now)), np.full(len(data.now), np.nan)
    rungs = list(_rungs(panel))
    figure.add_scatter(
        **place,
        x=[x for level, _, _ in rungs for x in (level, level, None)],
        y=[y for _, first, last in rungs for y in (first - 0.5, last + 0.5, None)],
        mode="lines",
        line={"color": palette.muted, "width": 1},
        hoverinfo="skip",
    )
    size = max(3.0, min(0.7 * sizes.axis, 10 * sizes.axis / len(rows)))
    if not np.array_equal(panel.weights, data.now):
        figure.add_scatter(
            **place,
            x=np.column_stack([panel.weights, data.now, gap]).ravel(),
            y=np.repeat(rows, 3),
            mode="lines",
            line={"color": palette.text, "width": 1, "dash": "dot"},
            hoverinfo="skip",
        )
        _draw_weights(figure, place, panel.weights, rows, palette.background, palette.text, "circle", size)
    inside, beyond = ~panel.outside, panel.outside
    _draw_weights(figure, place, data.now[inside], rows[inside], palette.gptq, palette.gptq, "circle", size)
    red = palette.clipped
    _draw_weights(figure, place, data.now[beyond], rows[beyond], red, red, "triangle-up", 1.4 * size)
    _lay_out_panel(figure, number, panel, data, palette, sizes)


def _draw_weights(
    figure: go.Figure,
    place: dict[str, str],
    weights: FloatArray,
    rows: npt.NDArray[np.intp],
    fill: str,
    line: str,
    symbol: str,
    size: float,
) -> None:
    """A mark a weight."""
    figure.add_scatter(
        **place,
        x=weights,
        y=rows,
        mode="markers",
        marker={"symbol": symbol, "size": size, "color": fill, "line": {"color": line, "width": 1}},
        hovertemplate="%{x:.3g}<extra></extra>",
    )


def _lay_out_panel(
    figure: go.Figure, number: int, panel: RulerPanel, data: RulersPicture, palette: Palette, sizes: Sizes
) -> None:
    """An axis of weights with the same range for all three, and two lines above it."""
    values = np.concatenate([*(np.append(each.levels, each.weights) for each in data.panels), data.now])
    low, high = float(values.min()), float(values.max())
    margin = 0.04 * (high - low)
    start = number * (WIDTH + GAP)
    names = "● weight now, ○ as scaled, ▲ beyond" if number == 1 else ""
    figure.layout[f"xaxis{number + 1 if number else ''}"] = {
        "title": {"text": names, "font": {"color": palette.muted, "size": sizes.axis}, "standoff": 2},
        "domain": [start, start + WIDTH],
        "anchor": "y",
        "range": [low - margin, high + margin],
        "fixedrange": True,
        "showgrid": False,
        "zeroline": False,
        "nticks": 4,
        "ticklen": 2,
        "tickfont_color": palette.muted,
        "showline": True,
        "linecolor": palette.border,
    }
    outside = int(panel.outside.sum())
    clipped = f" <span style='color:{palette.clipped}'>▲{outside}</span>" if outside else ""
    figure.add_annotation(
        text=f"<b>{panel.source}</b>{clipped}",
        x=start,
        xref="paper",
        xanchor="left",
        y=1,
        yref="paper",
        yanchor="bottom",
        align="left",
        font={"color": palette.text, "size": sizes.axis},
        showarrow=False,
    )
