"""The Hessian: its factor of two, its dead inputs, its damping."""

import tracemalloc

import numpy as np
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, loudest_first, quantization_order
from gptq_viz.numerics.hessian import damped, dead_inputs, hessian, hessian_backwards, revived
from gptq_viz.numerics.layer import CHUNK
from gptq_viz.numerics.problem import prepare
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import assert_close

LAYER = Layer(np.ones((1, 3)), [[1.0, 0.0, 2.0], [3.0, 0.0, -1.0]])


def test_hessian_by_hand() -> None:
    """Two inputs, so 2XᵀX/n is XᵀX."""
    assert_close(hessian(LAYER), [[10, 0, -1], [0, 0, 0], [-1, 0, 5]])


def test_hessian_is_an_average_over_inputs() -> None:
    assert_close(hessian(Layer(LAYER.W, np.tile(LAYER.X, (7, 1)))), hessian(LAYER))


def test_hessian_is_the_curvature_of_the_mean_squared_output_error() -> None:
    delta = np.array([0.3, -0.2, 0.5])
    error = np.mean((LAYER.X @ delta) ** 2)
    assert_close(0.5 * delta @ hessian(LAYER) @ delta, error)


def test_an_input_that_never_fires_is_dead() -> None:
    assert dead_inputs(hessian(LAYER)).tolist() == [False, True, False]


def test_damping_is_a_share_of_the_mean_after_dead_inputs_were_set_to_one() -> None:
    """The diagonal is 10, 1, 5; its mean 16/3."""
    H = damped(revived(hessian(LAYER)), 0.3)
    assert_close(H, [[11.6, 0, -1], [0, 2.6, 0], [-1, 0, 6.6]])


@given(layers(), configs())
def test_a_run_factors_the_damped_hessian_in_its_order(layer: Layer, config: GPTQConfig) -> None:
    problem = prepare(layer, config)
    H = specification.damped_hessian(layer, config)
    assert_close(problem.H, H)
    assert_close(problem.R @ problem.R.T, H)
    assert_close(problem.R @ problem.U, np.eye(layer.inp))


def test_sums_over_many_samples_make_no_second_x() -> None:
    X = np.random.default_rng(0).standard_normal((5 * CHUNK + 7, 16))
    layer = Layer(np.ones((1, 16)), X)
    tracemalloc.start()
    H, perm = hessian(layer), loudest_first(layer)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 0.1 * X.nbytes
    assert_close(H, 2 * X.T @ X / len(X))
    assert perm.tolist() == np.argsort(-(X**2).sum(axis=0)).tolist()


def test_a_layer_holds_one_copy_of_x_and_makes_no_other() -> None:
    X = np.random.default_rng(0).standard_normal((20_000, 16)).astype(np.float32)
    tracemalloc.start()
    layer = Layer(np.ones((1, 16)), X)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1.1 * layer.X.nbytes


@given(layers(), configs())
def test_the_hessian_to_factor_is_the_hessian_in_reverse(layer: Layer, config: GPTQConfig) -> None:
    perm = quantization_order(layer, config)
    H = hessian_backwards(layer, perm)
    assert np.array_equal(np.triu(H), np.triu(hessian(layer)[np.ix_(perm, perm)][::-1, ::-1]))
    assert H.flags.c_contiguous
