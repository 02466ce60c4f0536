"""Laws 1 to 5: what a trace of GPTQ is, as equations between its parts."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import GPTQConfig, Layer, Trace, frozen_inverse, gptq, rtn
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import TOLERANCE, assert_close


def rounding_noise(trace: Trace, H: np.ndarray) -> float:
    """What is left of an error where weights are met exactly: nothing beside the outputs' own size."""
    return 1e-15 * float(np.trace(trace.W @ H @ trace.W.T))


@given(layers(), configs())
def test_law_1_total_change_is_errors_times_factor(layer: Layer, config: GPTQConfig) -> None:
    trace = gptq(layer, config)
    U = specification.upper_factor(specification.damped_hessian(layer, config))
    assert_close(trace.W, specification.start_weights(layer, config))
    assert_close(trace.E @ U, trace.W - trace.Q, size=np.abs(trace.W).max())


@given(layers(), configs())
def test_law_1_weights_after_every_step_are_those_of_the_written_loop(
    layer: Layer, config: GPTQConfig
) -> None:
    trace = gptq(layer, config)
    U = specification.upper_factor(specification.damped_hessian(layer, config))
    W = specification.start_weights(layer, config)
    size = np.abs(W).max()
    for j in range(layer.inp):
        assert_close(trace.weights_after(j), W, size)
        q = trace.quantized[:, trace.perm[j]]
        error = (W[:, j] - q) / U[j, j]
        assert_close(trace.E[:, j] * U[j, j], W[:, j] - q, size)
        W[:, j + 1 :] -= np.outer(error, U[j, j + 1 :])
        W[:, j] = q
    assert_close(trace.weights_after(layer.inp), W, size)


@given(layers(), configs())
def test_law_1_holds_for_every_method_with_its_own_row_factor(layer: Layer, config: GPTQConfig) -> None:
    inverse = np.linalg.inv(specification.damped_hessian(layer, config))
    factors = {rtn: np.eye(layer.inp), frozen_inverse: np.triu(inverse / np.diag(inverse)[:, None])}
    for method, F in factors.items():
        trace = method(layer, config)
        assert_close(trace.F, F)
        assert_close(trace.D @ F, trace.W - trace.Q, size=np.abs(trace.W).max())


@given(layers(), configs())
def test_law_2_the_ledger_adds_up_to_the_damped_error_of_each_row(layer: Layer, config: GPTQConfig) -> None:
    trace = gptq(layer, config)
    H = specification.damped_hessian(layer, config)
    change = trace.W - trace.Q
    expected = np.einsum("ij,jk,ik->i", change, H, change)
    assert_close((trace.E**2).sum(axis=1), expected, size=expected.max() + rounding_noise(trace, H))


@given(layers(dead=False), configs())
def test_law_2_half_the_ledger_is_mean_squared_error_and_damping(layer: Layer, config: GPTQConfig) -> None:
    trace = gptq(layer, config)
    change = layer.W - trace.quantized
    mean_squared_output_error = np.sum((layer.X @ change.T) ** 2) / len(layer.X)
    damping = 0.5 * config.damp * np.mean(2.0 * (layer.X**2).mean(axis=0)) * np.sum(change**2)
    expected = mean_squared_output_error + damping
    noise = rounding_noise(trace, specification.damped_hessian(layer, config))
    assert_close(0.5 * np.sum(trace.E**2), expected, size=expected + noise)


@given(layers(), configs())
def test_law_3_a_finished_result_can_be_audited_from_weights_and_inputs_alone(
    layer: Layer, config: GPTQConfig
) -> None:
    trace = gptq(layer, config)
    Q = trace.quantized[:, specification.order_of(layer, config)]
    W = specification.start_weights(layer, config)
    H = specification.damped_hessian(layer, config)
    R = np.linalg.cholesky(H[::-1, ::-1])[::-1, ::-1]
    E = (W - Q) @ R
    assert_close(trace.E, E, size=np.abs(W @ R).max())
    for j in range(layer.inp):
        # The weight when its turn came: law 11's form, which needs no inverse.
        turn = W[:, j] + (W - Q)[:, :j] @ R[:j, j] / R[j, j]
        for i in range(layer.out):
            group = trace.group_of[j]
            grid = specification.levels(trace.scale[i, group], trace.zero[i, group], config)
            nearest = np.abs(turn[i] - grid).min()
            assert np.abs(Q[i, j] - grid).min() <= TOLERANCE * np.abs(W).max()
            assert np.abs(turn[i] - Q[i, j]) <= nearest + TOLERANCE * np.abs(W).max()


@given(layers(max_inp=7), configs(), st.data())
def test_law_4_free_columns_are_the_optimum_given_the_fixed_ones(
    layer: Layer, config: GPTQConfig, data: st.DataObject
) -> None:
    trace = gptq(layer, config)
    t = data.draw(st.integers(0, layer.inp), label="t")
    H = specification.damped_hessian(layer, config)
    fixed = (trace.W - trace.Q)[:, :t]
    best = trace.W[:, t:] + np.linalg.solve(H[t:, t:], H[t:, :t] @ fixed.T).T
    assert_close(trace.weights_after(t)[:, t:], best, size=np.abs(trace.W).max())


@given(layers(max_inp=7), configs(), st.data())
def test_law_4_no_other_free_columns_do_better(layer: Layer, config: GPTQConfig, data: st.DataObject) -> None:
    trace = gptq(layer, config)
    t = data.draw(st.integers(0, layer.inp - 1), label="t")
    rng = np.random.default_rng(data.draw(st.integers(0, 1000), label="nudge"))
    H = specification.damped_hessian(layer, config)
    ours = trace.W - trace.weights_after(t)
    other = ours.copy()
    other[:, t:] += 0.1 * np.abs(trace.W).max() * rng.standard_normal(other[:, t:].shape)
    assert np.trace(ours @ H @ ours.T) <= np.trace(other @ H @ other.T) * (1 + TOLERANCE)


@given(layers(), configs())
def test_law_5_rows_of_the_factor_are_pivot_rows_of_the_shrinking_inverse(
    layer: Layer, config: GPTQConfig
) -> None:
    U = gptq(layer, config).U
    inverse = np.linalg.inv(specification.damped_hessian(layer, config))
    for j in range(layer.inp):
        row = inverse[j] / np.sqrt(inverse[j, j])
        assert_close(U[j], row, size=np.abs(U).max())
        inverse = inverse - np.outer(row, row)
        inverse[j, :] = inverse[:, j] = 0.0


@given(layers(), configs())
def test_law_5_the_factor_is_upper_triangular_and_factors_the_inverse(
    layer: Layer, config: GPTQConfig
) -> None:
    trace = gptq(layer, config)
    H = specification.damped_hessian(layer, config)
    assert_close(trace.U.T @ trace.U @ H, np.eye(layer.inp))
    assert np.array_equal(trace.U, np.triu(trace.U))
    assert (np.diag(trace.U) > 0).all()
    assert_close(trace.F, trace.U / np.diag(trace.U)[:, None])
