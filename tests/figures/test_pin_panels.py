"""Pinned settings side by side: their curves, their table, and what is said to compare."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from gptq_viz.figures.method_look import method_look
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.pin_frame import axes
from gptq_viz.figures.pin_panels import pin_panels_figure, pin_panels_text
from gptq_viz.figures.pin_runs import Pin, PinRun, pin_run
from gptq_viz.figures.pin_words import HEADER, pins_sentence, pins_table
from gptq_viz.numerics import GPTQConfig, example_layer, race, storage
from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Palette, Sizes


def run(gptq: float = 0.01, rtn: float = 0.04, *, act_order: bool = False, per_weight: float = 3.5) -> PinRun:
    curves = {name: np.array([0.0, error / 3, error]) for name, error in (("rtn", rtn), ("gptq", gptq))}
    return PinRun(act_order, curves, {"rtn": rtn, "gptq": gptq}, per_weight)


def pins(*runs: PinRun | None) -> tuple[Pin, ...]:
    return tuple(
        Pin("" if k == 0 else "ABCD"[k - 1], f"{k} bits", k == 0, one, "" if one else "H is singular")
        for k, one in enumerate(runs)
    )


def test_data_are_the_curves_of_the_run_and_its_true_bits() -> None:
    config = GPTQConfig(bits=2, group=8, act_order=True)
    found = race(example_layer("factor", 4, 24, 60, 1), config)
    data = pin_run(found)
    assert data.gptq == "act_order"
    for method in ("rtn", "gptq"):
        assert np.array_equal(data.held_out[method], found.held_out[method])
        assert data.held_out[method].base is None, "a copy, which does not hold on to the race"
        assert data.last(method) == found.held_out[method][-1]
        assert data.calibration[method] == found.calibration[method][-1]
    assert data.per_weight == storage(4, 24, config).per_weight


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_each_panel_has_both_methods_as_everywhere_over_the_share_of_its_columns(palette: Palette) -> None:
    drawn = pins(run(), run(act_order=True))
    figure = pin_panels_figure(drawn, palette, NORMAL, one_layer=True)
    assert len(figure.data) == 4
    for line, method in zip(figure.data, ("rtn", "gptq", "rtn", "act_order"), strict=True):
        look = method_look(method, palette)
        assert (line.line.color, line.line.dash) == (look.colour, look.dash)
        assert line.marker.symbol == look.symbol
        assert list(line.x) == [0, 0.5, 1]
        assert line.y[0] is None, "0 has no logarithm"
    assert {line.xaxis for line in figure.data} == {"x", "x2"}
    assert figure.layout.yaxis.range == figure.layout.yaxis2.range


@pytest.mark.parametrize("sizes", [NORMAL, PROJECTOR])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_panels_stand_side_by_side_and_are_named(count: int, sizes: Sizes) -> None:
    figure = pin_panels_figure(pins(*[run()] * count), LIGHT, sizes, one_layer=True)
    domains = [figure.layout[f"xaxis{axis}"].domain for axis in axes(count)]
    assert all(left[1] < right[0] for left, right in pairwise(domains))
    words = " ".join(annotation.text for annotation in figure.layout.annotations)
    assert all(pin.title in words for pin in pins(*[run()] * count))
    shown = sum(three_digits(0.01) in annotation.text for annotation in figure.layout.annotations)
    assert shown in (0, count)
    assert shown == count or sizes is PROJECTOR


def test_the_marks_are_named_under_the_panels() -> None:
    def legend(*runs: PinRun | None) -> str:
        notes = pin_panels_figure(pins(*runs), LIGHT, NORMAL, one_layer=True).layout.annotations
        [found] = [note.text for note in notes if "share of columns" in note.text]
        return found.split(": ")[1]

    assert legend(run(), None) == "▲ RTN, ● GPTQ"
    assert legend(run(), run(act_order=True)) == "▲ RTN, ● GPTQ, ■ GPTQ, act_order"


def test_the_error_of_now_is_marked_in_every_panel_of_the_same_layer_alone() -> None:
    drawn = pins(run(gptq=0.02), run(), run())
    lines = pin_panels_figure(drawn, LIGHT, NORMAL, one_layer=True).layout.shapes
    assert [(line.y0, line.y1) for line in lines] == [(0.02, 0.02)] * 3
    assert pin_panels_figure(drawn, LIGHT, NORMAL, one_layer=False).layout.shapes == ()
    assert pin_panels_figure(pins(None, run()), LIGHT, NORMAL, one_layer=True).layout.shapes == ()


def test_no_line_runs_through_the_words_of_a_panel_that_cannot_be_run() -> None:
    figure = pin_panels_figure(pins(run(), None, run()), LIGHT, NORMAL, one_layer=True)
    [words] = [note for note in figure.layout.annotations if note.text == "cannot be run"]
    assert (words.xref, words.yref) == ("x2 domain", "y2 domain")
    grids = [figure.layout[f"yaxis{axis}"].showgrid for axis in axes(3)]
    assert grids == [True, False, True]
    assert [line.yref for line in figure.layout.shapes] == ["y", "y3"]


@pytest.mark.parametrize("odd", [None, run(math.nan, math.nan), run(0.0, 0.0), run(1e-27, 1e30)])
@pytest.mark.parametrize("alone", [False, True])
def test_whatever_a_run_came_to_there_is_a_picture_and_a_text(odd: PinRun | None, alone: bool) -> None:
    drawn = pins(odd) if alone else pins(run(), odd)
    figure = pin_panels_figure(drawn, DARK, NORMAL, one_layer=True)
    assert all(math.isfinite(end) for end in figure.layout.yaxis.range)
    assert ("cannot be run" in pin_panels_text(drawn)) is (odd is None)
    assert len(pins_table(drawn).rows) == len(drawn)
    pins_sentence(drawn, one_layer=True)


def test_a_long_name_is_cut_in_its_panel_and_whole_in_the_table() -> None:
    name = ", ".join(["groups of 8, static"] * 20)
    drawn = (Pin("A", name, False, run()), *pins(run(), run(), run(), run()))
    figure = pin_panels_figure(drawn, LIGHT, NORMAL, one_layer=False)
    [title] = [note.text for note in figure.layout.annotations if note.text.startswith("A: groups of 8")]
    assert title.endswith("…")
    assert title.count("<br>") == 3
    assert pins_table(drawn).rows[0][0] == f"A: {name}"


def test_the_row_of_now_is_bold_and_that_of_a_failure_gives_its_reason() -> None:
    table = pins_table(pins(run(), None))
    assert table.header == HEADER
    assert table.marked == 0
    assert table.rows[0] == ("now: 0 bits", "3.5", "0.0400", "0.0100", "4.0×", "0.0400", "0.0100")
    assert table.rows[1] == ("A: 1 bits. Cannot be run: H is singular.", *["–"] * 6)


def test_what_is_pinned_and_of_now_is_named_once() -> None:
    assert Pin("B", "3 bits", True, run()).title == "B = now: 3 bits"


def test_the_smallest_error_is_named_with_its_bits_only_where_errors_compare() -> None:
    drawn = pins(run(0.02), run(0.01, per_weight=4.25), run(0.03))
    said = pins_sentence(drawn, one_layer=True)
    assert "smallest with A (4.25 bits a weight): 0.0100." in said
    assert "smallest" not in pins_sentence(drawn, one_layer=False)
    assert "now (3.5 bits a weight) and A (3.5 bits a weight)" in pins_sentence(
        pins(run(), run()), one_layer=True
    )
    for few in (pins(run()), pins(run(), None), pins(run(), run(math.nan))):
        assert pins_sentence(few, one_layer=True) == ""
