"""Two columns worked by hand: every number below can be checked with a pencil.

The inputs give H = XᵀX = [[5, 2], [2, 1]] (n = 2, so 2XᵀX/n = XᵀX), without damping.
From the last column back, H = R Rᵀ with R = [[1, 2], [0, 1]], and U, the inverse of R, is [[1, -2], [0, 1]].
At 3 bits the symmetric grid has the codes -3 .. 3; the second column holds each row's largest weight,
3 and 6, so the scales are 1 and 2.

Row 0, scale 1: 0.625 becomes 1, err = -0.375. The second weight becomes 3 + 2·(-0.375) = 2.25, and
that 2, err = 0.25: code 2 where plain rounding has 3. Error: 0.375² + 0.25² = 0.203125 instead of
5·0.375² = 0.703125.
Row 1, scale 2: -2.5 is -1.25 steps and becomes -2, err = -0.5. The second weight becomes
6 + 2·(-0.5) = 5, that is 2.5 steps: a tie, which goes to the even code 2. It becomes 4, err = 1.
Error: 0.5² + 1² = 1.25, the same as plain rounding's 5·0.5².
Outputs: ‖X Wᵀ‖² = 18.453125 + 7.25 (row 0: 5·0.625² + 4·0.625·3 + 3²; row 1: 5·2.5² - 4·2.5·6 + 6²).
"""

import numpy as np
import pytest

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
from tests.numerics.tolerance import assert_close

W = np.array([[0.625, 3.0], [-2.5, 6.0]])
X = np.array([[1.0, 0.0], [2.0, 1.0]])
CONFIG = GPTQConfig(bits=3, damp=0.0)


@pytest.fixture
def layer() -> Layer:
    return Layer(W, X)


def test_factor(layer: Layer) -> None:
    trace = gptq(layer, CONFIG)
    assert_close(trace.U, [[1, -2], [0, 1]])
    assert_close(trace.F, [[1, -2], [0, 1]])


def test_every_step(layer: Layer) -> None:
    trace = gptq(layer, CONFIG)
    assert_close(trace.weights_after(0), W)
    assert_close(trace.weights_after(1), [[1, 2.25], [-2, 5]])
    assert_close(trace.weights_after(2), [[1, 2], [-2, 4]])
    assert_close(trace.D, [[-0.375, 0.25], [-0.5, 1]])
    assert_close(trace.E, [[-0.375, 0.25], [-0.5, 1]])


def test_codes_and_scales(layer: Layer) -> None:
    trace = gptq(layer, CONFIG)
    assert np.array_equal(trace.codes, [[1, 2], [-1, 2]])
    assert_close(trace.scale, [[1], [2]])
    assert_close(trace.quantized, [[1, 2], [-2, 4]])
    assert np.array_equal(rtn(layer, CONFIG).codes, [[1, 3], [-1, 3]])


def test_errors(layer: Layer) -> None:
    ours, rounded = gptq(layer, CONFIG), rtn(layer, CONFIG)
    outputs = 18.453125 + 7.25
    assert output_error(W, ours.quantized, X) == pytest.approx((0.203125 + 1.25) / outputs)
    assert output_error(W, rounded.quantized, X) == pytest.approx((0.703125 + 1.25) / outputs)
    assert_close(error_after_each_step(ours, X), np.array([0, 0.390625, 1.453125]) / outputs)
    assert_close(error_after_each_step(rounded, X), np.array([0, 1.953125, 1.953125]) / outputs)


def test_weight_error_rises_while_output_error_falls(layer: Layer) -> None:
    assert weight_error(W, gptq(layer, CONFIG).quantized) == pytest.approx(
        (0.375**2 + 1**2 + 0.5**2 + 2**2) / 4
    )
    assert weight_error(W, rtn(layer, CONFIG).quantized) == pytest.approx((0.375**2 + 0.5**2) / 4)


def test_freezing_the_inverse_is_no_mistake_yet_with_two_columns(layer: Layer) -> None:
    """The first row of the inverse over its pivot is the first row of F; only later rows go wrong."""
    assert_close(frozen_inverse(layer, CONFIG).F, [[1, -2], [0, 1]])
    assert np.array_equal(frozen_inverse(layer, CONFIG).codes, [[1, 2], [-1, 2]])
