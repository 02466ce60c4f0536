"""Errors of all methods by bits against runs of their own, the loss and its forecast against the laws."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import (
    ALLOWED_BITS,
    GPTQConfig,
    Layer,
    MethodErrors,
    compare_orders,
    example_layer,
    frozen_inverse,
    gptq,
    method_errors,
    output_error,
    rtn,
)
from tests.numerics.strategies import FEW, configs, layers
from tests.numerics.tolerance import assert_close

METHODS = ["rtn", "frozen", "gptq", "act_order"]


def by_name(errors: tuple[MethodErrors, ...]) -> dict[str, MethodErrors]:
    return {one.method: one for one in errors}


@FEW
@given(layers(), configs(), st.sets(st.sampled_from(ALLOWED_BITS), min_size=1, max_size=2))
def test_every_error_is_that_of_a_run_of_its_own(layer: Layer, config: GPTQConfig, bits: set[int]) -> None:
    found = method_errors(layer, config, sorted(bits))
    assert [(one.bits, one.method) for one in found] == [(b, name) for b in sorted(bits) for name in METHODS]
    for one in found:
        own = replace(config, bits=one.bits)
        run = {
            "rtn": lambda own: rtn(layer, own),
            "frozen": lambda own: frozen_inverse(layer, own),
            "gptq": lambda own: gptq(layer, replace(own, act_order=False)),
            "act_order": lambda own: gptq(layer, replace(own, act_order=True)),
        }[one.method](own)
        for error, X in ((one.held_out, layer.X_test), (one.calibration, layer.X)):
            expected = output_error(layer.W, run.quantized, X)
            assert np.isnan(error) if np.isnan(expected) else error == pytest.approx(expected, abs=1e-12)


@FEW
@given(layers(), configs())
def test_the_loss_is_the_calibration_error_and_the_damping_term(layer: Layer, config: GPTQConfig) -> None:
    outputs = np.square(layer.X @ layer.W.T).sum()
    dead = (layer.X == 0).all(axis=0)
    diagonal = np.where(dead, 1.0, 2 * np.square(layer.X).mean(axis=0))
    floor = config.damp * diagonal.mean()
    for one in method_errors(layer, config, (config.bits,)):
        if outputs == 0:
            assert np.isnan(one.loss)
            continue
        if one.method == "rtn":
            change = (layer.W - rtn(layer, config).quantized) * ~dead
            expected = one.calibration + layer.n / 2 * floor * np.square(change).sum() / outputs
            assert_close(one.loss, expected)
        assert one.loss >= one.calibration * (1 - 1e-9)


@FEW
@given(layers(), configs())
def test_the_loss_of_gptq_is_its_ledger(layer: Layer, config: GPTQConfig) -> None:
    found = by_name(method_errors(layer, config, (config.bits,)))
    outputs = np.square(layer.X @ layer.W.T).sum()
    for name, act_order in (("gptq", False), ("act_order", True)):
        trace = gptq(layer, replace(config, act_order=act_order))
        if outputs > 0:
            expected = layer.n / 2 * np.square(trace.E).sum() / outputs
            assert found[name].loss == pytest.approx(expected, rel=1e-9, abs=1e-15)


@FEW
@given(layers(), configs(group=None))
def test_without_clipping_the_loss_is_at_most_three_times_its_forecast(
    layer: Layer, config: GPTQConfig
) -> None:
    found = by_name(method_errors(layer, config, (config.bits,)))
    for name, act_order in (("gptq", False), ("act_order", True)):
        clipped = gptq(layer, replace(config, act_order=act_order)).clipped.any()
        assert clipped or not found[name].loss > 3 * found[name].forecast * (1 + 1e-9)


def test_the_forecast_is_that_of_the_order_and_only_gptq_has_one() -> None:
    layer, config = example_layer("outliers", 8, 16, 64, 0), GPTQConfig(group=8)
    found = by_name(method_errors(layer, config, (3,)))
    orders = {result.name: result for result in compare_orders(layer, config)}
    assert found["gptq"].forecast == orders["natural"].forecast
    assert found["act_order"].forecast == orders["act_order"].forecast
    assert np.isnan([found["rtn"].forecast, found["frozen"].forecast]).all()


@pytest.mark.parametrize("data", ["factor", "white", "ar1", "outliers", "dead", "shift", "digits2"])
@pytest.mark.parametrize("bits", [3, 4, 8])
def test_on_every_example_the_loss_of_a_sound_run_is_near_its_forecast(data: str, bits: int) -> None:
    for one in method_errors(example_layer(data, 32, 64, 512, 0), GPTQConfig(), (bits,))[2:]:
        assert 1 / 1.5 < one.loss / one.forecast < 1.5


def test_h_is_factored_once_an_order_whatever_the_number_of_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules[method_errors.__module__]  # its name in the package is the function's
    calls, prepare = [], module.prepare
    monkeypatch.setattr(module, "prepare", lambda *args: calls.append(args) or prepare(*args))
    assert len(method_errors(example_layer("factor", 4, 8, 32, 0), GPTQConfig())) == 4 * len(ALLOWED_BITS)
    assert len(calls) == 2


@pytest.mark.parametrize("data", ["factor", "outliers", "ar1"])
def test_errors_fall_by_about_four_a_bit_so_the_gap_shrinks_and_the_ratio_has_no_trend(data: str) -> None:
    """Means of the logarithms over eight seeds: errors are squares, and a bit more halves the steps."""
    runs = [method_errors(example_layer(data, 16, 32, 256, seed), GPTQConfig()) for seed in range(8)]
    logs = {
        name: np.log([[one.held_out for one in run if one.method == name] for run in runs]).mean(axis=0)
        for name in ("rtn", "gptq")
    }
    gap = np.exp(logs["rtn"]) - np.exp(logs["gptq"])
    assert (np.diff(gap) < 0).all()
    ratio = np.exp(logs["rtn"] - logs["gptq"])
    assert ratio.max() < 1.6 * ratio.min()
    per_bit = np.exp(-np.diff(logs["gptq"][1:]) / np.diff(ALLOWED_BITS[1:]))
    assert (per_bit > 3).all()
    assert (per_bit < 6).all()


def test_a_layer_without_outputs_has_no_errors_and_a_singular_h_is_refused() -> None:
    silent = Layer(np.zeros((2, 3)), np.eye(3), np.eye(3))
    for one in method_errors(silent, GPTQConfig(), (3,)):
        assert np.isnan([one.held_out, one.calibration, one.loss, one.forecast]).all()
    with pytest.raises(ValueError, match="raise damping"):
        method_errors(Layer(np.ones((1, 2)), np.ones((3, 2))), GPTQConfig(damp=0.0))
