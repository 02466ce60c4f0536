"""A singular H: refused without damping, run with the smallest that works, over 20 seeds."""

from __future__ import annotations

import re

import numpy as np
import pytest

from gptq_viz.numerics import GPTQConfig, Layer, example_layer, gptq, hessian, output_error
from gptq_viz.numerics.cases.singular_h import SingularH, singular_h


@pytest.fixture(scope="module")
def cases() -> list[SingularH]:
    return [singular_h(), *(singular_h(seed=seed) for seed in range(20))]


def test_every_run_without_damping_is_refused_with_the_reason_and_a_damping_that_works(
    cases: list[SingularH],
) -> None:
    for case in cases:
        assert case.refusal.startswith("H is singular; raise damping to")
        assert "fewer samples (24) than columns (32)" in case.refusal
        damp = float(re.findall(r"to (\S+) or more", case.refusal)[0])
        assert damp == case.damps[0] == case.spectrum.smallest_damp
        assert np.isfinite(case.held_out).all()


def test_the_smallest_damping_that_works_leaves_more_error_than_the_usual_one(
    cases: list[SingularH],
) -> None:
    for case in cases:
        assert case.damps[1] == 0.01
        assert case.held_out[0] > 1.2 * case.held_out[1]
        assert case.held_out[1] < case.rtn_held_out


def test_the_smallest_damping_that_works_may_lose_to_rtn(cases: list[SingularH]) -> None:
    assert 3 <= sum(case.held_out[0] > case.rtn_held_out for case in cases) <= 12


def test_eight_eigenvalues_are_zero_and_the_factorization_fails_where_the_samples_are_used_up(
    cases: list[SingularH],
) -> None:
    for case in cases:
        assert case.spectrum.rank == case.n == 24
        failing = case.spectrum.failing_column
        # Rounding may let the first pivot that is noise pass.
        assert failing in range(8)
        assert case.pivots[failing] == 0
        assert np.isnan(case.pivots[:failing]).all()
        assert (case.pivots[8:] > 1e-9).all()


def test_pivots_are_those_of_the_factorization() -> None:
    case, layer = singular_h(), example_layer("factor", 16, 32, 24, 75)
    H = hessian(layer)
    behind = slice(8, 32)
    R = np.linalg.cholesky(H[behind, behind][::-1, ::-1])[::-1, ::-1]
    np.testing.assert_allclose(case.pivots[behind], np.diag(R) ** 2 / np.diag(H)[behind], rtol=1e-6)
    Q = gptq(layer, GPTQConfig(damp=0.01)).quantized
    assert case.held_out[1] == pytest.approx(output_error(layer.W, Q, layer.X_test))


def test_enough_samples_are_no_reason_to_refuse() -> None:
    case = singular_h(n=256)
    assert case.refusal == ""
    assert case.spectrum.failing_column is None
    assert (case.pivots > 0).all()


def test_an_input_that_repeats_another_makes_h_singular_too() -> None:
    X = np.random.default_rng(0).standard_normal((64, 5))
    X[:, 1] = X[:, 3]
    with pytest.raises(ValueError, match="some inputs are sums of others"):
        gptq(Layer(np.ones((2, 5)), X), GPTQConfig(damp=0))
