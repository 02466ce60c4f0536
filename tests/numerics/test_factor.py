"""Factors of H, and what happens where it has none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import smallest_damping
from gptq_viz.numerics.factor import frozen_row_factor, inverse_factor, row_factor, upper_factor
from gptq_viz.numerics.hessian import damped
from tests.numerics.tolerance import assert_close

H = np.array([[5.0, 2.0], [2.0, 1.0]])


@st.composite
def positive_definite(draw: st.DrawFn) -> np.ndarray:
    """A matrix up to 8 by 8 with a condition number of at most 10⁴."""
    size, seed = draw(st.integers(1, 8)), draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(seed)
    Q = np.linalg.qr(rng.standard_normal((size, size)))[0]
    return (Q * 10.0 ** rng.uniform(-2, 2, size)) @ Q.T


def test_factors_by_hand() -> None:
    R = upper_factor(H)
    assert_close(R, [[1, 2], [0, 1]])
    assert_close(inverse_factor(R), [[1, -2], [0, 1]])
    assert_close(row_factor(np.array([[2.0, 6.0], [0.0, 4.0]])), [[1, 3], [0, 1]])


@given(positive_definite())
def test_upper_factor_gives_back_the_matrix(H: np.ndarray) -> None:
    R = upper_factor(H)
    assert_close(R @ R.T, H)
    assert np.array_equal(R, np.triu(R))
    assert (np.diag(R) > 0).all()


@given(positive_definite())
def test_inverse_factor_gives_the_inverse(H: np.ndarray) -> None:
    U = inverse_factor(upper_factor(H))
    assert_close(U.T @ U, np.linalg.inv(H))
    assert np.array_equal(U, np.triu(U))


@given(positive_definite())
def test_row_factors_have_a_unit_diagonal_to_the_last_bit(H: np.ndarray) -> None:
    U = inverse_factor(upper_factor(H))
    inverse = np.linalg.inv(H)
    for F, rows in ((row_factor(U), U), (frozen_row_factor(U), inverse)):
        assert (np.diag(F) == 1).all()
        assert_close(F, np.triu(rows / np.diag(rows)[:, None]))


@pytest.mark.parametrize(
    "H",
    [
        [[1.0, 1.0], [1.0, 1.0]],
        [[1.0, 2.0], [2.0, 1.0]],
        [[0.0, 0.0], [0.0, 1.0]],
        [[1.0, 1.0 + 1e-16], [1.0 - 1e-16, 1.0]],
    ],
)
def test_a_matrix_without_an_inverse_is_refused(H: list[list[float]]) -> None:
    with pytest.raises(ValueError, match=r"H is singular.*; raise damping"):
        upper_factor(np.array(H))


def test_a_cholesky_that_passes_by_luck_of_rounding_is_refused() -> None:
    """Of such matrices of rank 3, some pass an unguarded Cholesky; none may pass here."""
    lucky = 0
    for seed in range(200):
        X = np.random.default_rng(seed).standard_normal((3, 5))
        H = X.T @ X
        try:
            np.linalg.cholesky(H[::-1, ::-1])
            lucky += 1
        except np.linalg.LinAlgError:
            pass
        with pytest.raises(ValueError, match=r"H is singular.*; raise damping"):
            upper_factor(H)
    assert lucky > 0


def test_inputs_of_very_different_loudness_are_no_reason_to_refuse() -> None:
    H = np.diag([1e-30, 1.0, 1e30])
    assert_close(upper_factor(H), np.diag([1e-15, 1.0, 1e15]))


@pytest.mark.parametrize("rank", [1, 3, 5])
def test_the_smallest_damping_works_and_a_tenth_of_it_does_not(rank: int) -> None:
    X = np.random.default_rng(rank).standard_normal((rank, 6))
    H = X.T @ X
    damp = smallest_damping(H)
    upper_factor(damped(H, damp))
    with pytest.raises(ValueError, match="H is singular"):
        upper_factor(damped(H, damp / 10))
