"""Loud inputs: act_order against the layer's own order and against loud columns last, over 20 seeds."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.numerics import GPTQConfig, example_layer, gptq, output_error, rtn
from gptq_viz.numerics.cases.loud_inputs import LoudInputs, OrderOfLoud, loud_inputs


@pytest.fixture(scope="module")
def cases() -> list[LoudInputs]:
    return [loud_inputs(), *(loud_inputs(seed=seed) for seed in range(20))]


def test_loud_columns_first_beat_the_layers_own_order_and_that_beats_loud_columns_last(
    cases: list[LoudInputs],
) -> None:
    for case in cases:
        errors = [case.orders[name].held_out for name in ("first", "natural", "last")]
        assert errors == sorted(errors)
        assert case.best == "first"
        assert errors[-1] < case.rtn_held_out


def test_what_is_saved_is_saved_in_the_loud_columns(cases: list[LoudInputs]) -> None:
    for case in cases:
        first, natural, last = (case.orders[name] for name in ("first", "natural", "last"))
        assert first.spent_on_loud <= natural.spent_on_loud <= last.spent_on_loud
        saved = last.spent.sum() - first.spent.sum()
        assert last.spent_on_loud - first.spent_on_loud == pytest.approx(saved, rel=0.03)


def test_errors_are_those_of_runs_and_loud_columns_are_those_that_the_example_makes_loud() -> None:
    case, layer, config = loud_inputs(), example_layer("outliers", 32, 64, 512, 75), GPTQConfig(bits=2)
    natural = gptq(layer, config).quantized
    first = gptq(layer, GPTQConfig(bits=2, act_order=True)).quantized
    for name, Q in (("natural", natural), ("first", first)):
        assert case.orders[name].held_out == pytest.approx(output_error(layer.W, Q, layer.X_test))
        assert case.orders[name].calibration == pytest.approx(output_error(layer.W, Q, layer.X))
    assert case.rtn_held_out == pytest.approx(
        output_error(layer.W, rtn(layer, config).quantized, layer.X_test)
    )
    assert np.flatnonzero(case.orders["natural"].loud).tolist() == [6, 22, 38, 54]
    assert np.flatnonzero(case.orders["first"].loud).tolist() == [0, 1, 2, 3]
    assert np.flatnonzero(case.orders["last"].loud).tolist() == [60, 61, 62, 63]


def test_what_is_spent_sums_to_the_calibration_error_and_the_damping() -> None:
    for order in loud_inputs().orders.values():
        assert order.calibration < order.spent.sum() < 1.3 * order.calibration


def test_orders_within_5_percent_have_no_best() -> None:
    def order(error: float) -> OrderOfLoud:
        return OrderOfLoud(error, error, np.ones(2), np.array([True, False]))

    assert LoudInputs({"natural": order(1.0), "first": order(1.04), "last": order(1.02)}, 2, 2).best == ""
    assert LoudInputs({"natural": order(1.0), "first": order(1.2), "last": order(0.9)}, 2, 2).best == "last"
