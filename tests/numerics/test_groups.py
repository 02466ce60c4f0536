"""Where the scales of groups come from, and which column belongs to which group."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, Trace, frozen_inverse, gptq, rtn
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import assert_close

Method = Callable[[Layer, GPTQConfig], Trace]
updating_methods = pytest.mark.parametrize("method", [gptq, frozen_inverse])


def assert_scales_come_from(trace: Trace, group: int, weights: np.ndarray) -> None:
    """Fail unless the scales of a group are those of `weights` (out, columns of the group)."""
    # The smallest weights decide nothing; a zero point near a tie is decided by rounding noise.
    scale, zero = specification.scales_and_zeros(weights, trace.config)
    assert_close(trace.scale[:, group], scale)
    low = np.minimum(weights.min(axis=1), 0.0)
    clear = np.abs(np.modf(-low / scale)[0] - 0.5) > 1e-8
    assert np.array_equal(trace.zero[clear, group], zero[clear])


@updating_methods
@given(layer=layers(), config=configs(scales="updated"))
def test_updated_scales_come_from_the_weights_when_the_group_starts(
    method: Method, layer: Layer, config: GPTQConfig
) -> None:
    trace = method(layer, config)
    size = config.group or layer.inp
    assert trace.group_of.tolist() == [j // size for j in range(layer.inp)]
    for group, start in enumerate(range(0, layer.inp, size)):
        weights = trace.weights_after(start)[:, start : start + size]
        assert_scales_come_from(trace, group, weights)


@updating_methods
@given(layer=layers(), config=configs(scales="reference"))
def test_reference_scales_come_from_the_weights_at_the_last_block_edge(
    method: Method, layer: Layer, config: GPTQConfig
) -> None:
    trace = method(layer, config)
    size = config.group or layer.inp
    assert trace.group_of.tolist() == [j // size for j in range(layer.inp)]
    for group, start in enumerate(range(0, layer.inp, size)):
        edge = start - start % config.block
        weights = trace.weights_after(edge)[:, start : start + size]
        assert_scales_come_from(trace, group, weights)


@updating_methods
@given(layer=layers(), config=configs(scales="static"))
def test_static_scales_come_from_the_start_weights_in_the_layers_order(
    method: Method, layer: Layer, config: GPTQConfig
) -> None:
    assert_scales_are_original(method(layer, config), layer, config)


@given(layers(), configs())
def test_rtn_always_takes_the_original_weights_in_the_layers_order(layer: Layer, config: GPTQConfig) -> None:
    assert_scales_are_original(rtn(layer, config), layer, config)


def assert_scales_are_original(trace: Trace, layer: Layer, config: GPTQConfig) -> None:
    """Fail unless column c of the layer has the scale of the original columns of group c // size."""
    size = config.group or layer.inp
    assert trace.g_idx.tolist() == [c // size for c in range(layer.inp)]
    start = specification.start_weights(layer, replace(config, act_order=False))
    for group, first in enumerate(range(0, layer.inp, size)):
        assert_scales_come_from(trace, group, start[:, first : first + size])


@given(layers(), configs())
def test_group_of_a_step_and_of_a_column_agree(layer: Layer, config: GPTQConfig) -> None:
    for method in (gptq, rtn, frozen_inverse):
        trace = method(layer, config)
        assert np.array_equal(trace.g_idx[trace.perm], trace.group_of)


@given(layers(), configs(group=None))
def test_without_groups_the_source_of_scales_is_no_matter(layer: Layer, config: GPTQConfig) -> None:
    for method in (gptq, rtn, frozen_inverse):
        results = [
            method(layer, replace(config, scales=scales)) for scales in ("updated", "static", "reference")
        ]
        assert np.array_equal(results[0].quantized, results[1].quantized)
        assert np.array_equal(results[0].quantized, results[2].quantized)


@given(layers(), configs())
def test_rtn_does_not_depend_on_order_scales_or_damping(layer: Layer, config: GPTQConfig) -> None:
    other = replace(config, act_order=not config.act_order, scales="updated", damp=0.5, block=4)
    assert np.array_equal(rtn(layer, config).quantized, rtn(layer, other).quantized)


def test_act_order_scatters_the_groups_of_updated_scales_but_not_of_static_ones() -> None:
    loudness = np.array([1.0, 5.0, 2.0, 4.0, 3.0, 6.0])
    layer = Layer(np.ones((1, 6)), np.diag(loudness))
    config = GPTQConfig(group=2, act_order=True)
    assert gptq(layer, config).g_idx.tolist() == [2, 0, 2, 1, 1, 0]
    assert gptq(layer, replace(config, scales="static")).g_idx.tolist() == [0, 0, 1, 1, 2, 2]
