from __future__ import annotations

import pytest

from gptq_viz.figures.error_by_method import (
    MEANINGS,
    MethodError,
    error_by_method_data,
    error_by_method_figure,
    error_by_method_text,
)
from gptq_viz.numerics import GPTQConfig, example_layer, race
from gptq_viz.theme import DARK, LIGHT, METHODS, NORMAL, PROJECTOR, Palette

ERRORS = (
    MethodError("rtn", 0.04, 0.05),
    MethodError("frozen", 0.02, 0.01),
    MethodError("gptq", 0.013, 0.009),
)


def test_data_are_the_last_points_of_the_curves() -> None:
    result = race(example_layer("factor", 4, 8, 32, 0), GPTQConfig())
    data = error_by_method_data(result)
    assert [error.method for error in data] == ["rtn", "frozen", "gptq"]
    for error in data:
        assert error.held_out == result.held_out[error.method][-1]
        assert error.calibration == result.calibration[error.method][-1]


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_a_method_is_a_dash_a_mark_and_a_label_never_a_colour_alone(palette: Palette) -> None:
    figure = error_by_method_figure(ERRORS, palette, NORMAL)
    stems, ends = figure.data[0::3], figure.data[2::3]
    labels = [annotation.text for annotation in figure.layout.annotations]
    for error, stem, end, label in zip(ERRORS, stems, ends, labels, strict=True):
        style = METHODS[error.method]
        assert stem.line.dash == style.dash
        assert end.marker.symbol == style.symbol
        assert stem.line.color == end.marker.color
        assert style.label in label
        assert MEANINGS[error.method] in label
        assert list(stem.x) == [0, error.held_out]
    assert len({stem.line.dash for stem in stems}) == len({end.marker.symbol for end in ends}) == 3


def test_the_axis_starts_at_0_and_holds_every_value() -> None:
    figure = error_by_method_figure(ERRORS, LIGHT, NORMAL)
    low, high = figure.layout.xaxis.range
    assert low == 0
    assert high >= 0.05
    assert figure.layout.xaxis.fixedrange


def test_calibration_errors_are_hollow_marks_of_their_own() -> None:
    figure = error_by_method_figure(ERRORS, LIGHT, NORMAL)
    marks = figure.data[1::3]
    assert [mark.x[0] for mark in marks] == [0.05, 0.01, 0.009]
    assert {mark.marker.color for mark in marks} == {LIGHT.background}


def test_projector_sizes_reach_labels_lines_and_height() -> None:
    normal, large = (error_by_method_figure(ERRORS, LIGHT, sizes) for sizes in (NORMAL, PROJECTOR))
    assert large.layout.font.size == PROJECTOR.axis == 22
    assert large.data[0].line.width >= PROJECTOR.line == 4
    assert large.layout.height > normal.layout.height
    assert all(annotation.font.size >= PROJECTOR.axis for annotation in large.layout.annotations)


@pytest.mark.parametrize("value", [0.0, float("nan")])
def test_no_error_and_undefined_errors_make_an_empty_or_flat_picture_not_a_failure(value: float) -> None:
    errors = tuple(MethodError(method, value, value) for method in METHODS)
    figure = error_by_method_figure(errors, LIGHT, NORMAL)
    assert list(figure.layout.xaxis.range) == [0, pytest.approx(1.04)]
    assert len(figure.data) == (9 if value == 0 else 0)
    assert "nan" not in figure.to_json().lower()


def test_the_text_has_every_number() -> None:
    text = error_by_method_text(ERRORS)
    for part in (
        "RTN 0.0400",
        "calibration 0.0500",
        "Frozen inverse 0.0200",
        "GPTQ 0.0130",
        "calibration 0.00900",
        "RTN is round to nearest",
        "Frozen inverse is a mistake: H⁻¹ never updated",
    ):
        assert part in text
