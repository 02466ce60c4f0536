from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, gptq, output_error, rtn
from gptq_viz.numerics.sweeps.judge import Judge, rounded
from tests.numerics.strategies import configs, layers


@given(layers(), configs())
def test_rounding_without_a_factor_is_rtn(layer: Layer, config: GPTQConfig) -> None:
    assert np.array_equal(rounded(layer, config), rtn(layer, config).quantized)


@given(layers(), configs())
def test_errors_from_gram_matrices_are_output_errors(layer: Layer, config: GPTQConfig) -> None:
    Q = gptq(layer, config).quantized
    assert layer.X_test is not None
    expected = (output_error(layer.W, Q, layer.X_test), output_error(layer.W, Q, layer.X))
    # Small layers may fit their few samples to the last bit: of such an error only the size is known.
    assert Judge(layer).errors(Q) == pytest.approx(expected, rel=1e-9, abs=1e-15, nan_ok=True)


@given(layers(), configs(act_order=False, scales="updated", damp=0.01))
def test_rtn_is_judged_the_same_whatever_gptq_does(layer: Layer, config: GPTQConfig) -> None:
    judge = Judge(layer)
    one = judge.errors_of_rtn(config)
    other = judge.errors_of_rtn(
        GPTQConfig(config.bits, config.grid, config.group, "static", damp=1, act_order=True)
    )
    fresh = Judge(layer).errors(rtn(layer, config).quantized)
    assert one == pytest.approx(fresh, nan_ok=True)
    assert other == pytest.approx(fresh, nan_ok=True)


def test_without_held_out_inputs_both_errors_are_those_of_calibration() -> None:
    layer = Layer([[1.0, 0.4]], [[1.0, 2.0], [0.5, -1.0]])
    held_out, calibration = Judge(layer).errors(np.array([[1.0, 0.0]]))
    assert held_out == calibration > 0


def test_a_singular_h_can_be_rounded() -> None:
    layer = Layer([[1.0, 0.4, -0.6]], [[1.0, 1.0, 0.0]])
    with pytest.raises(ValueError, match="singular"):
        rtn(layer, GPTQConfig(damp=0))
    np.testing.assert_allclose(rounded(layer, GPTQConfig(bits=3)), [[1, 1 / 3, 0]])
