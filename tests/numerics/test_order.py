"""Which column is quantized when."""

import itertools

import numpy as np
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, example_layer, gptq
from gptq_viz.numerics.order import greedy_pivot_order, quantization_order
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import TOLERANCE


def test_the_natural_order_is_that_of_the_layer() -> None:
    layer = Layer(np.ones((1, 4)), np.diag([1.0, 3.0, 2.0, 4.0]))
    assert quantization_order(layer, GPTQConfig()).tolist() == [0, 1, 2, 3]


def test_act_order_takes_the_loudest_input_first() -> None:
    layer = Layer(np.ones((1, 4)), np.diag([1.0, -3.0, 2.0, 0.0]))
    assert quantization_order(layer, GPTQConfig(act_order=True)).tolist() == [1, 2, 0, 3]


def test_act_order_asks_only_the_calibration_inputs() -> None:
    layer = Layer(np.ones((1, 2)), np.diag([2.0, 1.0]), np.diag([1.0, 2.0]))
    assert quantization_order(layer, GPTQConfig(act_order=True)).tolist() == [0, 1]


def test_equal_columns_keep_their_order_whatever_their_place() -> None:
    column = np.random.default_rng(0).standard_normal((37, 1))
    layer = Layer(np.ones((1, 19)), np.tile(column, 19))
    assert quantization_order(layer, GPTQConfig(act_order=True)).tolist() == list(range(19))


@given(layers(), configs())
def test_the_trace_tells_its_order(layer: Layer, config: GPTQConfig) -> None:
    trace = gptq(layer, config)
    assert np.array_equal(trace.perm, specification.order_of(layer, config))
    back = np.argsort(trace.perm)
    assert np.array_equal(trace.Q[:, back], trace.quantized)
    assert np.array_equal(trace.step_codes[:, back], trace.codes)


@given(layers(max_inp=8), configs())
def test_greedy_pivot_takes_the_smallest_remaining_pivot_from_the_last_place_backwards(
    layer: Layer, config: GPTQConfig
) -> None:
    H = specification.damped_hessian(layer, config)
    order = greedy_pivot_order(H).tolist()
    assert sorted(order) == list(range(layer.inp))
    for place in reversed(range(layer.inp)):
        # The remaining pivot of column k: its squared distance from the span of the columns placed behind it.
        behind, left = order[place + 1 :], order[: place + 1]
        solved = np.linalg.solve(H[np.ix_(behind, behind)], H[np.ix_(behind, left)])
        pivots = np.diag(H)[left] - np.einsum("bk,bk->k", H[np.ix_(behind, left)], solved)
        assert pivots[-1] <= pivots.min() * (1 + TOLERANCE)


def forecast(H: np.ndarray, order: object) -> float:
    """Sum of 1 / U[j, j]² with the columns of H in `order`."""
    order = list(order)
    return float(np.sum(1 / np.diag(specification.upper_factor(H[np.ix_(order, order)])) ** 2))


def test_greedy_pivot_is_near_the_best_of_all_orders_in_the_forecast() -> None:
    for seed in range(5):
        layer = example_layer("factor", 1, 6, 64, seed)
        H = specification.damped_hessian(layer, GPTQConfig())
        best = min(forecast(H, order) for order in itertools.permutations(range(6)))
        greedy = forecast(H, greedy_pivot_order(H))
        assert best <= greedy * (1 + TOLERANCE)
        assert greedy < 1.1 * best


def test_greedy_pivot_and_act_order_both_halve_the_forecast_of_the_natural_order_with_outliers() -> None:
    layer = example_layer("outliers", 1, 64, 512, 0)
    H = specification.damped_hessian(layer, GPTQConfig())
    natural = forecast(H, range(64))
    act_order = forecast(H, quantization_order(layer, GPTQConfig(act_order=True)))
    assert act_order < 0.7 * natural
    assert forecast(H, greedy_pivot_order(H)) < 1.05 * act_order
