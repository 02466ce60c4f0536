"""One hue by magnitude: both signs alike, the logarithm in the map, few bytes."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import plotly.graph_objects as go
import pytest

from gptq_viz.figures.colours import mixed
from gptq_viz.figures.magnitude import DECADES, magnitude_map, magnitude_scale, shown
from gptq_viz.figures.magnitude_bar import draw_bar
from gptq_viz.theme import DARK, LIGHT, NORMAL, Palette


def colour_at(scale: list[tuple[float, str]], value: float, limit: float) -> str:
    """What Plotly draws for a value: linear between the two nearest stops."""
    place = (value + limit) / (2 * limit)
    for (low, first), (high, second) in pairwise(scale):
        if low <= place <= high:
            return mixed(first, second, (place - low) / (high - low))
    raise AssertionError(f"{place} is outside the scale")


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("log", [False, True])
def test_the_scale_runs_from_end_to_end_and_treats_both_signs_alike(palette: Palette, log: bool) -> None:
    scale = magnitude_scale(palette, log)
    places = [place for place, _ in scale]
    assert places[0] == 0
    assert places[-1] == 1
    assert (np.diff(places) > 0).all()
    for value in (0.0, 0.002, 0.5, 2.0):
        assert colour_at(scale, value, 2.0) == colour_at(scale, -value, 2.0)
    assert colour_at(scale, 0.0, 2.0) == palette.magnitude[0]
    assert colour_at(scale, 2.0, 2.0) == palette.magnitude[1]


def test_linear_colours_are_half_way_at_half_the_limit() -> None:
    assert colour_at(magnitude_scale(LIGHT, False), 1.5, 3.0) == mixed(*LIGHT.magnitude, 0.5)


@pytest.mark.parametrize("decades", range(DECADES + 1))
def test_logarithmic_colours_fall_by_the_same_for_every_power_of_ten(decades: int) -> None:
    share = 1 - decades / DECADES
    shown_colour = colour_at(magnitude_scale(LIGHT, True), 5.0 * 10**-decades, 5.0)
    assert shown_colour == mixed(*LIGHT.magnitude, share)


def test_a_map_keeps_signed_values_within_a_fixed_symmetric_range() -> None:
    panel = magnitude_map(shown(np.array([[1.0, -2.0], [0.5, 0.0]])), 4.0, LIGHT, log=True)
    assert (panel.zmin, panel.zmax) == (-4, 4)
    assert panel.z.tolist() == [[1, -2], [0.5, 0]]


def test_a_large_matrix_travels_as_short_floats() -> None:
    panel = magnitude_map(shown(np.random.default_rng(0).standard_normal((256, 256))), 4.0, LIGHT, log=False)
    sent = json.loads(go.Figure(panel).to_json())["data"][0]["z"]
    assert sent["dtype"] == "f4"
    assert len(sent["bdata"]) <= 256 * 256 * 4 * 4 / 3 + 4


def test_numbers_beyond_short_floats_are_sent_as_long_ones() -> None:
    assert shown(np.array([[1e39]])).tolist() == [[1e39]]
    assert shown(np.array([[np.nan, 1.0]])).dtype == np.float32


@pytest.mark.parametrize(("log", "least"), [(False, "0"), (True, "≤ 1e-4")])
def test_the_bar_names_both_of_its_ends(log: bool, least: str) -> None:
    figure = go.Figure()
    draw_bar(figure, ("x", "y"), 1.23, 0.5, (0.25, 0.75), LIGHT, NORMAL, log)
    assert [note.text for note in figure.layout.annotations] == [least, "1.23"]
    bar = figure.data[0].marker.colorbar
    assert (bar.x, bar.len, bar.y) == (0.25, 0.5, 0.5)
    assert [colour for _, colour in figure.data[0].marker.colorscale] == list(LIGHT.magnitude)
