"""Ribbons that lead each column from its step in the order of quantization to where it is stored."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from gptq_viz.figures.group_look import group_look
from gptq_viz.theme import Palette, Sizes

IntArray = npt.NDArray[np.signedinteger[Any]]

# Of the ribbons' height: the cells above and below them.
CELL = 0.16
# Pixels of the picture beside an open sidebar: where it has room for numbers, wider ones have too.
NARROW = 880
BEND = 16
# In wider layers than this there is no room between the ribbons.
APART = 128


def draw_ribbons(
    figure: go.Figure, place: IntArray, groups: IntArray, palette: Palette, sizes: Sizes
) -> None:
    """All ribbons on the figure's second pair of axes, which is 1 high, with the numbers of their groups.

    Parameters
    ----------
    place, groups : (inp,)
        Step and group of each column, in the layer's own order.
    """
    for group in range(int(groups.max()) + 1):
        _draw_group(figure, group, place, groups, palette)
    for places, foot in ((place, 1 - CELL), (np.arange(len(place)), 0.0)):
        _draw_cells(figure, places, foot, groups, palette)
    _write_numbers(figure, place, groups, palette, sizes)


def _draw_group(figure: go.Figure, group: int, place: IntArray, groups: IntArray, palette: Palette) -> None:
    """All ribbons of a group as one trace: a polygon a column, from its step above to its place below."""
    look, members = group_look(group, palette), np.flatnonzero(groups == group)
    half = 0.45 if len(place) <= APART else 0.5
    share = np.linspace(0, 1, BEND)
    bend = share * share * (3 - 2 * share)
    down = 1 - CELL - share * (1 - 2 * CELL)
    middle = place[members][:, None] + bend * (members - place[members])[:, None]
    gap = np.full((len(members), 1), np.nan)
    x = np.concatenate([middle - half, middle[:, ::-1] + half, gap], axis=1)
    y = np.concatenate([np.broadcast_to([*down, *down[::-1]], (len(members), x.shape[1] - 1)), gap], axis=1)
    figure.add_scatter(
        x=x.ravel().astype(np.float32),
        y=y.ravel().astype(np.float32),
        xaxis="x2",
        yaxis="y2",
        mode="lines",
        line={"color": look.line, "width": 1 if len(place) <= APART else 0},
        fill="toself",
        fillcolor=look.pale,
        hoverinfo="skip",
    )


def _draw_cells(figure: go.Figure, places: IntArray, foot: float, groups: IntArray, palette: Palette) -> None:
    """A row of cells, above or below the ribbons."""
    looks = [group_look(int(group), palette) for group in groups]
    figure.add_bar(
        x=places,
        y=np.full(len(places), CELL),
        base=foot,
        width=0.9 if len(places) <= APART else 1.0,
        xaxis="x2",
        yaxis="y2",
        marker={
            "color": [look.fill for look in looks],
            "line": {"color": [look.line for look in looks], "width": 1 if len(places) <= APART else 0},
            "pattern": {
                "shape": [look.shape for look in looks],
                "bgcolor": [look.fill for look in looks],
                "fgcolor": [look.hatch for look in looks],
                "size": 6,
                "solidity": 0.25,
            },
        },
        customdata=np.column_stack([np.arange(len(groups)), groups]),
        hovertemplate="column %{customdata[0]}, group %{customdata[1]}<extra></extra>",
    )


def _write_numbers(
    figure: go.Figure, place: IntArray, groups: IntArray, palette: Palette, sizes: Sizes
) -> None:
    """The group's number in each cell or, where cells are narrow, in the middle of each piece."""
    steps = groups[np.argsort(place)]
    digits = len(str(int(groups.max())))
    needed = (0.6 * digits + 0.9) * sizes.axis * len(place) / NARROW  # cells for a number
    for row, height in ((steps, 1 - CELL / 2), (groups, CELL / 2)):
        edges = np.arange(len(row) + 1)
        if needed > 1:
            edges = np.flatnonzero(np.diff(row, prepend=-1, append=-1))
        starts, ends = edges[:-1], edges[1:]
        wide = ends - starts >= needed
        colours = [group_look(int(group), palette).text for group in row[starts]]
        figure.add_scatter(
            x=((starts + ends - 1) / 2)[wide],
            y=np.full(int(wide.sum()), height),
            xaxis="x2",
            yaxis="y2",
            mode="text",
            text=[str(group) for group in row[starts][wide]],
            textfont={
                "color": [c for c, room in zip(colours, wide, strict=True) if room],
                "size": sizes.axis,
            },
            hoverinfo="skip",
        )
