"""The residuals of the laws: next to nothing for a true run, and not for one that was tampered with."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, Trace, example_layer, frozen_inverse, gptq, rtn
from gptq_viz.numerics import identities as laws
from gptq_viz.numerics.problem import Problem, prepare
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import TOLERANCE, assert_close

CONFIG = GPTQConfig(bits=3)


def residuals(trace: Trace, problem: Problem) -> dict[str, float]:
    """Every residual of a run by name."""
    steps = range(trace.inp + 1)
    return {
        "balance": laws.balance(trace),
        "total error": laws.total_error_is_E_times_U(trace),
        "ledger": laws.ledger(trace, problem),
        "audit": laws.audit(trace, problem),
        "nearest": laws.distance_from_nearest(trace, problem),
        "optimum": max(laws.free_columns_optimal(trace, problem, step) for step in steps),
        "rows": laws.rows_of_shrinking_inverse(problem),
        "inverse": laws.inverse(problem),
    }


@given(layers(), configs())
def test_every_residual_of_a_true_run_is_next_to_nothing(layer: Layer, config: GPTQConfig) -> None:
    # Scales of a group that its weights meet exactly may lie far below the weights; hence the nearest one.
    found = residuals(gptq(layer, config), prepare(layer, config))
    assert all(residual >= 0 for residual in found.values())
    small = np.abs(gptq(layer, config).scale).min() / max(np.abs(layer.W).max(), 1e-300)
    allowed = {name: TOLERANCE for name in found} | {"nearest": TOLERANCE / min(small, 1.0)}
    assert {name: value for name, value in found.items() if value > allowed[name]} == {}


@pytest.mark.parametrize("bits", [2, 3, 4, 8])
def test_residuals_of_the_default_layer_are_about_1e_minus_15(bits: int) -> None:
    layer, config = example_layer("factor", 32, 64, 512, 0), GPTQConfig(bits=bits)
    assert max(residuals(gptq(layer, config), prepare(layer, config)).values()) < 1e-12


def tampered() -> tuple[Trace, Problem]:
    """A true run of a small layer, with one weight moved to the next level."""
    layer = example_layer("factor", 8, 16, 256, 0)
    trace = gptq(layer, CONFIG)
    Q, codes = trace.Q.copy(), trace.step_codes.copy()
    step = 1 if codes[3, 5] < 3 else -1
    Q[3, 5] += step * trace.scale[3, 0]
    codes[3, 5] += step
    return replace(trace, Q=Q, step_codes=codes), prepare(layer, CONFIG)


@pytest.mark.parametrize("law", ["balance", "total error", "ledger", "audit", "nearest"])
def test_one_code_changed_by_one_is_noticed(law: str) -> None:
    assert residuals(*tampered())[law] > 1e-3


@pytest.mark.parametrize("law", ["total error", "ledger", "audit", "nearest", "optimum"])
def test_the_frozen_inverse_is_noticed(law: str) -> None:
    layer = example_layer("factor", 8, 16, 256, 0)
    trace, problem = frozen_inverse(layer, CONFIG), prepare(layer, CONFIG)
    assert residuals(trace, problem)[law] > 1e-3
    assert laws.balance(trace) < TOLERANCE


def test_plain_rounding_keeps_the_balance_and_nothing_else() -> None:
    layer = example_layer("factor", 8, 16, 256, 0)
    found = residuals(rtn(layer, CONFIG), prepare(layer, CONFIG))
    assert found["balance"] < TOLERANCE
    assert min(found[law] for law in ("total error", "ledger", "audit", "optimum")) > 1e-3


def test_a_factor_of_another_matrix_is_noticed() -> None:
    problem = prepare(example_layer("factor", 8, 16, 256, 0), CONFIG)
    U = problem.U.copy()
    U[2, 5] *= 1.01
    assert laws.inverse(replace(problem, U=U)) > 1e-6


def test_a_factor_with_a_negative_pivot_is_noticed() -> None:
    problem = prepare(example_layer("factor", 8, 16, 256, 0), CONFIG)
    U = problem.U.copy()
    U[2] *= -1
    assert laws.rows_of_shrinking_inverse(replace(problem, U=U)) > 0.1


def test_errors_of_half_a_scale_everywhere_reach_the_bound() -> None:
    trace = gptq(example_layer("factor", 8, 16, 256, 0), GPTQConfig(bits=8))
    at_the_bound = replace(trace, D=np.tile(0.5 * trace.scale, trace.inp))
    assert_close(np.square(at_the_bound.E).sum(axis=1), laws.error_bound(trace))


@given(layers(), configs())
def test_the_bound_is_half_a_scale_a_column(layer: Layer, config: GPTQConfig) -> None:
    trace = gptq(layer, config)
    U = specification.upper_factor(specification.damped_hessian(layer, config))
    scale = trace.scale[:, trace.group_of]
    assert_close(laws.error_bound(trace), ((scale / 2 / np.diag(U)) ** 2).sum(axis=1))


@given(layers(max_inp=8), configs())
def test_shrinking_inverses_are_inverses_of_what_is_left_of_the_hessian(
    layer: Layer, config: GPTQConfig
) -> None:
    H = specification.damped_hessian(layer, config)
    for j, inverse in enumerate(laws.shrinking_inverses(prepare(layer, config))):
        assert_close(inverse[j:, j:], np.linalg.inv(H[j:, j:]))
        assert not inverse[:j].any()
        assert not inverse[:, :j].any()
