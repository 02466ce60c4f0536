"""The ellipse of moves that cost the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import ellipse
from tests.numerics.tolerance import assert_close


@given(st.floats(0.1, 10), st.floats(0.1, 10), st.floats(-0.99, 0.99), st.floats(0.01, 100))
def test_every_move_on_the_contour_costs_the_same(
    loud: float, louder: float, correlation: float, cost: float
) -> None:
    off = correlation * np.sqrt(loud * louder)
    H = np.array([[loud, off], [off, louder]])
    around = ellipse(H, cost)
    moves = around.contour(33)
    assert_close(np.einsum("pj,jk,pk->p", moves, H, moves), np.full(33, cost))
    assert_close(moves[0], moves[-1], size=around.half_axes[0])
    lengths = np.linalg.norm(moves, axis=1)
    assert lengths.max() == pytest.approx(around.half_axes[0])
    assert lengths.min() == pytest.approx(around.half_axes[1])


def test_by_hand() -> None:
    """H = [[5, −4], [−4, 5]]: 1 along (1, 1) and 9 along (1, −1)."""
    around = ellipse(np.array([[5.0, -4.0], [-4.0, 5.0]]), 9.0)
    assert_close(around.half_axes, [3, 1])
    assert around.elongation == pytest.approx(3)
    assert around.angle == pytest.approx(45)


def test_the_angle_follows_the_sign_of_the_correlation() -> None:
    """Inputs that agree: a move up in one weight is made up for by a move down in the other."""
    assert ellipse(np.array([[1.0, 0.5], [0.5, 1.0]]), 1.0).angle == pytest.approx(-45)
    assert ellipse(np.array([[1.0, -0.5], [-0.5, 1.0]]), 1.0).angle == pytest.approx(45)


def test_no_cost_is_a_point() -> None:
    assert not ellipse(np.eye(2), 0.0).contour().any()
