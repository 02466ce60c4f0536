from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.figures import before_after
from gptq_viz.figures.before_after import before_after_data, before_after_figure, before_after_text
from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import GPTQConfig, Layer, example_layer, race
from gptq_viz.theme import DARK, LIGHT, NORMAL, Palette


@pytest.fixture(scope="module")
def layer() -> Layer:
    return example_layer("factor", 8, 16, 256, 75)


@pytest.fixture(scope="module")
def data(layer: Layer) -> before_after.BeforeAfter:
    return before_after_data(race(layer, GPTQConfig(act_order=True)))


def test_changes_are_quantized_minus_given_in_the_layers_own_order(layer: Layer) -> None:
    result = race(layer, GPTQConfig(act_order=True))
    data = before_after_data(result)
    for name in ("rtn", "gptq"):
        change = result.traces[name].quantized - layer.W
        np.testing.assert_array_equal(data.weight_changes[name], change)
        np.testing.assert_allclose(data.output_changes[name], change @ layer.X_test[:48].T, atol=1e-12)
        assert data.rms["weights", name] == pytest.approx(np.sqrt(np.mean(change**2)))
        assert data.rms["outputs", name] == pytest.approx(np.sqrt(np.mean((layer.X_test @ change.T) ** 2)))
    np.testing.assert_allclose(data.outputs, layer.W @ layer.X_test[:48].T)


def test_gptq_moves_the_weights_more_and_the_outputs_less(data: before_after.BeforeAfter) -> None:
    assert data.rms["weights", "gptq"] > data.rms["weights", "rtn"]
    assert data.rms["outputs", "gptq"] < data.rms["outputs", "rtn"]


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_both_methods_share_a_symmetric_colour_range(
    data: before_after.BeforeAfter, palette: Palette
) -> None:
    figure = before_after_figure(data, palette, NORMAL)
    assert len(figure.data) == 6
    for row in (figure.data[:3], figure.data[3:]):
        assert all(panel.zmin == -panel.zmax for panel in row)
        assert row[1].zmax == row[2].zmax == max(np.abs(panel.z).max() for panel in row[1:])
    for panel in figure.data:
        assert [colour for _, colour in panel.colorscale] == list(palette.weights)


def test_the_colour_bar_marks_zero_and_the_ends(data: before_after.BeforeAfter) -> None:
    figure = before_after_figure(data, LIGHT, NORMAL)
    for panel in (figure.data[2], figure.data[5]):
        assert list(panel.colorbar.tickvals) == [panel.zmin, 0, panel.zmax]
        assert panel.colorbar.ticktext[1] == "0"
    assert [panel.showscale for panel in figure.data] == [False, False, True, False, False, True]


def test_titles_are_short_enough_for_three_panels_on_a_phone(data: before_after.BeforeAfter) -> None:
    titles = [note.text for note in before_after_figure(data, LIGHT, NORMAL).layout.annotations]
    for what, values in (("weights", data.weights), ("outputs", data.outputs)):
        assert f"{what} ±{three_digits(np.abs(values).max())}" in titles
    assert max(map(len, titles)) <= 14


def test_row_0_is_on_top(data: before_after.BeforeAfter) -> None:
    figure = before_after_figure(data, LIGHT, NORMAL)
    assert all(figure.layout[axis].autorange == "reversed" for axis in ("yaxis", "yaxis3", "yaxis6"))


def test_a_large_layer_shows_a_window_and_the_words_say_so() -> None:
    data = before_after_data(race(example_layer("white", 40, 80, 100, 0), GPTQConfig()))
    assert data.weights.shape == data.weight_changes["gptq"].shape == (32, 64)
    assert data.outputs.shape == data.output_changes["rtn"].shape == (32, 48)
    assert "a part of the layer" in before_after_text(data)


def test_the_words_name_all_four_numbers(data: before_after.BeforeAfter) -> None:
    text = before_after_text(data)
    assert "a part of the layer" not in text
    assert text.count("by RTN") == text.count("by GPTQ") == 2


def test_a_layer_without_held_out_inputs_or_weights_still_has_a_picture() -> None:
    data = before_after_data(race(Layer(np.zeros((2, 3)), np.ones((4, 3))), GPTQConfig()))
    figure = before_after_figure(data, LIGHT, NORMAL)
    assert [panel.zmax for panel in figure.data] == [1.0] * 6
