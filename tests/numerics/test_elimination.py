"""The shrinking inverse: by hand, as the inverse of what is left of H, and as the rows of U."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import GPTQConfig, Layer, elimination, example_layer, gptq, shrinking_inverse
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import TOLERANCE, assert_close

# The inverse of H is [[4, 2, 2], [2, 5, 3], [2, 3, 6]] / 8: without column 0 [[4, 2], [2, 5]] / 8.
INVERSE = np.array([[4.0, 2.0, 2.0], [2.0, 5.0, 3.0], [2.0, 3.0, 6.0]]) / 8


def test_elimination_by_hand() -> None:
    """[[5, 3], [3, 6]] − [2, 2]ᵀ[2, 2] / 4 = [[4, 2], [2, 5]], and 5 − 2·2 / 4 = 4, all over 8."""
    H = np.linalg.inv(INVERSE)
    assert_close(shrinking_inverse(H, 0), INVERSE)
    assert_close(shrinking_inverse(H, 1), [[4 / 8, 2 / 8], [2 / 8, 5 / 8]])
    assert_close(shrinking_inverse(H, 2), [[4 / 8]])
    assert shrinking_inverse(H, 3).shape == (0, 0)


@given(layers(), configs(), st.integers(0, 10))
def test_the_shrinking_inverse_is_the_inverse_of_what_is_left_of_the_hessian(
    layer: Layer, config: GPTQConfig, t: int
) -> None:
    t = min(t, layer.inp)
    H = specification.damped_hessian(layer, config)
    assert_close(shrinking_inverse(H, t), np.linalg.inv(H[t:, t:]))


@given(layers(), configs(), st.integers(0, 9))
def test_the_first_row_of_the_shrinking_inverse_over_the_root_of_its_pivot_is_a_row_of_the_factor(
    layer: Layer, config: GPTQConfig, j: int
) -> None:
    j = min(j, layer.inp - 1)
    H = specification.damped_hessian(layer, config)
    inverse = shrinking_inverse(H, j)
    U = specification.upper_factor(H)
    assert_close(inverse[0] / np.sqrt(inverse[0, 0]), U[j, j:], size=np.abs(U).max())


@pytest.mark.parametrize(
    ("H", "t", "message"),
    [
        (np.ones((2, 2)), 0, "raise damping"),
        (np.eye(2), 3, "0 to 2"),
        (np.eye(2), -1, "at least 0"),
        (np.ones((2, 3)), 0, "square"),
        (np.array([[2.0, 1.0], [0.0, 2.0]]), 0, "symmetric"),
        (np.array([[np.nan]]), 0, "row 0, column 0"),
    ],
)
def test_a_shrinking_inverse_that_does_not_exist_is_refused(H: np.ndarray, t: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        shrinking_inverse(H, t)


@given(layers(), configs(), st.integers(0, 9))
def test_a_moment_of_elimination_shows_the_inverse_the_factor_and_the_row_that_moves(
    layer: Layer, config: GPTQConfig, j: int
) -> None:
    j = min(j, layer.inp - 1)
    H = specification.damped_hessian(layer, config)
    U, inverse = specification.upper_factor(H), np.linalg.inv(H)
    now = elimination(gptq(layer, config).U, j)
    assert_close(now.inverse[j:, j:], np.linalg.inv(H[j:, j:]))
    assert np.isnan(now.inverse[:j]).all()
    assert np.isnan(now.inverse[:, :j]).all()
    assert_close(now.U[:j], U[:j], size=np.abs(U).max())
    assert np.isnan(now.U[j:]).all()
    assert now.pivot == pytest.approx(1 / np.linalg.inv(np.linalg.inv(H[j:, j:])[:1, :1])[0, 0])
    assert_close(now.row, U[j], size=np.abs(U).max())
    assert_close(now.factor_row, U[j], size=np.abs(U).max())
    assert_close(now.frozen_row, inverse[j] / np.sqrt(inverse[j, j]))


@given(layers(), configs(), st.integers(0, 9))
def test_law_5_the_two_rows_differ_by_next_to_nothing(layer: Layer, config: GPTQConfig, j: int) -> None:
    U = gptq(layer, config).U
    now = elimination(U, min(j, layer.inp - 1))
    assert now.difference == np.abs(now.row - now.factor_row).max()
    assert now.difference <= TOLERANCE * np.abs(U).max()


def test_the_frozen_row_is_right_in_the_first_step_and_further_off_later() -> None:
    U = gptq(example_layer("factor", 8, 16, 256, 0), GPTQConfig()).U
    off = [elimination(U, j).frozen_difference for j in range(16)]
    assert off[0] < TOLERANCE
    assert min(off[8:]) > 3 * max(off[1:3])


def test_a_factor_that_is_not_that_of_its_inverse_is_noticed() -> None:
    U = gptq(example_layer("factor", 8, 16, 256, 0), GPTQConfig()).U.copy()
    U[5] *= -1
    assert elimination(U, 5).difference > 0.1


def test_an_elimination_beyond_the_columns_is_refused() -> None:
    with pytest.raises(ValueError, match="0 to 2"):
        elimination(np.eye(3), 3)
    with pytest.raises(ValueError, match="at least 0"):
        elimination(np.eye(3), -1)


def test_pictures_cannot_change_a_moment_of_elimination() -> None:
    with pytest.raises(ValueError, match="read-only"):
        elimination(np.eye(3), 1).inverse[0, 0] = 1
