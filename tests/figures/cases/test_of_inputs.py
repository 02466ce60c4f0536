"""Pictures and words of cases that inputs make: few samples, shifted, white, loud and dead ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gptq_viz.figures.cases import dead_inputs, few_samples, loud_inputs, shifted_inputs, white_inputs
from gptq_viz.figures.numbers import three_digits
from gptq_viz.theme import LIGHT, METHODS, NORMAL
from gptq_viz.ui.cases.of_inputs import FEW_SAMPLES
from tests.figures.cases.cards import traces, words


def test_curves_of_too_few_samples_are_medians_within_their_band(found: dict[str, Any]) -> None:
    data = found["few"]
    drawn = traces(few_samples.figure(data, LIGHT, NORMAL))
    assert list(drawn["damping 1e-6"].y) == pytest.approx(list(np.median(data.held_out, axis=0)))
    assert list(drawn["calibration, 1e-6"].y) == pytest.approx(list(np.median(data.calibration, axis=0)))
    assert list(drawn["damping 0.01"].y) == pytest.approx(list(np.median(data.usual, axis=0)))
    assert set(drawn["RTN"].y) == {np.median(data.rtn)}
    assert len({(line.line.dash, line.marker.symbol) for line in drawn.values()}) == 4
    [band] = [trace for trace in few_samples.figure(data, LIGHT, NORMAL).data if trace.fill]
    half = len(band.y) // 2
    above, below = np.array(band.y[:half]), np.array(band.y[half:])[::-1]
    assert (below <= drawn["damping 1e-6"].y).all()
    assert (drawn["damping 1e-6"].y <= above).all()


def test_the_card_and_the_words_say_of_how_many_seeds_the_medians_are(
    found: dict[str, Any],
) -> None:
    seeds = f"{len(found['few'].rtn)} seeds"
    assert seeds in FEW_SAMPLES.situation
    assert f"Medians of {seeds}; the pale band holds the middle 80 %." in words("few", found["few"])


def test_without_a_cliff_no_sentence_speaks_of_one(found: dict[str, Any]) -> None:
    data = replace(found["few"], held_out=found["few"].usual)
    assert "cliff" not in few_samples.look_for(data)
    assert few_samples.right(data) == 1  # below RTN for any number
    slow = replace(data, rtn=data.rtn / 4)
    assert few_samples.right(slow) == 0


def test_lines_of_shifted_inputs_cross_and_every_point_has_its_number(found: dict[str, Any]) -> None:
    data = found["shifted"]
    drawn = traces(shifted_inputs.figure(data, LIGHT, NORMAL))
    rtn, gptq = drawn["RTN"], drawn["GPTQ"]
    assert gptq.y[0] < rtn.y[0]
    assert gptq.y[2] > rtn.y[2]
    assert (rtn.line.dash, gptq.line.dash) == (METHODS["rtn"].dash, METHODS["gptq"].dash)
    for line in drawn.values():
        assert list(line.text) == [three_digits(value) for value in line.y]
    at_end = [line.textposition[2] for line in (rtn, gptq)]
    assert at_end == ["top center", "top center"]


@pytest.mark.parametrize(("factor", "answer"), [(3.0, 0), (1.0, 1), (0.5, 2)])
def test_the_verdict_on_shifted_inputs_follows_the_errors(
    found: dict[str, Any], factor: float, answer: int
) -> None:
    rtn = found["shifted"].rtn
    data = replace(found["shifted"], gptq={kind: factor * rtn[kind] for kind in rtn})
    assert shifted_inputs.right(data) == answer
    assert "crosses" not in shifted_inputs.look_for(data)
    said = shifted_inputs.numbers(data)[1].sentence
    assert said.startswith({0: "In use GPTQ makes 3.0 times RTN’s error"}.get(answer, "In use RTN makes"))


def test_a_mix_that_does_not_help_is_not_said_to(found: dict[str, Any]) -> None:
    data = replace(found["shifted"], mixed=found["shifted"].gptq)
    assert "is better than RTN" not in shifted_inputs.numbers(data)[2].sentence


def test_every_seed_of_white_inputs_is_a_dot_and_the_median_a_bar(found: dict[str, Any]) -> None:
    data = found["white"]
    figure = white_inputs.figure(data, LIGHT, NORMAL)
    strips = traces(figure)
    assert len({strip.marker.symbol for strip in strips.values()}) == 3
    expected = [data.calibration, data.held_out, data.held_out_many]
    names = ["calibration, 64 samples", "held out, 64 samples", "held out, 512 samples"]
    bars = {shape.x0 for shape in figure.layout.shapes if shape.x0 == shape.x1}
    for name, ratios in zip(names, expected, strict=True):
        assert list(strips[name].x) == list(ratios)
        assert float(np.median(ratios)) in bars
    heights = [set(np.round(strip.y)) for strip in strips.values()]
    assert all(len(height) == 1 for height in heights)
    low, high = figure.layout.xaxis.range
    assert low < min(ratios.min() for ratios in expected) < 1 < max(r.max() for r in expected) < high


def test_where_gptq_does_not_lose_on_white_inputs_no_sentence_says_so(found: dict[str, Any]) -> None:
    better = replace(found["white"], held_out=found["white"].calibration)
    alike = replace(found["white"], held_out=np.ones(5))
    assert "worse than plain rounding" not in white_inputs.look_for(better)
    assert (white_inputs.right(better), white_inputs.right(alike)) == (0, 1)
    assert "0 of 30" in words("white", better)


def test_loud_bars_are_what_each_step_spends_and_loud_ones_are_marked(found: dict[str, Any]) -> None:
    figure = loud_inputs.figure(found["loud"], LIGHT, NORMAL)
    for place, name in enumerate(("natural", "first")):
        bars, marks = figure.data[2 * place : 2 * place + 2]
        order = found["loud"].orders[name]
        assert np.array_equal(bars.y, order.spent)
        assert np.array_equal(marks.x, np.flatnonzero(order.loud))
        assert len({bars.marker.color[step] for step in marks.x}) == 1
    assert figure.layout.yaxis.range == figure.layout.yaxis2.range


def test_loud_words_name_the_order_that_is_best(found: dict[str, Any]) -> None:
    case = found["loud"]
    orders = dict(case.orders)
    last = replace(case, orders=orders | {"last": replace(orders["last"], held_out=0.001)})
    even = replace(case, orders={name: orders["first"] for name in orders})
    assert [loud_inputs.right(one) for one in (case, last, even)] == [0, 1, 2]
    assert (
        "Quantized last, the loud ones cost 10 times as much as first."
        in loud_inputs.numbers(case)[1].sentence
    )
    assert "times" not in loud_inputs.numbers(even)[1].sentence


def test_dead_inputs_are_hatched_and_every_stem_ends_at_its_held_out_error(found: dict[str, Any]) -> None:
    case = found["dead"]
    figure = dead_inputs.figure(case, LIGHT, NORMAL)
    live, dead = figure.data[:2]
    assert list(dead.x) == np.flatnonzero(case.dead).tolist()
    assert (live.marker.pattern.shape, dead.marker.pattern.shape) == ("", "/")
    assert np.array_equal(dead.y, case.loudness_held_out[case.dead])
    ends = [trace.x[-1] for trace in figure.data[2::3]]
    assert ends == [run.held_out for run in case.runs.values()]


def test_the_better_treatment_of_dead_inputs_is_the_one_with_less_error(found: dict[str, Any]) -> None:
    case = found["dead"]
    sentence = dead_inputs.numbers(case)[0].sentence
    assert sentence.endswith("It costs 4.6 times the error of keeping them.")
    runs = {
        (method, {"kept": "zeroed", "zeroed": "kept"}[treatment]): run
        for (method, treatment), run in case.runs.items()
    }
    other = replace(case, runs=runs)
    assert dead_inputs.right(other) == 2
    assert dead_inputs.numbers(other)[0].sentence.endswith("Keeping them costs 4.6 times its error.")
    same = replace(case, runs={name: case.runs["rtn", "kept"] for name in case.runs})
    assert dead_inputs.right(same) == 0
    assert "practically the same" in dead_inputs.numbers(same)[0].sentence
