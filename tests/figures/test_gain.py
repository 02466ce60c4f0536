from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.figures.gain import Gain, gain_data
from gptq_viz.figures.gain_words import (
    changed_share,
    codes_sentence,
    headline,
    output_sentence,
    weight_sentence,
    winner,
)
from gptq_viz.numerics import GPTQConfig, Layer, example_layer, output_error, race, weight_error

NAN = float("nan")


def gain(rtn: float, gptq: float, **changes: object) -> Gain:
    errors = {"rtn": rtn, "frozen": 0.5, "gptq": gptq}
    plain = Gain(
        bits=3, held_out=errors, calibration=errors, weights=errors, codes=128, changed=0.25, same_scales=True
    )
    return replace(plain, **changes)


def test_data_are_the_errors_of_the_finished_results() -> None:
    layer = example_layer("dead", 6, 16, 40, 2)
    result = race(layer, GPTQConfig(group=8, act_order=True))
    data = gain_data(result)
    for name, trace in result.traces.items():
        assert data.held_out[name] == pytest.approx(output_error(layer.W, trace.quantized, layer.X_test))
        assert data.calibration[name] == pytest.approx(output_error(layer.W, trace.quantized, layer.X))
        assert data.weights[name] == weight_error(layer.W, trace.quantized)
    differ = result.traces["rtn"].codes != result.traces["gptq"].codes
    assert data.changed == differ.mean()
    assert data.codes == differ.size == 96


@pytest.mark.parametrize(
    ("rtn", "gptq", "number", "words", "better"),
    [
        (
            0.06,
            0.02,
            "3.0×",
            "smaller output error than plain rounding (RTN), at the same 3 bits a weight.",
            "gptq",
        ),
        (0.02, 0.06, "3.0×", "larger output error than plain rounding", "rtn"),
        (0.02, 0.06, "3.0×", "here GPTQ loses", "rtn"),
        (0.02, 0.0200001, "1×", "buys nothing here", ""),
        (0.02, 0.0204, "≈ 1×", "Practically equal to plain rounding (RTN): 1.02× larger output error", ""),
        (0.0206, 0.02, "≈ 1×", "Practically equal to plain rounding (RTN): 1.03× smaller output error", ""),
        (0.02, 0.0211, "1.05×", "here GPTQ loses", "rtn"),
        (0.0211, 0.02, "1.05×", "smaller output error", "gptq"),
        (0.02, 0.02, "1×", "buys nothing here", ""),
        (0.0, 0.0, "0", "neither by plain rounding nor by GPTQ", ""),
        (0.02, 0.0, "0", "GPTQ leaves no output error; plain rounding leaves 0.0200", "gptq"),
        (0.0, 0.02, "0", "Plain rounding leaves no output error; GPTQ leaves 0.0200", "rtn"),
        (NAN, NAN, "–", "outputs of this layer are all 0", ""),
        (0.52, 0.0004, "1,300×", "smaller output error", "gptq"),
    ],
)
def test_headline_is_right_whoever_wins(
    rtn: float, gptq: float, number: str, words: str, better: str
) -> None:
    shown, sentence = headline(gain(rtn, gptq))
    assert shown == number
    assert words in sentence
    assert winner(gain(rtn, gptq)) == better


@given(st.floats(0, 10) | st.just(NAN), st.floats(0, 10) | st.just(NAN), st.floats(0, 1))
def test_every_pair_of_errors_has_sentences_without_a_bare_nan(
    rtn: float, gptq: float, changed: float
) -> None:
    data = gain(rtn, gptq, changed=changed)
    if not math.isnan(rtn) and not math.isnan(gptq):
        texts = [*headline(data), weight_sentence(data)]
    else:
        texts = [*headline(data)]
    for text in (*texts, output_sentence(data), codes_sentence(data), changed_share(data)):
        assert text
        assert "nan" not in text.split()
        assert "inf" not in text.split()


def test_a_calibration_error_that_flatters_is_said_to() -> None:
    flattered = gain(0.06, 0.02, calibration={"rtn": 0.05, "frozen": 0.5, "gptq": 0.01})
    assert "On calibration inputs: RTN 0.0500, GPTQ 0.0100. They flatter" in output_sentence(flattered)
    assert "GPTQ’s error on held-out inputs is 2.0 times as large" in output_sentence(flattered)
    honest = gain(0.06, 0.02, calibration={"rtn": 0.05, "frozen": 0.5, "gptq": 0.019})
    assert "flatter" not in output_sentence(honest)
    assert output_sentence(honest).endswith("On calibration inputs: RTN 0.0500, GPTQ 0.0190.")


