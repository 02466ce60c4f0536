"""Bars of all methods beside the optimum, and what is said about them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.figures.gap_bars import ROWS, GapBars, gap_bars_data, gap_bars_figure, gap_bars_text
from gptq_viz.figures.gap_words import ORDERS, gap_remarks
from gptq_viz.numerics import GPTQConfig, Layer, example_layer, gap_to_optimum, gptq, rtn
from gptq_viz.theme import DARK, LIGHT, METHODS, NORMAL, PROJECTOR, Palette

ERRORS = {"rtn": 0.04, "obq": 0.02, "gptq": 0.015, "act_order": 0.012, "greedy": 0.011, "optimum": 0.01}
DATA = GapBars(ERRORS, rows=8, columns=8)


def bars(**errors: float) -> GapBars:
    return GapBars(ERRORS | errors, rows=8, columns=8)


def test_data_are_the_costs_of_all_rows_by_the_size_of_their_outputs() -> None:
    layer, config = example_layer("factor", 4, 8, 64, 0), GPTQConfig()
    data = gap_bars_data(gap_to_optimum(layer, config))
    H = 2 * layer.X.T @ layer.X / layer.n
    H += 0.01 * np.diag(H).mean() * np.eye(8)
    total = float(np.trace(layer.W @ H @ layer.W.T))
    for name, trace in (("rtn", rtn(layer, config)), ("gptq", gptq(layer, config))):
        change = layer.W - trace.quantized
        assert data.errors[name] == pytest.approx(np.trace(change @ H @ change.T) / total)
    assert (data.rows, data.columns) == (4, 8)
    assert set(data.errors) == set(ROWS)


def test_weights_on_the_grid_leave_no_error_whatever_the_last_bits_say() -> None:
    levels = np.array([[-3, 1, 2, 3], [3, 0, -1, 2]]) * 0.1
    X = np.random.default_rng(0).standard_normal((40, 4)) @ np.random.default_rng(1).standard_normal((4, 4))
    data = gap_bars_data(gap_to_optimum(Layer(levels, X), GPTQConfig()))
    assert set(data.errors.values()) == {0.0}
    assert gap_remarks(data)[0].numbers == (("0", "no error at all"),)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_every_method_has_a_mark_a_dash_and_a_label_of_its_own(palette: Palette) -> None:
    figure = gap_bars_figure(DATA, palette, NORMAL)
    stems, ends = figure.data[0::2], figure.data[1::2]
    labels = [annotation.text for annotation in figure.layout.annotations]
    for name, stem, end, label in zip(ROWS, stems, ends, labels, strict=True):
        assert list(stem.x) == [0, ERRORS[name]]
        assert list(end.x) == [ERRORS[name]]
        assert stem.line.color == end.marker.color
        assert ROWS[name].label in label
    assert len({end.marker.symbol for end in ends}) == len(ROWS)
    for name in ("rtn", "gptq"):
        assert stems[list(ROWS).index(name)].line.dash == METHODS[name].dash
        assert ends[list(ROWS).index(name)].marker.symbol == METHODS[name].symbol
    assert stems[list(ROWS).index("act_order")].line.color == palette.variant


def test_the_axis_starts_at_0_and_a_line_marks_the_optimum() -> None:
    figure = gap_bars_figure(DATA, LIGHT, NORMAL)
    assert figure.layout.xaxis.range[0] == 0
    assert figure.layout.xaxis.range[1] >= 0.04
    [line] = figure.layout.shapes
    assert line.x0 == line.x1 == 0.01


def test_projector_sizes_reach_labels_and_height() -> None:
    normal, large = (gap_bars_figure(DATA, LIGHT, sizes) for sizes in (NORMAL, PROJECTOR))
    assert large.layout.height > normal.layout.height
    assert all(annotation.font.size >= PROJECTOR.axis for annotation in large.layout.annotations)


def test_outputs_that_are_all_0_make_an_empty_picture_and_a_sentence() -> None:
    data = gap_bars_data(gap_to_optimum(Layer(np.zeros((2, 3)), np.eye(3)), GPTQConfig()))
    figure = gap_bars_figure(data, LIGHT, NORMAL)
    assert not figure.data
    assert "nan" not in figure.to_json().lower()
    [only] = gap_remarks(data)
    assert "outputs are all 0" in only.sentence


def test_the_text_has_every_number_and_what_it_is_about() -> None:
    text = gap_bars_text(DATA)
    assert "8 rows and 8 columns" in text
    for part in ("RTN 0.0400", "GPTQ 0.0150", "GPTQ, act_order 0.0120", "Exact optimum 0.0100"):
        assert part in text


def test_remarks_by_hand() -> None:
    gptq_, rtn_, nearest = gap_remarks(DATA)
    assert gptq_.numbers == (("1.5×", "the optimum"),)
    assert "never goes back" in gptq_.sentence
    assert rtn_.numbers == (("4.0×", "the optimum"),)
    assert nearest.title == "Nearest: GPTQ, greedy pivots"
    assert "1.2 times smaller: loud columns are rounded first" in nearest.sentence
    assert "1.3 times larger here" in gap_remarks(bars(act_order=0.02))[2].sentence
    assert "next to nothing" in gap_remarks(bars(act_order=0.015))[2].sentence
    assert "loses nothing" in gap_remarks(bars(gptq=0.01))[0].sentence


@given(st.dictionaries(st.sampled_from(list(ROWS)), st.just(0.0) | st.floats(0.001, 10)))
def test_every_set_of_errors_has_sentences_that_are_true(errors: dict[str, float]) -> None:
    best = min((ERRORS | errors).values())
    data = bars(**errors | {"optimum": best})
    said = gap_remarks(data)
    nearest = next(name for name in ORDERS if said[2].title == f"Nearest: {ROWS[name].label}")
    assert data.errors[nearest] == min(data.errors[name] for name in ORDERS)
    if "smaller" in said[2].sentence or "vanish" in said[2].sentence:
        assert data.errors["act_order"] < data.errors["gptq"]
    elif "larger" in said[2].sentence or "none" in said[2].sentence:
        assert data.errors["act_order"] > data.errors["gptq"]
    else:
        assert data.errors["act_order"] == pytest.approx(data.errors["gptq"], rel=0.006)
    for remark in said:
        for number, _ in remark.numbers:
            assert "nan" not in number
            assert "inf" not in number


@pytest.mark.parametrize("error", [0.0, 0.001, 10.0, math.nan])
@pytest.mark.parametrize("names", [list(ROWS), ["rtn"], ["optimum"]])
def test_the_axis_has_two_ends_whatever_the_errors(names: list[str], error: float) -> None:
    low, high = gap_bars_figure(bars(**dict.fromkeys(names, error)), LIGHT, NORMAL).layout.xaxis.range
    assert 0 == low < high < math.inf
