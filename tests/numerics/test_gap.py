"""Every method beside the optimum."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import GPTQConfig, Layer, example_layer, gap_to_optimum, gptq, optimum, rtn
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import TOLERANCE, assert_close


@given(layers(max_inp=8, max_out=3), configs(bits=st.sampled_from([2, 3]), group=None, act_order=False))
def test_costs_are_damped_errors_by_row_and_the_optimum_is_below_all(
    layer: Layer, config: GPTQConfig
) -> None:
    gap = gap_to_optimum(layer, config)
    H, W = specification.damped_hessian(layer, config), specification.start_weights(layer, config)
    for name, Q in {
        "rtn": rtn(layer, config).quantized,
        "gptq": gptq(layer, config).quantized,
        "optimum": optimum(layer, config).quantized,
    }.items():
        assert_close(gap.costs[name], np.diag((W - Q) @ H @ (W - Q).T), size=max(gap.sizes.max(), 1e-300))
    assert_close(gap.sizes, np.diag(W @ H @ W.T))
    for cost in gap.costs.values():
        assert (gap.costs["optimum"] <= cost * (1 + TOLERANCE) + 1e-12 * gap.sizes).all()


def test_of_a_larger_layer_the_first_eight_columns_are_taken_and_it_is_said() -> None:
    gap = gap_to_optimum(example_layer("factor", 4, 16, 64, 0), GPTQConfig(group=2, act_order=True))
    assert gap.layer.inp == 8
    assert gap.layer.note == "The first 8 of 16 columns."


def test_shares_are_of_all_rows_together() -> None:
    gap = gap_to_optimum(example_layer("factor", 4, 8, 64, 0), GPTQConfig())
    assert gap.relative["gptq"] == pytest.approx(gap.costs["gptq"].sum() / gap.sizes.sum())
    assert list(gap.relative) == ["rtn", "gptq", "act_order", "greedy", "obq", "optimum"]


def test_rows_of_zeros_have_no_share() -> None:
    gap = gap_to_optimum(Layer(np.zeros((2, 3)), np.eye(3)), GPTQConfig())
    assert np.isnan(list(gap.relative.values())).all()


def test_on_average_each_method_is_nearer_to_the_optimum_than_the_one_before() -> None:
    """Means of twelve seeds of the default example, first eight columns."""
    runs = [gap_to_optimum(example_layer("factor", 8, 16, 256, seed), GPTQConfig()) for seed in range(12)]
    mean = {name: np.mean([run.relative[name] for run in runs]) for name in runs[0].costs}
    assert mean["rtn"] > 1.3 * mean["gptq"]
    assert mean["gptq"] > mean["act_order"] > mean["optimum"]
    assert mean["greedy"] < mean["gptq"]
    assert mean["optimum"] < 0.9 * mean["act_order"]


def test_an_order_of_its_own_for_each_row_does_not_help_obq_with_outliers() -> None:
    """It leaves the expensive weights to the end, where nothing is left to make up for them."""
    for seed in range(5):
        gap = gap_to_optimum(example_layer("outliers", 16, 32, 256, seed), GPTQConfig())
        assert gap.relative["act_order"] < 0.8 * gap.relative["obq"]
