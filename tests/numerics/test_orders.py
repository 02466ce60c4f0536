"""Orders of columns: the forecast by its formula, runs against those of a shuffled layer, and who wins."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import (
    GPTQConfig,
    Layer,
    OrderResult,
    compare_orders,
    example_layer,
    gptq,
    gptq_in_order,
    order_forecast,
    output_error,
)
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import assert_close


def by_name(layer: Layer, config: GPTQConfig) -> dict[str, OrderResult]:
    return {result.name: result for result in compare_orders(layer, config)}


@given(layers(), configs(act_order=False), st.randoms(use_true_random=False))
def test_the_forecast_is_a_twelfth_of_the_squared_scale_over_every_squared_pivot(
    layer: Layer, config: GPTQConfig, random: object
) -> None:
    perm = list(range(layer.inp))
    random.shuffle(perm)
    H = specification.damped_hessian(layer, config)
    scale = np.abs(layer.W).max(axis=1) / 3
    U = specification.upper_factor(H[np.ix_(perm, perm)])
    expected = [s**2 / 12 * sum(1 / U[j, j] ** 2 for j in range(layer.inp)) for s in scale]
    assert_close(order_forecast(H, scale, perm), expected)


def test_the_forecast_by_hand() -> None:
    """H = [[5, 2], [2, 1]]: pivots of R are 1 and 1 in this order, √5 and √(1/5) in the other."""
    H = [[5.0, 2.0], [2.0, 1.0]]
    assert_close(order_forecast(H, [6.0, 12.0], [0, 1]), [3 * 2, 12 * 2])
    assert_close(order_forecast(H, [6.0], [1, 0]), [3 * 5.2])


@pytest.mark.parametrize("perm", [[0], [0, 0], [0, 2], [[0, 1]], [0, 1, 2]])
def test_what_is_no_order_of_the_columns_is_refused(perm: list[int]) -> None:
    if perm == [[0, 1]]:
        perm = [[0, 1], [1, 0]]
    with pytest.raises(ValueError, match="each of the columns 0 to 1 once"):
        order_forecast(np.eye(2), [1.0], perm)
    with pytest.raises(ValueError, match="each of the columns 0 to 1 once"):
        gptq_in_order(Layer(np.ones((1, 2)), np.eye(2)), GPTQConfig(), perm)


def test_a_forecast_of_a_singular_hessian_is_refused() -> None:
    with pytest.raises(ValueError, match="raise damping"):
        order_forecast(np.ones((2, 2)), [1.0], [0, 1])


@given(layers(), configs(act_order=False) | configs(act_order=False, group=None), st.randoms())
def test_an_order_of_ones_own_is_the_natural_order_of_a_shuffled_layer(
    layer: Layer, config: GPTQConfig, random: object
) -> None:
    config = replace(config, scales="updated" if config.scales == "static" else config.scales)
    perm = list(range(layer.inp))
    random.shuffle(perm)
    ours = gptq_in_order(layer, config, perm)
    shuffled = gptq(Layer(layer.W[:, perm], layer.X[:, perm]), config)
    assert np.array_equal(ours.codes[:, perm], shuffled.codes)
    assert_close(ours.quantized[:, perm], shuffled.quantized, size=np.abs(layer.W).max())


@given(layers(), configs())
def test_the_order_of_the_config_given_by_hand_changes_nothing(layer: Layer, config: GPTQConfig) -> None:
    ours = gptq_in_order(layer, config, specification.order_of(layer, config))
    assert np.array_equal(ours.quantized, gptq(layer, config).quantized)
    assert np.array_equal(ours.g_idx, gptq(layer, config).g_idx)


def test_static_groups_stay_those_of_the_layer_in_any_order() -> None:
    layer = example_layer("factor", 4, 6, 64, 0)
    trace = gptq_in_order(layer, GPTQConfig(group=2, scales="static"), [5, 0, 3, 1, 4, 2])
    assert trace.g_idx.tolist() == [0, 0, 1, 1, 2, 2]
    assert_close(trace.scale, np.abs(layer.W).reshape(4, 3, 2).max(axis=2) / 3)


@given(layers(), configs(group=None))
def test_every_result_has_its_forecast_as_a_relative_error_and_the_errors_of_its_run(
    layer: Layer, config: GPTQConfig
) -> None:
    H = specification.damped_hessian(layer, replace(config, act_order=False))
    W = specification.start_weights(layer, replace(config, act_order=False))
    scale, _ = specification.scales_and_zeros(W, config)
    dead = (layer.X == 0).all(axis=0)
    outputs = np.square(layer.X @ layer.W.T).sum()
    for result in compare_orders(layer, config):
        if outputs == 0:
            assert np.isnan([result.forecast, result.calibration]).all()
            continue
        Q = gptq_in_order(layer, config, result.perm).quantized
        size = max(1e-6, result.calibration)
        assert_close(result.calibration, output_error(layer.W, Q, layer.X), size)
        assert_close(result.held_out, output_error(layer.W, Q, layer.X_test), max(1e-6, result.held_out))
        U = specification.upper_factor(H[np.ix_(result.perm, result.perm)])
        pivots = (1 / np.diag(U) ** 2)[~dead[result.perm]].sum()
        assert_close(result.forecast, np.square(scale).sum() / 12 * pivots * layer.n / 2 / outputs)


def test_the_orders_are_what_their_names_say() -> None:
    layer = Layer(np.ones((1, 4)), np.diag([1.0, 3.0, 2.0, 4.0]))
    found = {name: result.perm.tolist() for name, result in by_name(layer, GPTQConfig()).items()}
    assert found["natural"] == [0, 1, 2, 3]
    assert found["act_order"] == [3, 1, 2, 0]
    assert found["ascending"] == [0, 2, 1, 3]
    assert found["greedy"] == [3, 1, 2, 0]  # without correlations the smallest pivots are the softest inputs
    assert sorted(found["random"]) == [0, 1, 2, 3]


def test_another_seed_makes_another_random_order_and_leaves_the_others_alone() -> None:
    layer = example_layer("factor", 4, 16, 64, 0)
    one, other = compare_orders(layer, GPTQConfig(), seed=0), compare_orders(layer, GPTQConfig(), seed=1)
    assert [a.name for a, b in zip(one, other, strict=True) if not np.array_equal(a.perm, b.perm)] == [
        "random"
    ]


@pytest.mark.parametrize("bits", [2, 3])
@pytest.mark.parametrize("measure", ["forecast", "calibration", "held_out"])
def test_with_outliers_act_order_and_greedy_lie_far_below_natural_and_that_far_below_ascending(
    measure: str, bits: int
) -> None:
    """Means of eight seeds."""
    runs = [by_name(example_layer("outliers", 32, 64, 512, seed), GPTQConfig(bits=bits)) for seed in range(8)]
    mean = {name: np.mean([getattr(run[name], measure) for run in runs]) for name in runs[0]}
    assert max(mean["act_order"], mean["greedy"]) < 0.75 * mean["natural"]
    assert mean["natural"] < mean["ascending"] / 3


@pytest.mark.parametrize("data", ["factor", "outliers", "ar1", "digits2"])
def test_the_forecast_is_near_the_error_on_the_calibration_inputs(data: str) -> None:
    for result in compare_orders(example_layer(data, 32, 64, 512, 0), GPTQConfig(bits=4)):
        assert 0.65 < result.calibration / result.forecast < 1.1


def test_with_groups_the_forecast_knows_their_smaller_scales() -> None:
    layer = example_layer("factor", 32, 64, 512, 0)
    rows, groups = by_name(layer, GPTQConfig()), by_name(layer, GPTQConfig(group=8))
    for name in rows:
        assert groups[name].forecast < 0.8 * rows[name].forecast
        assert groups[name].forecast == pytest.approx(groups[name].calibration, rel=0.4)
