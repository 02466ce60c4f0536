"""Layers at the edge of sense: each either works or says what to do. Warnings are errors throughout."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import (
    GPTQConfig,
    Layer,
    Race,
    Trace,
    error_after_each_step,
    example_layer,
    frozen_inverse,
    gptq,
    obq,
    output_error,
    race,
    rtn,
)
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import assert_close

METHODS = [gptq, rtn, frozen_inverse]
GRIDS = ["symmetric", "asymmetric", "reference"]

few_inputs = {
    "one input": np.random.default_rng(0).standard_normal((1, 6)),
    "fewer inputs than columns": np.random.default_rng(1).standard_normal((4, 6)),
    "the same input many times": np.tile(np.random.default_rng(2).standard_normal((1, 6)), (50, 1)),
    "constant inputs": np.ones((50, 6)),
    "two equal columns": np.random.default_rng(3).standard_normal((50, 5))[:, [0, 1, 2, 3, 4, 0]],
}


def some_weights(out: int, inp: int) -> np.ndarray:
    return np.random.default_rng(9).standard_normal((out, inp))


def is_finite(trace: Trace) -> bool:
    arrays = (trace.W, trace.Q, trace.D, trace.F, trace.E, trace.U, trace.scale, trace.quantized)
    return all(np.isfinite(array).all() for array in arrays)


def races_are_finite(result: Race) -> bool:
    curves = [*result.held_out.values(), *result.calibration.values()]
    return all(is_finite(trace) for trace in result.traces.values()) and all(
        np.isfinite(curve).all() for curve in curves
    )


@pytest.mark.parametrize("X", few_inputs.values(), ids=few_inputs.keys())
def test_few_inputs_work_with_damping(X: np.ndarray) -> None:
    layer = Layer(some_weights(5, 6), X, some_weights(20, 6))
    assert races_are_finite(race(layer, GPTQConfig(damp=0.01)))
    assert races_are_finite(race(layer, GPTQConfig(damp=1e-6)))


@pytest.mark.parametrize("X", few_inputs.values(), ids=few_inputs.keys())
@pytest.mark.parametrize("method", [gptq, frozen_inverse, race, obq])
def test_few_inputs_without_damping_name_the_smallest_damping_that_works(
    method: Callable[[Layer, GPTQConfig], object], X: np.ndarray
) -> None:
    layer = Layer(some_weights(5, 6), X)
    with pytest.raises(ValueError, match="H is singular; raise damping") as caught:
        method(layer, GPTQConfig(damp=0.0))
    named = float(re.search(r"raise damping to (\d\S*)", str(caught.value)).group(1))
    assert 0 < named < 1e-6
    assert is_finite(gptq(layer, GPTQConfig(damp=named)))
    with pytest.raises(ValueError, match="H is singular; raise damping"):
        gptq(layer, GPTQConfig(damp=named / 10))


def test_a_singular_hessian_names_the_one_cause_it_has() -> None:
    draw = np.random.default_rng(2).standard_normal((20, 6))
    summed = draw.copy()
    summed[:, 5] = summed[:, 0] + summed[:, 1]
    dead = draw[:3].copy()
    dead[:, 0] = 0
    enough = draw[:5].copy()
    enough[:, 0] = 0
    for X, why in (
        (draw[:4], "there are fewer samples (4) than columns (6)"),
        (dead, "there are fewer samples (3) than columns that are not dead (5)"),
        (summed, "some inputs are sums of others"),
    ):
        for method in (gptq, obq):
            with pytest.raises(ValueError, match="H is singular") as caught:
                method(Layer(some_weights(5, 6), X), GPTQConfig(damp=0.0))
            assert str(caught.value).endswith(f" or more: {why}")
    assert is_finite(gptq(Layer(some_weights(5, 6), enough), GPTQConfig(damp=0.0)))


def test_enough_inputs_work_without_damping() -> None:
    layer = Layer(some_weights(5, 6), np.random.default_rng(1).standard_normal((12, 6)))
    assert races_are_finite(race(layer, GPTQConfig(damp=0.0)))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("shape", [(1, 1), (4, 1), (1, 6)])
def test_one_row_or_one_column_works(
    method: Callable[[Layer, GPTQConfig], Trace], grid: str, shape: tuple[int, int]
) -> None:
    layer = Layer(some_weights(*shape), some_weights(9, shape[1]))
    trace = method(layer, GPTQConfig(grid=grid, act_order=True, group=4))
    assert trace.quantized.shape == shape
    assert is_finite(trace)


def test_a_layer_of_one_weight_is_kept_exactly() -> None:
    for weight in (0.7, -0.7):
        trace = gptq(Layer([[weight]], [[2.0], [1.0]]), GPTQConfig())
        assert_close(trace.quantized, [[weight]])
        assert trace.codes.tolist() == [[int(np.sign(weight)) * 3]]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("group", [None, 4])
@pytest.mark.parametrize("scales", ["updated", "static", "reference"])
@pytest.mark.parametrize("grid", GRIDS)
def test_a_row_of_zeros_stays_zeros(
    method: Callable[[Layer, GPTQConfig], Trace], grid: str, scales: str, group: int | None
) -> None:
    W = some_weights(3, 10)
    W[1] = 0.0
    trace = method(Layer(W, some_weights(40, 10)), GPTQConfig(grid=grid, scales=scales, group=group))
    assert not trace.quantized[1].any()
    assert trace.quantized[[0, 2]].any(axis=1).all()
    assert is_finite(trace)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("damp", [0.0, 0.01])
def test_where_all_inputs_are_dead_everything_becomes_zero(
    method: Callable[[Layer, GPTQConfig], Trace], grid: str, damp: float
) -> None:
    layer = Layer(some_weights(3, 5), np.zeros((7, 5)))
    trace = method(layer, GPTQConfig(grid=grid, damp=damp))
    assert trace.dead.all()
    assert not trace.quantized.any()
    assert not trace.W.any()
    assert is_finite(trace)


def test_where_all_inputs_are_dead_the_relative_error_is_undefined_on_calibration_inputs_alone() -> None:
    layer = Layer(some_weights(3, 5), np.zeros((7, 5)), some_weights(7, 5))
    result = race(layer, GPTQConfig())
    for name in ("rtn", "frozen", "gptq"):
        assert np.isnan(result.calibration[name]).all()
        assert_close(result.held_out[name], np.ones(6))
    assert np.isnan(output_error(layer.W, layer.W, layer.X))


@given(layers(), configs())
def test_weights_of_dead_inputs_become_zero_and_count_in_the_error_from_the_start(
    layer: Layer, config: GPTQConfig
) -> None:
    dead = (layer.X == 0).all(axis=0)
    for method in METHODS:
        trace = method(layer, config)
        assert np.array_equal(trace.dead, dead[trace.perm])
        assert not trace.quantized[:, dead].any()
        assert not trace.W[:, trace.dead].any()
        assert np.array_equal(trace.given, layer.W[:, trace.perm])


def test_loud_weights_on_dead_inputs_do_not_widen_the_scale() -> None:
    W, X = some_weights(8, 12), some_weights(60, 12)
    W[:, 5], X[:, 5] = 100.0, 0.0
    live = np.arange(12) != 5
    for method in METHODS:
        with_dead = method(Layer(W, X), GPTQConfig(damp=0.0))
        without = method(Layer(W[:, live], X[:, live]), GPTQConfig(damp=0.0))
        assert np.array_equal(with_dead.codes[:, live], without.codes)
        assert_close(with_dead.scale, without.scale)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("scales", ["updated", "static", "reference"])
def test_the_last_group_may_be_shorter(method: Callable[[Layer, GPTQConfig], Trace], scales: str) -> None:
    layer = Layer(some_weights(3, 10), some_weights(40, 10))
    trace = method(layer, GPTQConfig(group=4, scales=scales))
    assert trace.g_idx.tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2]
    assert trace.scale.shape == (3, 3)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("scales", ["updated", "static", "reference"])
def test_a_group_wider_than_the_layer_is_the_same_as_none(
    method: Callable[[Layer, GPTQConfig], Trace], scales: str
) -> None:
    layer = Layer(some_weights(3, 10), some_weights(40, 10))
    wide, none = method(layer, GPTQConfig(group=99, scales=scales)), method(layer, GPTQConfig())
    assert wide.g_idx.tolist() == [0] * 10
    assert np.array_equal(wide.quantized, none.quantized)


def test_equal_inputs_keep_their_order_under_act_order() -> None:
    signs = np.where(np.random.default_rng(0).random((64, 6)) < 0.5, -1.0, 1.0)
    loudness = np.array([1.0, 2.0, 1.0, 2.0, 0.0, 1.0])
    trace = gptq(Layer(some_weights(3, 6), signs * loudness), GPTQConfig(act_order=True))
    assert trace.perm.tolist() == [1, 3, 0, 2, 5, 4]


@pytest.mark.parametrize("size_of_x", [1e-30, 1.0, 1e30])
@pytest.mark.parametrize("size_of_w", [1e-30, 1.0, 1e30])
@pytest.mark.parametrize("grid", GRIDS)
def test_huge_and_tiny_numbers_stay_finite(grid: str, size_of_w: float, size_of_x: float) -> None:
    W, X = size_of_w * some_weights(4, 8), size_of_x * some_weights(30, 8)
    for group in (None, 3):
        result = race(Layer(W, X, X[:9]), GPTQConfig(bits=8, grid=grid, group=group))
        assert races_are_finite(result)
        # The symmetric grid's smallest scale leaves weights of 1e-30 at zero.
        assert result.held_out["gptq"][-1] < 1e-3 or (grid == "symmetric" and size_of_w < 1e-12)


@given(st.integers(0, 10**6), st.sampled_from(GRIDS), st.booleans(), st.sampled_from([1e-6, 0.01]))
def test_a_dynamic_range_of_sixty_decades_in_one_layer_stays_finite(
    seed: int, grid: str, act_order: bool, damp: float
) -> None:
    rng = np.random.default_rng(seed)
    W = rng.standard_normal((3, 6)) * 10.0 ** rng.integers(-30, 31, (3, 6))
    X = rng.standard_normal((12, 6)) * 10.0 ** rng.integers(-30, 31, (1, 6))
    layer = Layer(W, X, X[:5])
    try:
        result = race(layer, GPTQConfig(bits=8, grid=grid, act_order=act_order, damp=damp))
    except ValueError as error:
        refusal = str(error)
    else:
        refusal = "" if races_are_finite(result) else "neither finite nor refused"
    assert re.search("^$|H is singular", refusal)


def test_numbers_whose_squares_would_overflow_are_refused() -> None:
    for name in ("W", "X"):
        arrays = {"W": some_weights(2, 3), "X": some_weights(4, 3)}
        arrays[name] = 1e200 * arrays[name]
        with pytest.raises(ValueError, match=rf"^{name} holds .* scale {name} down"):
            Layer(**arrays)


def test_curves_over_dead_inputs_start_and_end_where_the_errors_say() -> None:
    layer = example_layer("dead", 6, 16, 64, 3)
    trace = gptq(layer, GPTQConfig())
    curve = error_after_each_step(trace, layer.X_test)
    kept = np.where((layer.X == 0).all(axis=0), 0.0, layer.W)
    assert curve[0] > 0
    assert_close(curve[0], output_error(layer.W, kept, layer.X_test))
    assert_close(curve[-1], output_error(layer.W, trace.quantized, layer.X_test))
