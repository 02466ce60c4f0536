"""Errors of a finished result and after every step, against the plain formula through the inputs."""

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import (
    GPTQConfig,
    Layer,
    error_after_each_step,
    frozen_inverse,
    gptq,
    output_error,
    rtn,
    weight_error,
)
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import assert_close

W = np.array([[1.0, -2.0], [0.5, 4.0]])
Q = np.array([[1.0, -1.0], [0.0, 4.0]])
X = np.array([[1.0, 2.0], [3.0, 0.0], [0.0, 1.0]])


def test_output_error_by_hand() -> None:
    """Outputs: row 0 gives -3, 3, -2 and row 1 8.5, 1.5, 4. Their errors: -2, 0, -1 and 0.5, 1.5, 0."""
    outputs = 9 + 9 + 4 + 8.5**2 + 1.5**2 + 16
    assert output_error(W, Q, X) == pytest.approx((4 + 1 + 0.25 + 2.25) / outputs)


def test_weight_error_by_hand() -> None:
    assert weight_error(W, Q) == pytest.approx((1 + 0.25) / 4)


def test_an_unchanged_layer_has_no_error() -> None:
    assert output_error(W, W, X) == 0.0
    assert weight_error(W, W) == 0.0


def test_output_error_does_not_depend_on_how_often_the_inputs_are_repeated() -> None:
    assert output_error(W, Q, np.tile(X, (5, 1))) == pytest.approx(output_error(W, Q, X))


@pytest.mark.parametrize(("weights", "inputs"), [(0 * W, X), (W, 0 * X)])
def test_without_outputs_the_relative_error_is_undefined(weights: np.ndarray, inputs: np.ndarray) -> None:
    assert np.isnan(output_error(weights, Q, inputs))


@given(layers(), configs())
def test_error_after_each_step_is_that_of_the_weights_as_they_stand(layer: Layer, config: GPTQConfig) -> None:
    for method in (gptq, rtn, frozen_inverse):
        trace = method(layer, config)
        for X in (layer.X, layer.X_test):
            curve = error_after_each_step(trace, X)
            assert curve.shape == (layer.inp + 1,)
            if not (X @ layer.W.T).any():
                assert np.isnan(curve).all()
                continue
            given_weights, inputs = layer.W[:, trace.perm], X[:, trace.perm]
            direct = [
                specification.relative_error(given_weights, trace.weights_after(t), inputs)
                for t in range(layer.inp + 1)
            ]
            # Weights that are met exactly leave a curve of rounding noise.
            assert_close(curve, direct, size=max(direct) + 1e-15)
            last = output_error(layer.W, trace.quantized, X)
            assert_close(curve[-1], last, size=max(direct) + 1e-15)


def test_a_step_of_plain_rounding_may_repair_what_another_broke() -> None:
    """Two equal inputs, rounded one up and one down: the second error cancels the first."""
    layer = Layer([[1.4, 2.6, 7.0]], [[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    curve = error_after_each_step(rtn(layer, GPTQConfig(bits=4)), layer.X)
    assert_close(curve, np.array([0.0, 0.16, 0.0, 0.0]) / (16 + 49))


def test_the_curve_starts_at_zero_where_no_input_is_dead() -> None:
    layer = Layer(W, X)
    for method in (gptq, rtn, frozen_inverse):
        assert error_after_each_step(method(layer, GPTQConfig()), X)[0] == 0.0
