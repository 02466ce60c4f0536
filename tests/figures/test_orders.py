"""The orders' picture and sentences against runs made here and errors invented here."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.figures.order_bars import orders_figure
from gptq_viz.figures.order_errors import OrderErrors, orders_data, orders_text
from gptq_viz.figures.order_remarks import order_remarks
from gptq_viz.numerics import GPTQConfig, example_layer, gptq_in_order, output_error, race
from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Palette
from gptq_viz.ui.presets import PRESETS, Preset

NAN = float("nan")
NAMES = ("natural", "act_order", "ascending", "random", "greedy")


def orders(**errors: tuple[float, float, float]) -> tuple[OrderErrors, ...]:
    """Orders with forecast, calibration and held-out error; those not named are far worse."""
    all_errors = {name: errors.get(name, (9.0, 9.0, 9.0)) for name in NAMES}
    found = [OrderErrors(name, *three, current=name == "natural") for name, three in all_errors.items()]
    return tuple(sorted(found, key=lambda one: one.forecast))


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_errors_are_those_of_runs_in_these_orders_and_the_best_forecast_comes_first(preset: Preset) -> None:
    settings = preset.settings
    layer = example_layer(*settings.layer_key)
    data = orders_data(race(layer, settings.config))
    assert sorted(one.name for one in data) == sorted(NAMES)
    assert [one.forecast for one in data] == sorted(one.forecast for one in data)
    loudest = np.argsort(-np.square(layer.X).sum(axis=0), kind="stable")
    perms = {"natural": np.arange(layer.inp), "act_order": loudest, "ascending": loudest[::-1]}
    for one in data:
        assert one.current == (one.name == ("act_order" if settings.act_order else "natural"))
        if one.name in perms:
            Q = gptq_in_order(layer, settings.config, perms[one.name]).quantized
            assert one.held_out == pytest.approx(output_error(layer.W, Q, layer.X_test))
            assert one.calibration == pytest.approx(output_error(layer.W, Q, layer.X))


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_the_verdict_on_every_preset_is_that_of_the_numbers(preset: Preset) -> None:
    settings = preset.settings
    data = orders_data(race(example_layer(*settings.layer_key), settings.config))
    pick = order_remarks(data)[0]
    best = min(one.held_out for one in data)
    picked = [one for one in data if one.label in pick.numbers[0][0].split(", ")]
    if not picked:
        assert pick.numbers[0][0] == "none"
        assert max(one.forecast for one in data) <= 1.006 * min(one.forecast for one in data)
        return
    right = min(one.held_out for one in picked) * 0.98 <= best
    assert right == pick.sentence.startswith(("Right:", "Right on held-out"))
    assert right != ("wrong" in pick.sentence.lower())


def test_on_the_default_layer_the_forecast_is_right_and_act_order_pays() -> None:
    data = orders_data(race(example_layer("factor", 8, 16, 256, 75), GPTQConfig()))
    pick, pairs, act_order = order_remarks(data)
    assert pick.numbers == (("greedy pivot", "0.0112"),)
    assert pick.sentence.startswith("Right: no order is better by more than 2 %")
    assert pairs.numbers == (("9 of 10", "forecast the right way round"),)
    assert act_order.numbers == (("1.3×", "less held-out error"),)


def test_with_2_bits_it_is_wrong_and_says_which_order_was_better() -> None:
    data = orders_data(race(example_layer("factor", 8, 16, 256, 75), GPTQConfig(bits=2)))
    assert order_remarks(data)[0].sentence == "Wrong: held out act_order makes 0.0983, the pick 0.106."


def test_white_inputs_leave_nothing_to_choose() -> None:
    data = orders_data(race(example_layer("white", 8, 16, 256, 75), GPTQConfig()))
    pick, _, act_order = order_remarks(data)
    assert pick.numbers[0][0] == "none"
    assert act_order.numbers == (("1×", "as good"),)


@pytest.mark.parametrize(
    ("errors", "words"),
    [
        ({"greedy": (1, 1, 1), "act_order": (2, 2, 2)}, "Right: no order is better by more than 2 %"),
        ({"greedy": (1, 1.0, 1.01), "act_order": (2, 2, 1)}, "Right: no order"),
        ({"greedy": (1, 2, 1), "act_order": (2, 1, 2)}, "On calibration inputs act_order is: 1.00"),
        ({"greedy": (1, 1, 2), "act_order": (2, 2, 1)}, "Right on calibration inputs, wrong on others"),
        ({"greedy": (1, 2, 2), "act_order": (2, 1, 1)}, "Wrong: held out act_order makes 1.00"),
        ({"greedy": (1, 2, 2), "act_order": (1.001, 1, 1)}, "Right: no order"),  # both are picked
    ],
)
def test_the_verdict_weighs_seen_and_held_out_inputs(errors: dict[str, tuple], words: str) -> None:
    assert words in order_remarks(orders(**errors))[0].sentence


@pytest.mark.parametrize(
    ("natural", "loudest", "number", "words"),
    [
        (2.0, 1.0, "2.0×", "Here that pays."),
        (1.0, 2.0, "2.0×", "Here that does not pay."),
        (1.0, 1.01, "1×", "less than 2 %"),
        (1.0, 0.0, "0", "no error"),
        (0.0, 0.0, "1×", "less than 2 %"),
    ],
)
def test_act_order_is_judged_by_its_held_out_error(
    natural: float, loudest: float, number: str, words: str
) -> None:
    said = order_remarks(orders(natural=(1, 1, natural), act_order=(2, 1, loudest)))[2]
    assert said.numbers[0][0] == number
    assert words in said.sentence


def test_pairs_in_the_right_order_are_counted() -> None:
    held_out = {"natural": 5.0, "act_order": 1.0, "ascending": 3.0, "random": 2.0, "greedy": 4.0}
    data = tuple(
        OrderErrors(name, forecast, 1.0, held_out[name], False)
        for forecast, name in enumerate(("greedy", "act_order", "random", "ascending", "natural"), 1)
    )
    # Greedy pivot, forecast best, lies behind three; all others are in order.
    assert order_remarks(data)[1].numbers[0][0] == "7 of 10"


def test_pairs_that_tie_in_the_forecast_or_in_the_error_are_left_out() -> None:
    held_out = {"natural": 1.01, "act_order": 1.0, "ascending": 3.0, "random": 2.0, "greedy": 2.5}
    forecast = {"natural": 1.0, "act_order": 1.2, "ascending": 2.0, "random": 2.001, "greedy": 3.0}
    pairs = order_remarks(orders(**{name: (forecast[name], 1.0, held_out[name]) for name in NAMES}))[1]
    # Natural and act_order tie held out, ascending and random in the forecast; greedy is wrong once.
    assert pairs.numbers[0][0] == "7 of 8"
    assert pairs.sentence.startswith("The other 2 differ by at most 0.5 % in the forecast or 2 % held out. ")


def test_a_single_pair_that_ties_is_spoken_of_in_the_singular() -> None:
    held_out = {"natural": 1.01, "act_order": 1.0, "ascending": 3.0, "random": 2.0, "greedy": 2.5}
    pairs = order_remarks(orders(**{name: (at, 1.0, held_out[name]) for at, name in enumerate(NAMES, 1)}))[1]
    assert pairs.sentence.startswith("The other pair differs by at most 0.5 % in the forecast or 2 % held ")


@pytest.mark.parametrize("query", [("white", 8, 16, 256, 75), ("factor", 8, 2, 256, 75)])
def test_where_no_pair_can_be_told_apart_none_is_called_right(query: tuple) -> None:
    pairs = order_remarks(orders_data(race(example_layer(*query), GPTQConfig())))[1]
    assert pairs.numbers == (("none", "of 10"),)
    assert "there is nothing to rank" in pairs.sentence


@given(st.lists(st.tuples(*[st.floats(0, 10) | st.just(NAN)] * 3), min_size=5, max_size=5))
def test_every_set_of_errors_has_sentences_and_a_picture_without_a_bare_nan(errors: list[tuple]) -> None:
    data = orders(**dict(zip(NAMES, errors, strict=True)))
    for remark in order_remarks(data):
        assert "nan" not in remark.sentence.split()
        assert all("nan" not in number for pair in remark.numbers for number in pair)
    assert "nan" not in orders_figure(data, LIGHT, NORMAL).to_json().lower()


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_every_bar_has_its_number_and_every_kind_its_pattern(palette: Palette) -> None:
    data = orders(natural=(3, 1, 2), act_order=(4, 2, 3), ascending=(5, 6, 7), random=(6, 5, 4))
    figure = orders_figure(data, palette, NORMAL)
    assert len(figure.data) == 15
    for k, kind in enumerate(("forecast", "calibration", "held_out")):
        bars = figure.data[k::3]
        assert [bar.x[0] for bar in bars] == [getattr(one, kind) for one in data]
        assert [bar.text[0].split()[0] for bar in bars] == [f"{bar.x[0]:.2f}" for bar in bars]
        assert kind.replace("_", " ") in bars[0].text[0]
        assert len({bar.marker.pattern.shape for bar in bars}) == 1
    assert len({bar.marker.pattern.shape for bar in figure.data[:3]}) == 3
    labels = [note.text for note in figure.layout.annotations]
    assert [one.label in label for one, label in zip(data, labels, strict=True)] == [True] * 5
    assert ["these settings" in label for label in labels] == [one.current for one in data]


def test_bars_start_at_0_and_the_projector_reaches_their_numbers() -> None:
    figure = orders_figure(orders(), LIGHT, PROJECTOR)
    assert figure.layout.xaxis.range[0] == 0
    assert figure.layout.xaxis.range[1] > 9.0
    assert {bar.textfont.size for bar in figure.data} == {PROJECTOR.axis}


def test_the_text_has_all_fifteen_numbers() -> None:
    data = orders_data(race(example_layer("factor", 4, 8, 64, 0), GPTQConfig()))
    text = orders_text(data)
    assert text.count("forecast") == 6
    assert text.count("held out") == 5
    assert text.index(data[0].label) < text.index(data[-1].label)
    undefined = orders_text(tuple(replace(one, held_out=NAN) for one in data))
    assert not math.isnan(data[0].forecast)
    assert "held out –" in undefined
