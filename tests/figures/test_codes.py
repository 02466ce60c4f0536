"""Codes that changed: histogram, map and sentences."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from gptq_viz.figures.code_map import codes_figure, level_colour
from gptq_viz.figures.code_words import codes_data, codes_remarks, codes_text, flipped_sentence
from gptq_viz.numerics import CodeChanges, GPTQConfig, example_layer, race
from gptq_viz.theme import DARK, LIGHT, NORMAL, Palette
from gptq_viz.ui.presets import PRESETS, Preset

HAND = CodeChanges(np.array([[0, 2, -1, 0], [0, 0, 1, 0]]), same_scales=True)
NONE = CodeChanges(np.zeros((1, 2), int), same_scales=True)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_the_sentence_is_true_on_every_preset(preset: Preset) -> None:
    config = preset.settings.config
    result = race(example_layer(*preset.settings.layer_key), config)
    data = codes_data(result)
    difference = result.traces["gptq"].codes - result.traces["rtn"].codes
    most = np.abs(difference).max()
    said = flipped_sentence(data)
    assert said.endswith(f"never by more than {most} level{'s' if most > 1 else ''}.")
    assert said.startswith(f"{100 * (difference != 0).mean():.0f} % of the choices flipped")
    scales = codes_remarks(data)[-1]
    assert (scales.numbers[0][0] == "the same") == (config.group is None)


def test_sentences_by_hand() -> None:
    flipped, ways, scales = codes_remarks(HAND)
    assert flipped.numbers == (("38 %", "3 of 8"),)
    assert flipped.sentence == "38 % of the choices flipped, never by more than 2 levels."
    assert ways.numbers == (("2", "up"), ("1", "down"))
    assert ways.sentence == "67 % of those that flipped took a level next to RTN’s."
    assert "an equal code is an equal weight" in scales.sentence
    other = codes_remarks(CodeChanges(HAND.difference, same_scales=False))[-1]
    assert "an equal code may be another weight" in other.sentence
    assert codes_text(HAND).endswith("difference in levels: −1: 1, 0: 5, +1: 1, +2: 1.")
    few = np.zeros((20, 20), int)
    few[0, 0] = 1
    assert flipped_sentence(CodeChanges(few, same_scales=True)).startswith("Less than 1 % of the choices")


def test_where_nothing_flipped_that_is_said_and_drawn() -> None:
    flipped, _ = codes_remarks(NONE)
    assert flipped.numbers == (("0 %", "0 of 2"),)
    assert flipped.sentence == "No choice flipped: GPTQ chose the same integers as RTN everywhere."
    bars, cells = codes_figure(NONE, LIGHT, NORMAL).data
    assert list(bars.x) == [-1, 0, 1]
    assert list(bars.y) == [0, 1, 0]
    assert (cells.zmin, cells.zmax) == (-1, 1)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_histogram_and_map_share_counts_and_colours(palette: Palette) -> None:
    bars, cells = codes_figure(HAND, palette, NORMAL).data
    assert list(bars.x) == [-2, -1, 0, 1, 2]
    assert list(bars.y) == [0, 1 / 8, 5 / 8, 1 / 8, 1 / 8]
    assert list(bars.text) == ["0", "1", "5", "1", "1"]
    assert np.array_equal(cells.z, HAND.difference)
    colours = dict(cells.colorscale)
    for place, level in ((0, -2), (0.25, -1), (0.5, 0), (0.75, 1), (1, 2)):
        assert colours[place] == level_colour(level, 2, palette)
    assert list(bars.marker.color) == [level_colour(level, 2, palette) for level in bars.x]
    assert len({*bars.marker.color}) == 5


@settings(max_examples=8)
@given(arrays(np.int16, st.tuples(st.integers(1, 5), st.integers(1, 5)), elements=st.integers(-255, 255)))
def test_every_difference_has_a_picture(difference: np.ndarray) -> None:
    data = CodeChanges(difference, same_scales=False)
    figure = codes_figure(data, LIGHT, NORMAL)
    assert sum(figure.data[0].y) == pytest.approx(1)
    assert len(figure.layout.xaxis.tickvals) <= 7
    assert all(isinstance(tick, int) for tick in figure.layout.xaxis.tickvals)
    for ticks, places in zip((figure.layout.yaxis2, figure.layout.xaxis2), difference.shape, strict=True):
        assert ticks.dtick == 1, f"a tick between two of {places} rows or columns is none of them"
    assert codes_text(data)


def test_rows_are_drawn_from_above() -> None:
    result = race(example_layer("factor", 3, 5, 64, 0), GPTQConfig())
    figure = codes_figure(codes_data(result), LIGHT, NORMAL)
    assert list(figure.layout.yaxis2.range) == [2.5, -0.5]
    assert list(figure.layout.xaxis2.range) == [-0.5, 4.5]
