"""The closest point of a lattice with borders, against trying every one."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import closest
from gptq_viz.numerics.closest import closest_codes, nearest_plane_codes
from tests.numerics.tolerance import TOLERANCE


def sums(place: np.ndarray, R: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """‖(place − codes) R‖² of every row of codes."""
    return np.square((place - codes) @ R).sum(axis=-1)


@given(st.integers(1, 5), st.integers(0, 3), st.sampled_from([0.01, 0.3, 3.0]), st.integers(0, 10**6))
def test_no_point_of_the_lattice_is_closer(inp: int, high: int, pivot: float, seed: int) -> None:
    """Small pivots make a search wide, and places beyond the borders make it clip."""
    rng = np.random.default_rng(seed)
    R = np.triu(rng.standard_normal((inp, inp)))
    np.fill_diagonal(R, pivot * rng.uniform(0.5, 2, inp))
    place = 2.0 * rng.standard_normal((2, inp))
    found = closest_codes(place, R, (-1, high))
    assert np.array_equal(found, np.clip(np.rint(found), -1, high))
    every = np.array(list(itertools.product(range(-1, high + 1), repeat=inp)), dtype=float)
    for row, codes in zip(place, found, strict=True):
        assert sums(row, R, codes) <= sums(row, R, every).min() * (1 + TOLERANCE)


def test_a_search_in_many_small_lots_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    R = np.triu(rng.standard_normal((6, 6)))
    np.fill_diagonal(R, 0.2)
    place = 3.0 * rng.standard_normal((5, 6))
    at_once = closest_codes(place, R, (-4, 4))
    monkeypatch.setattr(closest, "TOGETHER", 3)
    assert np.array_equal(closest_codes(place, R, (-4, 4)), at_once)


def test_the_nearest_plane_by_hand() -> None:
    """R = [[1, 2], [0, 1]]: 0.6 becomes 1, and then 0.3 + (0.6 − 1)·2 = −0.5: that is 0, to even."""
    place, R = np.array([0.6, 0.3]), np.array([[1.0, 2.0], [0.0, 1.0]])
    assert nearest_plane_codes(place, R, (-3, 3)).tolist() == [1, 0]


def test_the_search_goes_behind_the_nearest_plane_by_hand() -> None:
    """0.4 becomes 0, and 0.25 + 0.4·0.5 / 1 = 0.45 becomes 0: (0.2·0.4)² + 0.45² = 0.2089.

    On the plane of 1 behind it 0.25 − 0.6·0.5 / 1 = −0.05 becomes 0: (0.2·0.6)² + 0.05² = 0.0169.
    """
    place, R = np.array([0.4, 0.25]), np.array([[0.2, 0.5], [0.0, 1.0]])
    assert nearest_plane_codes(place, R, (-3, 3)).tolist() == [0, 0]
    assert closest_codes(place[None], R, (-3, 3)).tolist() == [[1, 0]]
    assert sums(place, R, np.array([0, 0])) == pytest.approx(0.2089)
    assert sums(place, R, np.array([1, 0])) == pytest.approx(0.0169)


def test_a_search_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closest, "MOST_BRANCHES", 1000)
    R = 1e-6 * np.eye(6) + np.triu(np.ones((6, 6)), 1)
    place = np.random.default_rng(0).standard_normal((1, 6))
    with pytest.raises(ValueError, match="fewer bits, fewer columns or more damping"):
        closest_codes(place, R, (0, 255))
