"""One output of a layer: dots, errors of the row, and the verdict."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.figures.output_clouds import outputs_figure
from gptq_viz.figures.outputs import (
    MOST_SAMPLES,
    Outputs,
    outputs_data,
    outputs_remarks,
    outputs_text,
    telling_row,
)
from gptq_viz.figures.rows import rows_data
from gptq_viz.numerics import GPTQConfig, Layer, example_layer, output_error, race
from gptq_viz.theme import DARK, LIGHT, NORMAL, Palette
from gptq_viz.ui.presets import PRESETS, Preset

NAN = float("nan")


def one_output(rtn: float, gptq: float) -> Outputs:
    """A row with these errors."""
    values = {"rtn": np.array([1.0, 2.0]), "gptq": np.array([1.5, 2.5])}
    errors = {"rtn": rtn, "gptq": gptq}
    return Outputs(3, np.array([1.2, 2.2]), values, errors, errors, 2, "gptq")


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_errors_are_those_of_the_row_on_all_samples(preset: Preset) -> None:
    layer = example_layer(*preset.settings.layer_key)
    result = race(layer, preset.settings.config)
    row = telling_row(rows_data(result))
    data = outputs_data(result, row)
    W, one = layer.W, slice(row, row + 1)
    for name in ("rtn", "gptq"):
        Q = result.traces[name].quantized
        assert data.held_out[name] == pytest.approx(output_error(W[one], Q[one], layer.X_test))
        assert data.calibration[name] == pytest.approx(output_error(W[one], Q[one], layer.X))
        assert data.quantized[name] == pytest.approx(layer.X_test[: len(data.exact)] @ Q[row])
    assert data.exact == pytest.approx(layer.X_test[: len(data.exact)] @ W[row])
    assert len(data.exact) == min(MOST_SAMPLES, len(layer.X_test))
    assert outputs_remarks(data)[1].numbers == ((str(len(data.exact)), f"of {len(layer.X_test):,}"),)


def test_the_first_row_shown_is_the_one_that_gains_most() -> None:
    result = race(example_layer("factor", 8, 16, 256, 75), GPTQConfig())
    misses = [
        np.square(result.layer.X_test @ (result.layer.W - result.traces[name].quantized).T).sum(axis=0)
        for name in ("rtn", "gptq")
    ]
    assert telling_row(rows_data(result)) == np.argmax(misses[0] - misses[1])


@pytest.mark.parametrize(
    ("rtn", "gptq", "words"),
    [
        (0.04, 0.01, "RTN’s is 4.0 times GPTQ’s."),
        (0.01, 0.04, "GPTQ’s is 4.0 times RTN’s: here it loses."),
        (0.01, 0.0101, "Practically equal."),
        (0.01, 0.0, "GPTQ is exact here."),
        (0.0, 0.01, "RTN is exact here."),
        (0.0, 0.0, "Both are exact."),
        (NAN, NAN, "This output is 0 on every held-out sample."),
    ],
)
def test_the_verdict_is_that_of_the_errors(rtn: float, gptq: float, words: str) -> None:
    data = one_output(rtn, gptq)
    errors, _ = outputs_remarks(data)
    assert errors.sentence.startswith(words)
    assert "nan" not in errors.sentence + outputs_text(data)
    assert [label for _, label in errors.numbers] == ["RTN", "GPTQ"]


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_each_method_has_its_cloud_its_misses_and_the_diagonal(palette: Palette) -> None:
    figure = outputs_figure(one_output(0.1, 0.2), palette, NORMAL)
    rtn, rtn_miss, gptq, gptq_miss = figure.data
    assert list(rtn.x) == list(gptq.x) == pytest.approx([1.2, 2.2])
    assert list(gptq.y) == [1.5, 2.5]
    assert list(rtn_miss.y) == pytest.approx([-0.2, -0.2])
    assert list(gptq_miss.y) == pytest.approx([0.3, 0.3])
    assert rtn.marker.symbol != gptq.marker.symbol
    diagonal, level, *_ = figure.layout.shapes
    assert (diagonal.x0, diagonal.x1) == (diagonal.y0, diagonal.y1)
    assert level.y0 == level.y1 == 0
    assert figure.layout.yaxis.range == figure.layout.yaxis3.range == figure.layout.xaxis.range
    assert figure.layout.yaxis2.range == figure.layout.yaxis4.range


def test_a_layer_without_outputs_has_a_picture_too() -> None:
    result = race(Layer(np.zeros((2, 3)), np.eye(3)), GPTQConfig())
    data = outputs_data(result, telling_row(rows_data(result)))
    assert "nan" not in outputs_figure(data, LIGHT, NORMAL).to_json().lower()
    assert outputs_remarks(data)[0].numbers[0] == ("–", "RTN")
