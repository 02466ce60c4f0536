"""Eigenvalues, the floor under them and what is said beside them, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.figures.damping_remarks import spectrum_remarks
from gptq_viz.figures.spectrum import SpectrumPicture, spectrum_data, spectrum_figure, spectrum_text
from gptq_viz.numerics import GPTQConfig, Layer, example_layer, spectrum
from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Palette, Sizes


def hessian(layer: Layer) -> np.ndarray:
    return 2 * layer.X.T @ layer.X / layer.n


@pytest.fixture(scope="module")
def layer() -> Layer:
    return example_layer("factor", 8, 16, 256, 75)


@pytest.fixture(scope="module")
def few() -> Layer:
    return example_layer("factor", 16, 32, 24, 75)


def picture(layer: Layer, damp: float = 0.01) -> SpectrumPicture:
    return spectrum_data(spectrum(layer, GPTQConfig(damp=damp)))


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("sizes", [NORMAL, PROJECTOR])
def test_bars_are_the_sorted_eigenvalues_before_and_after_damping(
    layer: Layer, palette: Palette, sizes: Sizes
) -> None:
    H = hessian(layer)
    expected, floor = np.linalg.eigvalsh(H)[::-1], 0.01 * np.trace(H) / 16
    figure = spectrum_figure(picture(layer), palette, sizes)
    after, before = (trace for trace in figure.data if trace.type == "bar")
    np.testing.assert_allclose(before.y, expected)
    np.testing.assert_allclose(after.y, expected + floor)
    [line] = [trace for trace in figure.data if trace.type == "scatter"]
    assert list(line.y) == pytest.approx([floor, floor])
    assert figure.layout.yaxis.type == "log"


def test_the_floor_moves_with_the_damping_while_the_axis_stands_still(layer: Layer) -> None:
    low, high = picture(layer, 0.01), picture(layer, 0.3)
    assert high.floor == pytest.approx(30 * low.floor)
    assert (high.low, high.high) == (low.low, low.high)


@pytest.mark.parametrize("damp", [0.0, 1e-6, 0.01, 1.0, 100.0])
@pytest.mark.parametrize("data", ["factor", "white", "ar1", "outliers", "dead", "digits1"])
def test_every_bar_and_the_floor_lie_on_the_axis(data: str, damp: float) -> None:
    shown = picture(example_layer(data, 8, 16, 256, 75), damp)
    values = np.concatenate([shown.before, shown.after, [shown.floor] if damp else []])
    assert shown.low < np.nanmin(values)
    assert np.nanmax(values) < shown.high


def test_eigenvalues_that_are_zero_have_no_bar_but_one_with_damping(few: Layer) -> None:
    shown = picture(few)
    assert np.isnan(shown.before[24:]).all()
    assert np.isfinite(shown.before[:24]).all()
    np.testing.assert_allclose(shown.after[24:], shown.floor, rtol=1e-6)
    assert "8 of 32 are 0" in spectrum_text(shown)


def test_without_damping_there_is_neither_a_line_nor_a_second_row_of_bars(layer: Layer) -> None:
    figure = spectrum_figure(picture(layer, 0.0), LIGHT, NORMAL)
    assert [trace.type for trace in figure.data] == ["bar"]


def test_axis_marks_are_powers_of_ten_within_the_axis(layer: Layer) -> None:
    shown = picture(layer)
    axis = spectrum_figure(shown, LIGHT, NORMAL).layout.yaxis
    assert list(axis.ticktext) == ["0.1", "1", "10", "100"]
    assert all(shown.low <= value <= shown.high for value in axis.tickvals)


def test_remarks_for_a_layer_with_inputs_enough(layer: Layer) -> None:
    rank, condition, cholesky = spectrum_remarks(spectrum(layer, GPTQConfig()), layer.n)
    H = hessian(layer)
    damped = H + 0.01 * np.trace(H) / 16 * np.eye(16)
    assert rank.numbers == (("16", "of 16"),)
    assert np.linalg.matrix_rank(layer.X) == 16
    assert "Every direction" in rank.sentence
    assert [number for number, _ in condition.numbers] == [
        f"{np.linalg.cond(matrix):.3g}" for matrix in (H, damped)
    ]
    assert cholesky.numbers[0][0] == "0"
    assert "even without damping" in cholesky.sentence
    np.linalg.cholesky(H)  # and so it does


def test_remarks_for_too_few_inputs_name_the_column_that_fails(few: Layer) -> None:
    rank, condition, cholesky = spectrum_remarks(spectrum(few, GPTQConfig()), few.n)
    assert rank.numbers == (("24", "of 32"),)
    assert "24 calibration samples span 24 directions" in rank.sentence
    free = np.linalg.svd(few.X)[2][-1]  # a direction that does not occur
    assert free @ hessian(few) @ free < 1e-12
    assert condition.numbers[0][0] == "∞"
    assert "fails at column 7:" in cholesky.sentence
    # The columns behind 7 already span everything that column 7 holds.
    assert np.linalg.matrix_rank(few.X[:, 8:]) == np.linalg.matrix_rank(few.X[:, 7:]) == 24
    assert np.linalg.matrix_rank(few.X[:, 9:]) == 23


def test_remarks_count_inputs_that_never_fire() -> None:
    layer = example_layer("dead", 8, 16, 256, 75)
    dead = int((np.diag(hessian(layer)) == 0).sum())
    assert f"{dead} inputs never fire" in spectrum_remarks(spectrum(layer, GPTQConfig()), layer.n)[0].sentence


def test_remarks_for_inputs_that_repeat_others() -> None:
    X = np.random.default_rng(0).standard_normal((30, 4))
    X[:, 1] = X[:, 3]
    found = spectrum(Layer(np.ones((1, 4)), X), GPTQConfig(damp=0.0, act_order=True))
    rank, condition, cholesky = spectrum_remarks(found, 30)
    assert "sums of others" in rank.sentence
    assert "no damping to change it" in condition.sentence
    assert f"fails at column {found.failing_step}" in cholesky.sentence


def test_remarks_for_a_single_input_are_in_the_singular() -> None:
    found = spectrum(example_layer("factor", 2, 4, 1, 0), GPTQConfig())
    assert spectrum_remarks(found, 1)[0].sentence.startswith("1 calibration sample spans 1 direction;")
