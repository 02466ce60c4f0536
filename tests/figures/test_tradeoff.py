"""Error against true bits: the picture, the table of bits, and what would be better."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gptq_viz.figures.storage_words import bits_remarks, bits_table
from gptq_viz.figures.tradeoff import TradeOffs, tradeoffs_data, tradeoffs_text
from gptq_viz.figures.tradeoff_labels import point_labels
from gptq_viz.figures.tradeoff_lines import tradeoffs_figure
from gptq_viz.numerics import GPTQConfig, TradeOff, example_layer, gptq, output_error, race, storage
from gptq_viz.theme import DARK, LIGHT, NORMAL, Palette
from gptq_viz.ui.presets import PRESETS, Preset


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_the_point_of_the_settings_has_their_error_and_bits(preset: Preset) -> None:
    settings = preset.settings
    layer = example_layer(*settings.layer_key)
    now = tradeoffs_data(race(layer, settings.config)).current
    expected = output_error(layer.W, gptq(layer, settings.config).quantized, layer.X_test)
    assert now.held_out == pytest.approx(expected)
    assert now.per_weight == storage(layer.out, layer.inp, settings.config).per_weight


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_whether_something_is_better_for_as_few_bits_is_right_on_every_preset(preset: Preset) -> None:
    settings = preset.settings
    layer = example_layer(*settings.layer_key)
    data = tradeoffs_data(race(layer, settings.config))
    _, better = bits_remarks(data, storage(layer.out, layer.inp, settings.config), settings.config)
    rivals = [
        one
        for one in data.points
        if one.per_weight <= data.current.per_weight and one.held_out < data.current.held_out
    ]
    assert better.sentence.startswith("Better:") == bool(rivals)
    if rivals:
        best = min(rivals, key=lambda one: one.held_out)
        assert f"{best.bits} bits" in better.sentence


def test_groups_of_8_at_3_bits_are_beaten_by_4_bits() -> None:
    """On the preset: the 16 bits of a scale for 8 weights are dearer than a bit more for each."""
    layer, config = example_layer("factor", 16, 32, 256, 75), GPTQConfig(group=8)
    _, better = bits_remarks(tradeoffs_data(race(layer, config)), storage(16, 32, config), config)
    assert better.sentence.startswith("Better: 4 bits with groups of 16 make 0.0014")
    assert better.sentence.endswith("take 5.25 bits a weight.")


def test_settings_beyond_the_picture_are_drawn_too() -> None:
    layer = example_layer("factor", 4, 32, 64, 0)
    data = tradeoffs_data(race(layer, GPTQConfig(bits=6, group=128)))
    assert {one.bits for one in data.points} == {2, 3, 4, 6}
    assert data.current.group is None  # as wide as the layer


def test_the_table_adds_up_to_the_last_bit() -> None:
    table = bits_table(storage(8, 32, GPTQConfig(bits=3, group=8, act_order=True)))
    cells = {row[0]: row[1:] for row in table.rows}
    assert cells["codes"] == ("768", "3")
    assert cells["scales, 16 bits each"] == ("512", "2")
    assert cells["zero points"] == ("96", "0.375")
    assert cells["g_idx, 32 bits a column"] == ("1,024", "4")
    assert cells["all"] == ("2,400", "9.375")
    assert table.header[0] == "of 256 weights"
    assert table.rows[table.marked][0] == "all"


def test_a_large_layer_is_named_with_its_own_bits() -> None:
    layer, config = example_layer("factor", 4, 256, 300, 0), GPTQConfig(bits=4, group=128)
    said, _ = bits_remarks(tradeoffs_data(race(layer, config)), storage(4, 256, config), config)
    assert "4096 × 4096 weights takes 4.15625 " in said.sentence
    assert said.numbers == (("4.15625", "for codes of 4 bits"),)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_full_marks_are_the_best_and_the_settings_have_a_ring(palette: Palette) -> None:
    data = tradeoffs_data(race(example_layer("factor", 16, 64, 256, 75), GPTQConfig(group=32)))
    figure = tradeoffs_figure(data, palette, NORMAL)
    *lines, ring = figure.data
    assert len(lines) == 3
    assert len({line.line.dash for line in lines}) == 3
    drawn = [
        (x, y, colour != palette.background)
        for line in lines
        for x, y, colour in zip(line.x, line.y, line.marker.color, strict=True)
    ]
    assert drawn == [(one.per_weight, one.held_out, one.best) for one in data.points]
    assert [line.text for line in lines] == [
        ("none", "32", "16", "8"),
        ("none", "", "16", "8"),
        ("none", "32", "16", "8"),
    ]
    assert "these settings, 32" in [note.text for note in figure.layout.annotations]
    assert (ring.x[0], ring.y[0]) == (data.current.per_weight, data.current.held_out)
    low, high = figure.layout.xaxis.range
    assert all(low < one.per_weight < high for one in data.points)


def test_labels_of_points_that_lie_close_are_left_out_but_not_those_of_the_ends() -> None:
    line = [
        TradeOff(3, group, bits, 0.1, 0.1, True)
        for group, bits in ((None, 3.0), (128, 3.01), (64, 3.2), (32, 3.21), (8, 5.0))
    ]
    elsewhere = TradeOff(4, None, 4.0, 0.01, 0.01, True)
    drawn = [*line, elsewhere]
    assert point_labels(line, elsewhere, drawn) == ("none", "", "", "32", "8")
    assert point_labels(line, line[0], drawn) == ("", "", "", "32", "8")


@pytest.mark.parametrize("error", [0.0, float("nan")])
def test_errors_without_a_logarithm_are_left_out(error: float) -> None:
    point = TradeOff(3, None, 4.0, error, error, True)
    figure = tradeoffs_figure(TradeOffs((point,), 3, None), LIGHT, NORMAL)
    assert not figure.data
    one = replace(point, bits=2, held_out=0.1)
    assert len(tradeoffs_figure(TradeOffs((one, point), 3, None), LIGHT, NORMAL).data) == 1


def test_the_text_has_every_point() -> None:
    data = tradeoffs_data(race(example_layer("factor", 4, 32, 64, 0), GPTQConfig()))
    text = tradeoffs_text(data)
    assert text.count("groups of 16") == text.count("no groups") == 3
    assert text.count(", best") == sum(one.best for one in data.points)
