"""A sweep of two parameters: a cell for each setting, its number in it, the best ones marked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.sweep_best import chosen
from gptq_viz.figures.sweep_cells import draw_cells, draw_frames, lay_out
from gptq_viz.figures.sweep_colours import Colours
from gptq_viz.figures.sweep_points import SweepPoint
from gptq_viz.figures.sweep_text import seeds_text
from gptq_viz.figures.sweep_values import setting_text
from gptq_viz.figures.sweep_words import BEST, CHEAPEST
from gptq_viz.figures.swept import Swept
from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.theme import METHODS, Palette, Sizes

HELD_OUT, CALIBRATION, GAIN = SHOWN = ("held out", "calibration", "gain")


@dataclass(frozen=True, slots=True)
class SweepMap:
    """Numbers by cell: the second parameter upwards, the first along.

    Parameters
    ----------
    shown : str
        One of `SHOWN`.
    values : (rows, columns)
        Medians; nan where a setting has no result.
    marks : mapping of (row, column) to str
        The sign of the best setting of each layer, and of the cheapest within 5 % of it.
    hover : mapping of (row, column) to str
        Words of each cell with a result.
    """

    shown: str
    values: FloatArray
    marks: dict[tuple[int, int], str]
    hover: dict[tuple[int, int], str]


def sweep_map_data(points: tuple[SweepPoint, ...], swept: Swept, shown: str = HELD_OUT) -> SweepMap:
    """The cells as far as there are results."""
    across, upwards = swept.grid.values()
    place = {(a, b): (row, column) for column, a in enumerate(across) for row, b in enumerate(upwards)}
    values = np.full((len(upwards), len(across)), np.nan)
    hover = {}
    for point in points:
        at = place[point.values]
        values[at] = _shown(point, swept, shown)
        hover[at] = _hover(point, swept)
    marks: dict[tuple[int, int], str] = {}
    for one in chosen(points, swept):
        if one.settings > 1:
            marks[place[one.cheapest.values]] = CHEAPEST
            marks[place[one.best.values]] = BEST
    return SweepMap(shown, values, marks, hover)


def sweep_map_figure(
    points: tuple[SweepPoint, ...],
    swept: Swept,
    palette: Palette,
    sizes: Sizes,
    shown: str = HELD_OUT,
) -> go.Figure:
    """Colours by the logarithm; a ratio goes from RTN's colour over none to the method's."""
    data = sweep_map_data(points, swept, shown)
    colours = Colours.of(data.values, palette, around_one=shown == GAIN)
    numbers = {values: number for number, values in enumerate(swept.settings)}
    across, upwards = swept.grid.values()
    clicks = {(r, c): numbers[across[c], upwards[r]] for r, c in data.hover}
    figure = go.Figure(colours.cells(data.values, palette, sizes))
    draw_cells(figure, data.values, data.marks, data.hover, clicks, colours, sizes)
    draw_frames(figure, data.values, data.marks, colours, sizes)
    lay_out(figure, swept.grid, map_title(points, swept, shown), palette, sizes)
    return figure


def map_title(points: tuple[SweepPoint, ...], swept: Swept, shown: str) -> str:
    """What the numbers in the cells are."""
    label, seeds = METHODS[swept.main].label, seeds_text(points, swept)
    return {
        HELD_OUT: f"{label}: error on held-out inputs, {seeds}",
        CALIBRATION: f"{label}: error on calibration inputs, {seeds}",
        GAIN: f"RTN’s held-out error divided by {label}’s, {seeds}",
    }[shown]


def _shown(point: SweepPoint, swept: Swept, shown: str) -> float:
    if shown == GAIN:
        return point.gain.median
    by_method = point.held_out if shown == HELD_OUT else point.calibration
    return by_method[swept.main].median if swept.main in by_method else np.nan


def _hover(point: SweepPoint, swept: Swept) -> str:
    """All errors of a setting."""
    lines = [
        f"{METHODS[name].label} {three_digits(point.held_out[name].median)} held out, "
        f"{three_digits(point.calibration[name].median)} on calibration inputs"
        for name in swept.methods
        if name in point.held_out
    ]
    bits = f"{point.per_weight:.4g} true bits per weight"
    return "<br>".join([setting_text(swept.names, point.values), *lines, bits])
