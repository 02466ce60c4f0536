"""The race: three methods on one factorization, and their curves."""

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import (
    GPTQConfig,
    Layer,
    error_after_each_step,
    example_layer,
    frozen_inverse,
    gptq,
    output_error,
    race,
    rtn,
)
from tests.numerics.strategies import configs, layers

METHODS = {"rtn": rtn, "frozen": frozen_inverse, "gptq": gptq}


@given(layers(), configs())
def test_the_race_is_the_three_methods_run_alone(layer: Layer, config: GPTQConfig) -> None:
    result = race(layer, config)
    assert list(result.traces) == list(METHODS)
    for name, method in METHODS.items():
        alone, raced = method(layer, config), result.traces[name]
        assert raced.method == alone.method == name
        for part in ("W", "Q", "D", "F", "U", "perm", "scale", "zero", "group_of", "codes"):
            assert np.array_equal(getattr(raced, part), getattr(alone, part)), part
        assert np.array_equal(
            result.held_out[name], error_after_each_step(alone, layer.X_test), equal_nan=True
        )
        assert np.array_equal(result.calibration[name], error_after_each_step(alone, layer.X), equal_nan=True)


@given(layers(), configs())
def test_all_methods_take_the_same_columns_in_the_same_order(layer: Layer, config: GPTQConfig) -> None:
    one, two, three = race(layer, config).traces.values()
    for part in ("given", "W", "perm", "dead", "U"):
        assert np.array_equal(getattr(one, part), getattr(two, part))
        assert np.array_equal(getattr(one, part), getattr(three, part))


def test_without_held_out_inputs_the_calibration_curves_stand_in() -> None:
    result = race(Layer(np.eye(3), np.ones((4, 3)) + np.eye(4, 3)), GPTQConfig())
    for name in METHODS:
        assert np.array_equal(result.held_out[name], result.calibration[name])


def test_curves_cannot_be_written_to() -> None:
    result = race(example_layer("factor", 4, 8, 32, 0), GPTQConfig())
    for curve in (*result.held_out.values(), *result.calibration.values()):
        with pytest.raises(ValueError, match="read-only"):
            curve[0] = 1.0


def test_a_race_keeps_its_layer_and_settings() -> None:
    layer, config = example_layer("factor", 4, 8, 32, 0), GPTQConfig(bits=4)
    result = race(layer, config)
    assert result.layer is layer
    assert result.config == config


def test_the_curves_end_at_the_output_errors() -> None:
    layer = example_layer("dead", 4, 16, 64, 0)
    result = race(layer, GPTQConfig())
    for name, trace in result.traces.items():
        assert result.held_out[name][-1] == pytest.approx(
            output_error(layer.W, trace.quantized, layer.X_test), rel=1e-9
        )
        assert result.calibration[name][-1] == pytest.approx(
            output_error(layer.W, trace.quantized, layer.X), rel=1e-9
        )
