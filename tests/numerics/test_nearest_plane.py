"""Law 11: GPTQ is Babai's nearest-plane algorithm."""

import numpy as np
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, gptq
from gptq_viz.numerics.nearest_plane import nearest_plane
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import assert_close


@given(layers(), configs())
def test_law_11_nearest_planes_without_an_inverse_give_gptq(layer: Layer, config: GPTQConfig) -> None:
    ours, planes = gptq(layer, config), nearest_plane(layer, config)
    size = np.abs(layer.W).max()
    assert np.array_equal(ours.codes, planes.codes)
    assert_close(planes.quantized, ours.quantized, size)
    assert_close(planes.D, ours.D, size)
