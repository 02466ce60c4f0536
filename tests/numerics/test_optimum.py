"""The exact optimum of small layers, against trying every quantized row."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import GPTQConfig, Layer, example_layer, gptq, obq, optimum, rtn
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import TOLERANCE, assert_close

natural = configs(act_order=False, group=None)


def cost(w: np.ndarray, Q: np.ndarray, H: np.ndarray) -> np.ndarray:
    """(w − q) H (w − q) of every q."""
    change = w - Q
    return np.einsum("...j,jk,...k->...", change, H, change)


@given(layers(max_out=2, max_inp=4), configs(act_order=False, bits=st.sampled_from([2, 3])))
def test_no_quantized_row_costs_less(layer: Layer, config: GPTQConfig) -> None:
    """On one grid a row from its starting weights, whatever groups the settings name."""
    best = optimum(layer, config)
    H, W = specification.damped_hessian(layer, config), specification.start_weights(layer, config)
    for i, w in enumerate(W):
        grid = specification.levels(*specification.scale_and_zero(w, config), config)
        every = np.array(list(itertools.product(grid, repeat=layer.inp)))
        noise = TOLERANCE * cost(w, np.zeros_like(w), H)
        assert cost(w, best.quantized[i], H) <= cost(w, every, H).min() * (1 + TOLERANCE) + 1e-6 * noise
        assert np.abs(best.quantized[i][:, None] - grid).min(axis=1).max() <= TOLERANCE * np.abs(w).max()


@given(layers(max_inp=8), natural)
def test_codes_scales_and_costs_belong_to_the_quantized_weights(layer: Layer, config: GPTQConfig) -> None:
    config = replace(config, bits=min(config.bits, 4))
    best = optimum(layer, config)
    H, W = specification.damped_hessian(layer, config), specification.start_weights(layer, config)
    scale, zero = specification.scales_and_zeros(W, config)
    assert_close(best.scale, scale)
    assert np.array_equal(best.zero, zero)
    assert_close((best.codes - zero[:, None]) * scale[:, None], best.quantized)
    lowest, highest = specification.code_range(config)
    assert lowest <= best.codes.min() <= best.codes.max() <= highest
    assert_close(best.cost, cost(W, best.quantized, H), size=cost(W, 0 * W, H).max())


@given(layers(max_inp=8), configs(bits=st.sampled_from([2, 3]), group=None))
def test_law_10_no_method_is_below_the_optimum(layer: Layer, config: GPTQConfig) -> None:
    natural = replace(config, act_order=False)
    H, W = specification.damped_hessian(layer, natural), specification.start_weights(layer, natural)
    best = cost(W, optimum(layer, config).quantized, H)
    noise = 1e-12 * cost(W, 0 * W, H)
    for Q in (gptq(layer, config).quantized, rtn(layer, config).quantized, obq(layer, config).quantized):
        assert (best <= cost(W, Q, H) * (1 + TOLERANCE) + noise).all()


@given(layers(max_inp=6), configs(bits=st.sampled_from([2, 3]), group=None))
def test_the_order_of_columns_does_not_matter(layer: Layer, config: GPTQConfig) -> None:
    back = Layer(layer.W[:, ::-1], layer.X[:, ::-1])
    one, other = optimum(layer, config), optimum(back, config)
    assert_close(one.cost, other.cost, size=max(one.cost.max(), 1e-12 * np.square(layer.W).max()))


def test_dead_inputs_get_zeros() -> None:
    layer = Layer([[5.0, 1.0, -0.4]], [[0.0, 1.0, 2.0], [0.0, 2.0, 1.0]])
    best = optimum(layer, GPTQConfig())
    assert best.quantized[0, 0] == 0
    assert_close(best.scale, [1 / 3])


def test_more_than_eight_columns_are_refused_with_a_way_out() -> None:
    with pytest.raises(ValueError, match=r"at most 8 columns, got 9; use the first 8: window\(layer, 8\)"):
        optimum(example_layer("factor", 8, 9, 64, 0), GPTQConfig())


def test_a_singular_hessian_is_refused() -> None:
    with pytest.raises(ValueError, match="raise damping"):
        optimum(Layer([[1.0, 2.0]], [[1.0, 1.0]]), GPTQConfig(damp=0))


def test_gptq_leaves_room_for_improvement_on_the_default_layer() -> None:
    layer = example_layer("factor", 8, 8, 256, 0)
    spent = np.square(gptq(layer, GPTQConfig()).E).sum(axis=1)
    best = optimum(layer, GPTQConfig()).cost
    assert (best <= spent * (1 + TOLERANCE)).all()
    assert best.mean() < 0.9 * spent.mean()