def test_an_error_that_is_undefined_is_said_to_be_and_not_printed_as_a_dash() -> None:
    undefined, fine = (
        dict.fromkeys(("rtn", "frozen", "gptq"), NAN),
        {"rtn": 0.05, "frozen": 0.5, "gptq": 0.04},
    )
    for held_out, calibration, words in (
        (
            undefined,
            undefined,
            "Undefined: the outputs are all 0, held out and in calibration.",
        ),
        (undefined, fine, "Undefined: the held-out outputs are all 0. On calibration inputs: RTN 0.0500,"),
        (fine, undefined, "never saw. Undefined on calibration inputs, whose outputs are all 0."),
    ):
        said = output_sentence(gain(0.06, 0.02, held_out=held_out, calibration=calibration))
        assert words in said
        assert "–" not in said


def test_equal_integers_are_not_called_equal_values_where_scales_differ() -> None:
    layer = example_layer("factor", 8, 16, 64, 0)
    plain, static, updated = (
        gain_data(race(layer, config))
        for config in (GPTQConfig(), GPTQConfig(group=8, scales="static"), GPTQConfig(group=8))
    )
    assert plain.same_scales
    assert static.same_scales
    assert not updated.same_scales
    assert "an equal integer may be another value" in codes_sentence(updated)
    for data in (plain, static):
        assert codes_sentence(data) == "GPTQ chose other integers than RTN: the same bits, the same size."
    unchanged = replace(updated, changed=0.0)
    assert codes_sentence(unchanged).endswith("everywhere, but its scales differ, so values may too.")


@pytest.mark.parametrize(
    ("rtn", "gptq", "words"),
    [
        (0.02, 0.03, "1.5 times larger"),
        (0.03, 0.02, "1.5 times smaller"),
        (0.02, 0.02, "the same for both"),
        (0.02, 0.02001, "nearly the same for both"),
        (0.0, 0.02, "one of the two changes none"),
    ],
)
def test_weight_sentence_is_right_whichever_way_it_went(rtn: float, gptq: float, words: str) -> None:
    assert words in weight_sentence(gain(0.06, 0.02, weights={"rtn": rtn, "frozen": 0.1, "gptq": gptq}))


def test_weight_sentence_does_not_claim_a_gain_where_there_is_none() -> None:
    weights = {"rtn": 0.02, "frozen": 0.1, "gptq": 0.03}
    assert "does not pay here" in weight_sentence(gain(0.02, 0.06, weights=weights))
    assert "to little effect here" in weight_sentence(gain(0.02, 0.02, weights=weights))
    assert "to little effect here" in weight_sentence(gain(NAN, NAN, weights=weights))
    assert "gains at the outputs" in weight_sentence(gain(0.06, 0.02, weights=weights))


def test_the_weight_error_is_never_smaller_where_both_have_the_same_scales() -> None:
    """The reason the sentence gives: RTN takes the nearest level for each weight."""
    for seed in range(20):
        layer = example_layer("factor", 4, 16, 64, seed)
        data = gain_data(race(layer, GPTQConfig(bits=2 + seed % 3, act_order=seed % 2 == 0)))
        assert data.weights["gptq"] >= data.weights["rtn"]


def test_no_code_differs_with_independent_inputs() -> None:
    result = race(Layer(np.array([[0.3, -1.0], [0.2, 0.7]]), np.eye(2)), GPTQConfig())
    assert changed_share(gain_data(result)) == "0 %"
    assert "same integers as RTN everywhere" in codes_sentence(gain_data(result))


def test_a_layer_whose_outputs_are_all_0_is_said_to_be_undefined() -> None:
    result = race(Layer(np.ones((2, 3)), np.zeros((4, 3))), GPTQConfig())
    assert headline(gain_data(result))[0] == "–"


def test_rounding_of_double_precision_is_no_error() -> None:
    """Weights that are levels of the grid: nothing is rounded, whatever the last bits say."""
    levels = np.array([[-3, 1, 2, 3], [3, 0, -1, 2]]) * 0.1
    X = np.random.default_rng(0).standard_normal((40, 4)) @ np.random.default_rng(1).standard_normal((4, 4))
    assert headline(gain_data(race(Layer(levels, X), GPTQConfig())))[0] == "0"
