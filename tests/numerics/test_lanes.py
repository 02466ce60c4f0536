"""The lazy lane beside the immediate one, against both loops written out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import GPTQConfig, Layer, example_layer, gptq, lanes
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import TOLERANCE, assert_close


def lazy_loop(w: np.ndarray, q: np.ndarray, U: np.ndarray, block: int) -> list[np.ndarray]:
    """The published loop on one row with its levels given: weights after each step, before a flush."""
    w, after = w.copy(), [w.copy()]
    for a in range(0, len(w), block):
        b = min(a + block, len(w))
        errors = np.zeros(b - a)
        for j in range(a, b):
            errors[j - a] = (w[j] - q[j]) / U[j, j]
            w[j + 1 : b] -= errors[j - a] * U[j, j + 1 : b]
            w[j] = q[j]
            after.append(w.copy())
        w[b:] -= errors @ U[a:b, b:]
    return after


@given(layers(), configs(block=st.integers(1, 11)), st.integers(0, 3))
def test_both_lanes_are_those_of_the_loops_written_out(layer: Layer, config: GPTQConfig, row: int) -> None:
    row %= layer.out
    found, trace = lanes(layer, config, row), gptq(layer, config)
    U = specification.upper_factor(specification.damped_hessian(layer, config))
    w = specification.start_weights(layer, config)[row]
    size = np.abs(layer.W).max()
    assert_close(found.lazy, lazy_loop(w, trace.Q[row], U, config.block), size)
    assert_close(found.immediate, lazy_loop(w, trace.Q[row], U, layer.inp), size)


@given(layers(), configs(block=st.integers(1, 11)), st.integers(0, 3))
def test_updates_are_pending_only_beyond_the_block_and_none_are_left(
    layer: Layer, config: GPTQConfig, row: int
) -> None:
    row %= layer.out
    found = lanes(layer, config, row)
    size = np.abs(layer.W).max()
    assert found.difference <= TOLERANCE * size
    assert found.flushes == tuple(t for t in range(1, layer.inp) if t % config.block == 0)
    for t, pending in enumerate(found.pending):
        end = -(-max(t, 1) // config.block) * config.block
        assert_close(pending[:end], np.zeros(len(pending[:end])), size)
    assert_close(found.pending[-1], np.zeros(layer.inp), size)


def test_pending_updates_pile_up_and_are_flushed_at_the_edge() -> None:
    found = lanes(example_layer("factor", 4, 16, 64, 0), GPTQConfig(block=4), 1)
    owed = [np.count_nonzero(np.abs(pending) > 1e-12) for pending in found.pending]
    assert owed == [0, 12, 12, 12, 12, 8, 8, 8, 8, 4, 4, 4, 4, 0, 0, 0, 0]
    assert found.flushes == (4, 8, 12)


@given(layers(), configs(block=st.integers(1, 11)), st.integers(0, 3))
def test_what_is_owed_is_pending_one_row_for_each_step_of_the_block(
    layer: Layer, config: GPTQConfig, row: int
) -> None:
    row %= layer.out
    found, trace = lanes(layer, config, row), gptq(layer, config)
    size = np.abs(layer.W).max()
    for t in range(layer.inp + 1):
        owed, begun = found.owed(t), (max(t, 1) - 1) // config.block * config.block
        assert len(owed) == t - begun
        assert_close(owed.sum(axis=0), found.pending[t], size)
        for made, j in zip(owed, range(begun, t), strict=True):
            beyond = np.arange(layer.inp) >= begun + config.block
            assert_close(made, np.where(beyond, -trace.D[row, j] * trace.F[j], 0), size)


@pytest.mark.parametrize("step", [-1, 17])
def test_steps_that_are_not_there_owe_nothing_but_an_error(step: int) -> None:
    with pytest.raises(IndexError, match=r"outside 0\.\.16"):
        lanes(example_layer("factor", 4, 16, 64, 0), GPTQConfig(), 0).owed(step)


def test_a_difference_of_the_two_results_is_the_largest_of_all_rows() -> None:
    layer, config = example_layer("factor", 4, 16, 64, 0), GPTQConfig(block=4)
    assert {lanes(layer, config, row).difference for row in range(4)} == {lanes(layer, config, 0).difference}


def test_a_row_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="row must be 0 to 3, got 4"):
        lanes(example_layer("factor", 4, 16, 64, 0), GPTQConfig(), 4)
