"""Laws 7 to 9: what changes nothing."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import GPTQConfig, Layer, Trace, example_layer, gptq, gptq_immediate, rtn
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import assert_close, safe_rows

no_groups = configs(group=None)
exact_groups = configs(scales=st.sampled_from(["updated", "static"]))


def assert_same_result(one: Trace, other: Trace) -> None:
    """Fail unless both quantize to the same codes and weights."""
    assert np.array_equal(one.codes, other.codes)
    assert_close(other.quantized, one.quantized, size=np.abs(one.quantized).max())


def assert_same_safe_rows(one: Trace, other: Trace, factor: float | np.ndarray = 1.0) -> None:
    """The same for weights that differ by `factor`, in rows where other noise decides no code."""
    safe = safe_rows(one) & safe_rows(other)
    assert np.array_equal(one.codes[safe], other.codes[safe])
    expected = one.quantized * factor
    assert_close(other.quantized[safe], expected[safe], size=np.abs(expected).max())


@given(layers(), no_groups | exact_groups, st.integers(1, 12))
def test_law_7_lazy_blocks_change_nothing(layer: Layer, config: GPTQConfig, block: int) -> None:
    immediate, lazy = gptq_immediate(layer, config), gptq(layer, replace(config, block=block))
    assert_same_result(immediate, lazy)
    assert_same_result(immediate, gptq(layer, replace(config, block=1)))
    for t in range(layer.inp + 1):
        assert_close(lazy.weights_after(t), immediate.weights_after(t), size=np.abs(immediate.W).max())


@given(layers(), configs(scales="reference"))
def test_law_7_the_readable_loop_knows_reference_scales_too(layer: Layer, config: GPTQConfig) -> None:
    assert_same_result(gptq_immediate(layer, config), gptq(layer, config))


@given(layers(), configs(scales="reference"), st.integers(1, 4), st.integers(1, 4))
def test_law_7_reference_scales_are_exact_where_groups_start_at_block_edges(
    layer: Layer, config: GPTQConfig, block: int, blocks_a_group: int
) -> None:
    config = replace(config, block=block, group=block * blocks_a_group)
    assert_same_result(gptq(layer, replace(config, scales="updated")), gptq(layer, config))


def test_law_7_speaks_not_of_reference_scales_inside_a_block() -> None:
    layer, config = example_layer("factor", 32, 64, 512, 0), GPTQConfig(group=8, scales="reference")
    share = np.mean(gptq(layer, config).codes != gptq(layer, replace(config, block=8)).codes)
    assert 0.05 < share < 0.72


@pytest.mark.parametrize("group", [None, 24])
@pytest.mark.parametrize("scales", ["updated", "static"])
def test_law_7_holds_in_a_wide_layer(scales: str, group: int | None) -> None:
    layer, config = example_layer("factor", 8, 150, 512, 0), GPTQConfig(group=group, scales=scales)
    for block in (1, 31, 32, 33, 64, 128, 150, 1000):
        assert_same_result(gptq_immediate(layer, config), gptq(layer, replace(config, block=block)))


@given(
    layers(dead=False), no_groups | configs(act_order=False) | configs(scales="static"), st.integers(0, 10**6)
)
def test_law_8_with_a_diagonal_hessian_gptq_is_rtn(layer: Layer, config: GPTQConfig, seed: int) -> None:
    loudness = np.random.default_rng(seed).uniform(0.1, 5.0, layer.inp)
    alone = Layer(layer.W, np.diag(loudness))
    ours, rounded = gptq(alone, config), rtn(alone, config)
    safe = safe_rows(rounded)  # RTN leaves a tie to the last bit, as the published code does
    assert np.array_equal(ours.codes[safe], rounded.codes[safe])
    assert np.array_equal(ours.quantized[safe], rounded.quantized[safe])


@given(layers(), no_groups | configs(act_order=False) | configs(scales="static"))
def test_law_8_with_endless_damping_gptq_is_rtn(layer: Layer, config: GPTQConfig) -> None:
    damped = replace(config, damp=1e13)
    assert_same_safe_rows(gptq(layer, damped), rtn(layer, damped))


@given(layers(dead=False), configs(), st.sampled_from([1e-3, 0.3, 7.0, 1000.0]))
def test_law_8_scaling_the_inputs_changes_nothing(layer: Layer, config: GPTQConfig, factor: float) -> None:
    assert_same_result(gptq(layer, config), gptq(Layer(layer.W, factor * layer.X), config))


@given(layers(), configs(), st.lists(st.floats(0.01, 100.0), min_size=4, max_size=4))
def test_law_8_scaling_a_row_scales_its_quantized_row(
    layer: Layer, config: GPTQConfig, factors: list[float]
) -> None:
    factor = np.array(factors[: layer.out])[:, None]
    assert_same_safe_rows(gptq(layer, config), gptq(Layer(factor * layer.W, layer.X), config), factor)


@given(layers(), configs(), st.integers(0, 3))
def test_law_8_rows_do_not_influence_each_other(layer: Layer, config: GPTQConfig, row: int) -> None:
    row %= layer.out
    together = gptq(layer, config)
    alone = gptq(Layer(layer.W[row : row + 1], layer.X), config)
    assert np.array_equal(together.codes[row], alone.codes[0])
    assert_close(alone.quantized[0], together.quantized[row], size=np.abs(layer.W).max())


@given(layers(), configs())
def test_law_8_the_last_column_is_only_rounded(layer: Layer, config: GPTQConfig) -> None:
    trace = gptq(layer, config)
    before, after = trace.weights_after(layer.inp - 1), trace.weights_after(layer.inp)
    size = np.abs(trace.W).max()
    assert_close(after[:, :-1], before[:, :-1], size)
    assert_close(before[:, -1] - after[:, -1], trace.D[:, -1], size)
    assert_close(after, trace.Q, size)


@given(layers(), configs(act_order=True, scales=st.sampled_from(["updated", "reference"])), st.randoms())
def test_law_9_shuffling_the_inputs_beforehand_changes_nothing(
    layer: Layer, config: GPTQConfig, random: Random
) -> None:
    shuffle = list(range(layer.inp))
    random.shuffle(shuffle)
    plain, shuffled = gptq(layer, config), gptq(Layer(layer.W[:, shuffle], layer.X[:, shuffle]), config)
    # Dead inputs tie with each other; all become zero, but which group's code for zero may change.
    live = ~(layer.X == 0).all(axis=0)[shuffle]
    assert np.array_equal(plain.codes[:, shuffle][:, live], shuffled.codes[:, live])
    assert_close(shuffled.quantized, plain.quantized[:, shuffle], size=np.abs(layer.W).max())
    assert np.array_equal(plain.g_idx[shuffle][live], shuffled.g_idx[live])
