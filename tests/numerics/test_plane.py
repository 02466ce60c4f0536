"""GPTQ with two weights: by hand, against a run of a layer of two columns, and against trying every pair."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import (
    Block,
    GPTQConfig,
    Layer,
    block_of,
    gptq_in_order,
    in_metric,
    plane,
    rtn,
    with_correlation,
)
from gptq_viz.numerics.plane import cheapest_answer
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import TOLERANCE, assert_close, safe_rows

# The worked example: H = [[5, 2], [2, 1]], scale 1, weights 0.625 and 3.
BLOCK = Block(np.array([[5.0, 2.0], [2.0, 1.0]]), np.array([0.625, 3.0]), np.ones(2), np.zeros(2), (-3, 3))

blocks = st.builds(
    lambda layer, config, row, back: block_of(
        layer, config, row % layer.out, (layer.inp - 1, 0) if back else (0, layer.inp - 1)
    ),
    layers().filter(lambda layer: layer.inp > 1),
    configs(act_order=False),
    st.integers(0, 3),
    st.booleans(),
)


def test_both_paths_by_hand() -> None:
    """Weight 0 first: e = −0.375, weight 1 becomes 3 − 0.375·2 / 1 = 2.25, then 2.

    Weight 1 first: 3 is met exactly, and 0.625 becomes 1.
    """
    found = plane(BLOCK)
    first, second = found.paths
    assert_close(first.points, [[0.625, 3], [1, 3], [1, 2.25], [1, 2]])
    assert_close(second.points, [[0.625, 3], [0.625, 3], [0.625, 3], [1, 3]])
    assert_close(found.rtn, [1, 3])
    assert found.costs == pytest.approx(
        {"rtn": 0.703125, "gptq0": 0.203125, "gptq1": 0.703125, "best": 0.203125}
    )


@given(layers(max_inp=2, dead=False).filter(lambda layer: layer.inp == 2), configs(group=None))
def test_the_paths_end_where_gptq_ends_in_a_layer_of_two_columns(layer: Layer, config: GPTQConfig) -> None:
    traces = [gptq_in_order(layer, config, order) for order in ([0, 1], [1, 0])]
    rounded = rtn(layer, config)
    for i in range(layer.out):
        found = plane(block_of(layer, config, i, (0, 1)))
        for path, trace in zip(found.paths, traces, strict=True):
            if safe_rows(trace)[i]:
                assert_close(path.final, trace.quantized[i], size=np.abs(layer.W).max())
                after_one = trace.in_layer_order(trace.weights_after(1))[i]
                assert_close(path.compensated, after_one, size=np.abs(layer.W).max())
        if safe_rows(rounded)[i]:
            assert_close(found.rtn, rounded.quantized[i])


@given(blocks)
def test_the_nudge_goes_to_the_smallest_cost_on_the_line(block: Block) -> None:
    for path in plane(block).paths:
        second = 1 - path.first
        assert path.compensated[path.first] == path.rounded[path.first] == path.final[path.first]
        least = block.cost(path.compensated)
        assert least <= block.cost(path.rounded) * (1 + TOLERANCE)
        for nudge in (-0.01, 0.01):
            beside = path.compensated.copy()
            beside[second] += nudge * (np.abs(path.compensated).max() or 1.0)
            assert block.cost(beside) >= least


@given(blocks, st.integers(0, 1), st.floats(-3, 3))
def test_the_answer_to_any_error_is_where_the_cost_has_no_slope(
    block: Block, first: int, steps: float
) -> None:
    value = block.target[first] + steps * block.scale[first]
    point = cheapest_answer(block, first, value)
    assert point[first] == value
    slope = 2 * (point - block.target) @ block.H[1 - first]
    # Of the terms, not of their difference: an error may be far smaller than the weights it is taken from.
    size = np.abs(block.target).max() + np.abs(point).max()
    assert_close(slope, 0.0, size=np.abs(block.H[1 - first]).max() * (size or 1.0))
    several = cheapest_answer(block, first, np.array([value, block.target[first]]))
    assert_close(several, [point, block.target], size=np.abs(block.target).max() + np.abs(point).max())


@given(blocks)
def test_nothing_on_the_lattice_is_cheaper_than_the_best(block: Block) -> None:
    block = replace(block, limits=(block.limits[0], min(block.limits[1], block.limits[0] + 15)))
    found = plane(block)
    cheapest = min(float(block.cost(np.array([a, b]))) for a in block.levels[0] for b in block.levels[1])
    assert found.costs["best"] == pytest.approx(cheapest, abs=1e-300)
    assert min(found.costs.values()) == found.costs["best"]


@given(blocks, st.integers(0, 1))
def test_in_the_metric_squared_distances_are_costs_and_the_ellipse_is_a_circle(
    block: Block, first: int
) -> None:
    points = np.random.default_rng(0).standard_normal((5, 2)) * np.abs(block.scale)
    distances = np.square(in_metric(block, points, first) - in_metric(block, block.target, first)).sum(axis=1)
    assert_close(distances, block.cost(points))


@given(blocks, st.integers(0, 1))
def test_law_11_gptq_projects_at_a_right_angle_on_the_nearest_line(block: Block, first: int) -> None:
    path = plane(block).paths[first]
    start, _, foot, final = in_metric(block, path.points, first)
    size = max(np.abs(start).max(), np.abs(final).max())
    assert_close(foot[1], start[1], size)  # the lines are upright: a right angle keeps the height
    assert_close(foot[0], final[0], size)
    lines = in_metric(block, np.column_stack([block.levels[first]] * 2), first)[:, 0]
    assert np.abs(foot[0] - start[0]) <= np.abs(lines - start[0]).min() + TOLERANCE * size


def test_with_the_louder_input_first_the_quieter_one_makes_up_for_more() -> None:
    """[0.4, 0.3]: 0, and 0.3 + 0.4·2 / 1 = 1.1 becomes 1. Cost 0.4² + 0.1².

    The other way round: 0.3 becomes 0, and 0.4 + 0.3·2 / 5 = 0.52 becomes 1.
    """
    block = replace(BLOCK, target=np.array([0.4, 0.3]))
    costs = plane(block).costs
    assert costs["gptq0"] == costs["best"] == pytest.approx(0.17)
    assert costs["gptq1"] == pytest.approx(1.17)
    swapped = plane(replace(block, H=block.H[::-1, ::-1].copy(), target=block.target[::-1])).costs
    assert swapped["gptq1"] == pytest.approx(0.17)
    assert swapped["gptq0"] == pytest.approx(1.17)


@given(blocks)
def test_without_correlation_rtn_is_gptq_in_both_orders_and_the_best(block: Block) -> None:
    costs = plane(with_correlation(block, 0.0)).costs
    assert costs["gptq0"] == costs["gptq1"] == costs["rtn"]
    assert costs["best"] == pytest.approx(costs["rtn"], rel=1e-9, abs=1e-300)
