"""Laws 6 and 10: how large the error can be, how small it could be, and the slow truth GPTQ stands for."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import GPTQConfig, Layer, example_layer, gptq, obq, output_error, rtn
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import TOLERANCE, assert_close


@given(layers(), configs())
def test_law_6_a_row_that_never_clips_stays_below_its_bound(layer: Layer, config: GPTQConfig) -> None:
    trace = gptq(layer, config)
    U = specification.upper_factor(specification.damped_hessian(layer, config))
    half_scales = 0.5 * trace.scale[:, trace.group_of]
    # With groups every column has its own scale; with one scale this is (s²/4) Σ 1/U[j, j]².
    bound = ((half_scales / np.diag(U)) ** 2).sum(axis=1)
    unclipped = ~trace.clipped.any(axis=1)
    assert ((trace.E**2).sum(axis=1) <= bound * (1 + TOLERANCE))[unclipped].all()


def test_law_6_the_error_is_about_a_third_of_the_bound() -> None:
    shares = []
    for seed in range(20):
        trace = gptq(example_layer("factor", 16, 32, 256, seed), GPTQConfig(bits=6))
        bound = (trace.scale[:, 0] ** 2 / 4) * np.sum(1 / np.diag(trace.U) ** 2)
        shares.append((trace.E**2).sum(axis=1) / bound)
    assert np.mean(shares) == pytest.approx(1 / 3, rel=0.1)


def test_law_6_the_forecast_names_the_better_order_before_quantizing() -> None:
    """The orders differ by more than 1.5x in the forecast, and the errors follow."""
    for seed in range(5):
        layer = example_layer("factor", 32, 64, 512, seed)
        energy = (layer.X**2).sum(axis=0)
        orders = {
            "natural": np.arange(64),
            "ascending": np.argsort(energy),
            "descending": np.argsort(-energy),
        }
        forecasts, errors = {}, {}
        for name, order in orders.items():
            shuffled = Layer(layer.W[:, order], layer.X[:, order])
            trace = gptq(shuffled, GPTQConfig(bits=4))
            forecasts[name] = np.sum(1 / np.diag(trace.U) ** 2)
            errors[name] = output_error(shuffled.W, trace.quantized, shuffled.X)
        assert sorted(orders, key=forecasts.get) == sorted(orders, key=errors.get)
        assert sorted(orders, key=forecasts.get)[0] == "descending"


@given(layers(max_inp=7), configs())
def test_law_10_gptq_equals_row_by_row_elimination_in_the_same_order(
    layer: Layer, config: GPTQConfig
) -> None:
    fast, slow = gptq(layer, config), obq(layer, config, order="shared")
    assert_close(fast.quantized, slow.quantized, size=np.abs(layer.W).max())


def best_possible(w: np.ndarray, grid: np.ndarray, H: np.ndarray) -> float:
    """Smallest (w - q) H (w - q) over every q of the grid, by trying them all."""
    tries = np.array(list(itertools.product(grid, repeat=len(w)))) - w
    return float(np.einsum("tj,jk,tk->t", tries, H, tries).min())


@given(layers(max_out=2, max_inp=3), configs(bits=st.sampled_from([2, 3]), group=None))
def test_law_10_the_exact_optimum_is_never_above_gptq_or_rtn(layer: Layer, config: GPTQConfig) -> None:
    trace, rounded = gptq(layer, config), rtn(layer, config)
    H = specification.damped_hessian(layer, config)
    ledger = (trace.E**2).sum(axis=1)
    change = rounded.W - rounded.Q
    for i in range(layer.out):
        grid = specification.levels(*specification.scale_and_zero(trace.W[i], config), config)
        best = best_possible(trace.W[i], grid, H)
        assert best <= ledger[i] * (1 + TOLERANCE)
        assert best <= change[i] @ H @ change[i] * (1 + TOLERANCE)


def test_law_10_gptq_does_not_always_reach_the_optimum() -> None:
    config = GPTQConfig(bits=2)
    worse = 0
    for seed in range(20):
        layer = example_layer("factor", 4, 3, 64, seed)
        trace, H = gptq(layer, config), specification.damped_hessian(layer, config)
        for i, spent in enumerate((trace.E**2).sum(axis=1)):
            grid = specification.levels(trace.scale[i, 0], trace.zero[i, 0], config)
            worse += spent > 1.001 * best_possible(trace.W[i], grid, H)
    assert 0 < worse < 40
