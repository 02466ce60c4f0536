"""Two weights of a row: their block, their levels, and what is refused."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import Block, GPTQConfig, Layer, block_of, example_layer, with_correlation
from gptq_viz.numerics.block import shifted
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import assert_close


@given(layers(), configs(act_order=False), st.data())
def test_a_block_is_cut_out_of_the_layer(layer: Layer, config: GPTQConfig, data: st.DataObject) -> None:
    if layer.inp < 2:
        return
    row = data.draw(st.integers(0, layer.out - 1))
    pair = data.draw(st.permutations(range(layer.inp)).map(lambda order: order[:2]))
    block = block_of(layer, config, row, tuple(pair))
    H, W = specification.damped_hessian(layer, config), specification.start_weights(layer, config)
    assert_close(block.H, H[np.ix_(pair, pair)])
    assert_close(block.target, W[row, pair])
    size = config.group or layer.inp
    for k, c in enumerate(pair):
        group = W[row, c - c % size : c - c % size + size]
        grid = specification.levels(*specification.scale_and_zero(group, config), config)
        assert_close(block.levels[k], grid)


def test_a_block_costs_what_the_whole_row_costs_when_the_other_weights_are_held() -> None:
    layer, config = example_layer("factor", 4, 8, 64, 0), GPTQConfig()
    block = block_of(layer, config, 2, (5, 1))
    q = layer.W[2].copy()
    q[[5, 1]] = [0.3, -0.7]
    change = layer.W[2] - q
    expected = change @ specification.damped_hessian(layer, config) @ change
    assert block.cost(np.array([0.3, -0.7])) == pytest.approx(expected)


def test_the_target_moves_and_the_levels_stay() -> None:
    layer = example_layer("factor", 4, 8, 64, 0)
    block = block_of(layer, GPTQConfig(), 2, (5, 1))
    moved = block_of(layer, GPTQConfig(), 2, (5, 1), target=(9.0, -9.0))
    assert moved.target.tolist() == replace(block, target=(9.0, -9.0)).target.tolist() == [9, -9]
    assert np.array_equal(moved.levels, block.levels)


def test_a_shift_is_counted_in_grid_steps_of_each_weight() -> None:
    block = block_of(example_layer("factor", 4, 8, 64, 0), GPTQConfig(group=4), 2, (0, 5))
    moved = shifted(block, (1.0, -0.5))
    assert block.scale[0] != block.scale[1]
    assert moved.target.tolist() == [block.target[0] + block.scale[0], block.target[1] - block.scale[1] / 2]
    assert np.array_equal(moved.levels, block.levels)


def test_the_lattice_holds_every_pair_of_levels_once() -> None:
    block = block_of(example_layer("factor", 4, 8, 64, 0), GPTQConfig(bits=3, group=2), 0, (0, 7))
    pairs = {(a, b) for a in block.levels[0] for b in block.levels[1]}
    assert len(block.lattice) == 49
    assert {tuple(point) for point in block.lattice} == pairs


@given(st.floats(-0.999, 0.999))
def test_a_correlation_of_ones_own_leaves_loudness_weights_and_levels(correlation: float) -> None:
    block = block_of(example_layer("factor", 4, 8, 64, 0), GPTQConfig(), 0, (0, 7))
    ours = with_correlation(block, correlation)
    assert ours.correlation == pytest.approx(correlation)
    assert np.array_equal(np.diag(ours.H), np.diag(block.H))
    assert np.array_equal(ours.H, ours.H.T)
    assert np.array_equal(ours.target, block.target)
    assert np.array_equal(ours.levels, block.levels)


def test_the_real_correlation_put_in_by_hand_gives_the_real_block() -> None:
    block = block_of(example_layer("factor", 4, 8, 64, 0), GPTQConfig(), 0, (0, 7))
    assert_close(with_correlation(block, block.correlation).H, block.H)


@pytest.mark.parametrize("correlation", [-1.0, 1.0, 1.5, float("nan")])
def test_a_correlation_without_an_ellipse_is_refused(correlation: float) -> None:
    block = block_of(example_layer("factor", 4, 8, 64, 0), GPTQConfig(), 0, (0, 7))
    with pytest.raises(ValueError, match="between -1 and 1"):
        with_correlation(block, correlation)


@pytest.mark.parametrize(
    ("row", "columns", "message"),
    [
        (4, (0, 1), "row must be 0 to 3, got 4"),
        (0, (0, 8), "column must be 0 to 7, got 8"),
        (0, (-1, 2), "column"),
        (0, (3, 3), "must differ, got 3 twice"),
    ],
)
def test_weights_that_are_not_there_are_refused(row: int, columns: tuple[int, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        block_of(example_layer("factor", 4, 8, 64, 0), GPTQConfig(), row, columns)


def test_one_column_makes_no_plane() -> None:
    with pytest.raises(ValueError, match="at least 2 columns"):
        block_of(Layer([[1.0]], [[1.0]]), GPTQConfig(), 0, (0, 0))


def test_two_inputs_that_always_agree_need_damping() -> None:
    layer = Layer([[1.0, 2.0]], [[1.0, 1.0]])
    with pytest.raises(ValueError, match="raise damping"):
        block_of(layer, GPTQConfig(damp=0), 0, (0, 1))
    assert block_of(layer, GPTQConfig(damp=0.01), 0, (0, 1)).correlation < 1


def test_a_block_copies_its_arrays_and_lets_nobody_change_them() -> None:
    H = np.eye(2)
    block = Block(H, (0.1, 0.2), (1.0, 1.0), (0.0, 0.0), (-1, 1))
    H[0, 0] = 5.0
    assert block.H[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        block.target[0] = 1.0
