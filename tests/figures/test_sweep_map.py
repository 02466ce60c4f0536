"""The picture of a sweep of two parameters: numbers in cells that can be read, marks, and what is clicked."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gptq_viz.figures.colours import contrast, ink_on
from gptq_viz.figures.sweep_colours import Colours
from gptq_viz.figures.sweep_map import CALIBRATION, GAIN, HELD_OUT, SHOWN, sweep_map_data, sweep_map_figure
from gptq_viz.figures.sweep_points import sweep_points
from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Palette
from tests.figures.sweep_tables import asked, points_of, really_run

GRID = {"bits": (2, 3, 4), "group": (None, 8)}


def test_cells_hold_the_medians_of_the_table() -> None:
    swept = asked(GRID, n=64)
    table = really_run(swept)
    points = sweep_points(table, swept)
    for column, shown in (("error", HELD_OUT), ("calibration_error", CALIBRATION)):
        cells = sweep_map_data(points, swept, shown).values
        for row, group in enumerate(swept.grid["group"]):
            for place, bits in enumerate(swept.grid["bits"]):
                rows = (table["bits"] == bits) & (table["group"] == group) & (table["method"] == "gptq")
                assert cells[row, place] == pytest.approx(np.median(table[column][rows]))


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("shown", SHOWN)
def test_every_cell_has_its_number_in_an_ink_that_can_be_read(shown: str, palette: Palette) -> None:
    swept = asked(GRID)
    points = points_of(
        swept,
        lambda values, _, method: ((10.0 if method == "rtn" else 1.0) ** -values[0] / (values[1] or 1), 0.01),
    )
    data = sweep_map_data(points, swept, shown)
    figure = sweep_map_figure(points, swept, palette, NORMAL, shown)
    colours = Colours.of(data.values, palette, around_one=shown == GAIN)
    texts = [trace for trace in figure.data if trace.type == "scatter" and trace.mode == "text"]
    assert sum(len(trace.text) for trace in texts) == 6
    for trace in texts:
        for x, y in zip(trace.x, trace.y, strict=True):
            assert contrast(trace.textfont.color, colours.colour(float(data.values[y, x]))) >= 4.5
        assert trace.unselected.textfont.color == trace.textfont.color


@pytest.mark.parametrize("share", np.linspace(0, 1, 11))
def test_one_of_the_inks_reads_on_every_colour_of_the_maps(share: float) -> None:
    for palette in (LIGHT, DARK):
        for around_one in (False, True):
            colours = Colours.of(np.array([0.01, 100.0]), palette, around_one=around_one)
            ground = colours.colour(10 ** (4 * share - 2))
            assert contrast(ink_on(ground), ground) >= 4.5


def test_a_ratio_of_one_has_no_colour_and_gains_have_that_of_gptq() -> None:
    colours = Colours.of(np.array([0.5, 1.0, 4.0]), LIGHT, around_one=True)
    assert colours.colour(1.0) == LIGHT.weights[1]
    assert colours.colour(4.0) == LIGHT.weights[0] == LIGHT.gptq
    assert colours.colour(0.25) == LIGHT.weights[2]


def test_the_ratio_is_that_of_rtn_to_the_method() -> None:
    swept = asked(GRID)
    points = points_of(swept, lambda _, seed, method: (seed * (3.0 if method == "rtn" else 1.0), 1.0))
    assert (sweep_map_data(points, swept, GAIN).values == 3.0).all()


def test_best_and_cheapest_are_marked_and_framed() -> None:
    errors = {(4, 8): 0.1, (3, None): 0.104}
    swept = asked(GRID)
    points = points_of(swept, lambda values, *_: (errors.get(values, 1.0), 1.0))
    data = sweep_map_data(points, swept)
    assert data.marks == {(1, 2): "★", (0, 1): "◆"}
    figure = sweep_map_figure(points, swept, LIGHT, PROJECTOR)
    assert len(figure.layout.shapes) == 2
    texts = {text for trace in figure.data[1:3] for text in trace.text}
    assert {"<b>★<br>0.100</b>", "<b>◆<br>0.104</b>"} <= texts


def test_every_layer_has_a_best_of_its_own() -> None:
    swept = asked({"act_order": (False, True), "data": ("factor", "white")})
    points = points_of(swept, lambda values, *_: (0.1 if values[0] == (values[1] == "factor") else 0.2, 1.0))
    assert sweep_map_data(points, swept).marks == {(0, 1): "★", (1, 0): "★"}


def test_a_click_names_the_setting_under_it() -> None:
    swept = asked(GRID)
    figure = sweep_map_figure(points_of(swept, lambda *_: (0.1, 0.1)), swept, LIGHT, NORMAL)
    [cells] = [trace for trace in figure.data if trace.name == "cells"]
    for x, y, (number,) in zip(cells.x, cells.y, cells.customdata, strict=True):
        assert swept.settings[number] == (swept.grid["bits"][x], swept.grid["group"][y])


@pytest.mark.parametrize("shown", SHOWN)
def test_missing_undefined_and_zero_errors_leave_a_picture(shown: str) -> None:
    swept = asked(GRID)
    for errors in (
        lambda values, *_: None if values[0] == 2 else (0.0 if values[0] == 3 else math.nan, 0.1),
        lambda *_: (math.nan, math.nan),
        lambda *_: (0.0, 0.0),
        lambda *_: None,
    ):
        points = points_of(swept, errors)
        figure = sweep_map_figure(points, swept, LIGHT, NORMAL, shown)
        heat = figure.data[0]
        assert np.isfinite([heat.zmin, heat.zmax]).all()
        assert heat.zmin < heat.zmax
        [cells] = [trace for trace in figure.data if trace.name == "cells"]
        assert len(cells.x) == len(points)


def test_the_hover_has_all_errors_and_the_true_bits() -> None:
    swept = asked(GRID)
    data = sweep_map_data(points_of(swept, lambda *_: (0.1, 0.2)), swept)
    assert data.hover[0, 0] == (
        "2 bits, no groups<br>RTN 0.100 held out, 0.200 on calibration inputs<br>"
        "GPTQ 0.100 held out, 0.200 on calibration inputs<br>3.125 true bits per weight"
    )
