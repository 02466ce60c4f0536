"""Plain rounding and the frozen inverse: what they do, and that the mistake is one."""

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, example_layer, frozen_inverse, gptq, output_error, rtn
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import assert_close, safe_rows


@given(layers(), configs())
def test_rtn_never_changes_a_weight_before_its_turn(layer: Layer, config: GPTQConfig) -> None:
    trace = rtn(layer, config)
    assert np.array_equal(trace.F, np.eye(layer.inp))
    for t in range(layer.inp):
        assert np.array_equal(trace.weights_after(t)[:, t:], trace.W[:, t:])


@given(layers(), configs(group=None))
def test_frozen_inverse_takes_every_row_from_the_first_inverse(layer: Layer, config: GPTQConfig) -> None:
    trace = frozen_inverse(layer, config)
    inverse = np.linalg.inv(specification.damped_hessian(layer, config))
    W = specification.start_weights(layer, config)
    size = np.abs(W).max()
    for j in range(layer.inp):
        q = trace.quantized[:, trace.perm[j]]
        assert_close(trace.weights_after(j)[:, j:], W[:, j:], size)
        grids = [specification.levels(trace.scale[i, 0], trace.zero[i, 0], config) for i in range(layer.out)]
        nearest = [grid[np.abs(W[i, j] - grid).argmin()] for i, grid in enumerate(grids)]
        safe = safe_rows(trace)
        assert_close(q[safe], np.array(nearest)[safe], size)
        W[:, j + 1 :] -= np.outer((W[:, j] - q) / inverse[j, j], inverse[j, j + 1 :])


def test_frozen_inverse_differs_from_gptq_from_the_second_step_on() -> None:
    layer = example_layer("factor", 8, 16, 256, 0)
    ours, frozen = gptq(layer, GPTQConfig()), frozen_inverse(layer, GPTQConfig())
    assert_close(frozen.F[0], ours.F[0])
    assert np.abs(frozen.F[1:-2] - ours.F[1:-2]).max(axis=1).min() > 0.01
    assert_close(frozen.weights_after(1), ours.weights_after(1))


def autoregressive(rho: float, n: int, inp: int, rng: np.random.Generator) -> np.ndarray:
    """Inputs (n, inp), each correlated by `rho` with the one before it."""
    X = rng.standard_normal((n, inp))
    for j in range(1, inp):
        X[:, j] = rho * X[:, j - 1] + np.sqrt(1 - rho**2) * X[:, j]
    return X


def cost_of_freezing(rho: float) -> float:
    """Held-out error of the frozen inverse over GPTQ's, on inputs with correlation `rho`; mean of 4 seeds."""
    costs = []
    for seed in range(4):
        rng = np.random.default_rng(seed)
        X, X_test = autoregressive(rho, 512, 64, rng), autoregressive(rho, 2048, 64, rng)
        layer = Layer(rng.standard_normal((16, 64)), X)
        frozen, ours = (m(layer, GPTQConfig()).quantized for m in (frozen_inverse, gptq))
        costs.append(output_error(layer.W, frozen, X_test) / output_error(layer.W, ours, X_test))
    return float(np.mean(costs))


def test_freezing_the_inverse_costs_little_on_white_inputs_and_much_on_correlated_ones() -> None:
    assert 1.0 < cost_of_freezing(0.0) < 1.2
    assert 1.3 < cost_of_freezing(0.9) < 2.5
    assert 5.0 < cost_of_freezing(0.99) < 12.0


def test_frozen_inverse_can_lose_to_plain_rounding() -> None:
    """As many inputs as columns, hardly any damping, strong correlation."""
    layer = example_layer("factor", 32, 32, 32, 0)
    config = GPTQConfig(damp=1e-6)
    frozen, rounded = frozen_inverse(layer, config), rtn(layer, config)
    assert output_error(layer.W, frozen.quantized, layer.X_test) > output_error(
        layer.W, rounded.quantized, layer.X_test
    )


@pytest.mark.parametrize("method", [rtn, frozen_inverse, gptq])
def test_the_trace_names_its_method(method: object) -> None:
    names = {rtn: "rtn", frozen_inverse: "frozen", gptq: "gptq"}
    assert method(Layer([[1.0]], [[1.0]]), GPTQConfig()).method == names[method]
