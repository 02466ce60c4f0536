"""Errors of rows: each against its own outputs, and their mean against the layer's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, gptq, output_error, row_errors, rtn, weight_error
from tests.numerics.strategies import FEW, configs, layers
from tests.numerics.tolerance import assert_close


@FEW
@given(layers(), configs())
def test_the_mean_of_the_rows_is_the_error_of_the_layer(layer: Layer, config: GPTQConfig) -> None:
    for run in (rtn, gptq):
        Q = run(layer, config).quantized
        rows = row_errors(layer.W, Q, layer.gram, layer.gram_test)
        assert_close(rows.weights.mean(), weight_error(layer.W, Q))
        for errors, X in ((rows.calibration, layer.X), (rows.held_out, layer.X_test)):
            expected = output_error(layer.W, Q, X)
            if np.isnan(expected):
                assert np.isnan(errors).all()
            else:
                assert errors.mean() == pytest.approx(expected, abs=1e-12)


@FEW
@given(layers(zero_rows=False, dead=False), configs())
def test_a_row_has_its_share_of_the_squared_error(layer: Layer, config: GPTQConfig) -> None:
    Q = rtn(layer, config).quantized
    rows = row_errors(layer.W, Q, layer.gram, layer.gram_test)
    size = np.square(layer.X_test @ layer.W.T).sum(axis=0)
    for i in range(layer.out):
        own = output_error(layer.W[i : i + 1], Q[i : i + 1], layer.X_test)
        assert rows.held_out[i] == pytest.approx(own * size[i] / size.mean(), abs=1e-10)


def test_two_rows_by_hand() -> None:
    W, Q = np.array([[1.0, 0.0], [0.0, 3.0]]), np.array([[0.0, 0.0], [0.0, 2.0]])
    rows = row_errors(W, Q, np.diag([2.0, 2.0]), np.diag([1.0, 4.0]))
    assert_close(rows.calibration, [2 / 10, 2 / 10])  # outputs 2 and 18
    assert_close(rows.held_out, [1 / 18.5, 4 / 18.5])  # outputs 1 and 36
    assert_close(rows.weights, [0.5, 0.5])
