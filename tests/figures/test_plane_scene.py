"""What the picture of two weights holds, against distances and costs computed here."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.figures.plane_scene import RING_STEPS, plane_scene
from gptq_viz.figures.plane_window import MOST_POINTS
from gptq_viz.numerics import Block, plane
from tests.figures.geometry_blocks import BLOCK, COLUMNS, blocks, moved, scene


def cost(block: Block, points: np.ndarray) -> np.ndarray:
    change = points - block.target
    return np.einsum("...j,jk,...k->...", change, block.H, change)


def test_the_worked_example_by_hand() -> None:
    found = scene()
    assert found.points["rtn"].tolist() == found.points["other"].tolist() == [1, 3]
    assert found.points["gptq"].tolist() == found.points["best"].tolist() == [1, 2]
    assert found.path.tolist() == [[0.625, 3], [1, 3], [1, 2.25], [1, 2]]
    assert found.costs == pytest.approx(
        {"rtn": 0.703125, "gptq": 0.203125, "other": 0.703125, "best": 0.203125}
    )
    assert "layer" not in found.points


@given(blocks(), st.integers(0, 1))
def test_rings_are_points_of_equal_cost(block: Block, first: int) -> None:
    found = scene(block, first)
    step = block.H[first, first] * block.scale[first] ** 2
    for steps in RING_STEPS:
        np.testing.assert_allclose(cost(block, found.rings[steps]), steps**2 * step, rtol=1e-6)
        # Half a ring's steps away along the first weight alone lies on it.
        beside = block.target + np.where(np.arange(2) == first, steps * block.scale[first], 0)
        assert cost(block, beside) == pytest.approx(steps**2 * step)
    for name, ring in found.own_rings.items():
        np.testing.assert_allclose(cost(block, ring), found.costs[name], rtol=1e-6)


@given(blocks(), st.integers(0, 1))
def test_no_point_of_the_lattice_lies_inside_the_ring_of_the_optimum(block: Block, first: int) -> None:
    found = scene(block, first)
    levels = [(np.arange(block.limits[0], block.limits[1] + 1)) * scale for scale in block.scale]
    everywhere = np.array(np.meshgrid(*levels)).reshape(2, -1).T
    assert cost(block, everywhere).min() >= found.costs["best"] * (1 - 1e-9)


@given(blocks(), st.integers(0, 1))
def test_in_the_metric_rings_are_circles_and_steps_are_at_right_angles(block: Block, first: int) -> None:
    found = scene(block, first, metric=True)
    target, foot, end = found.path
    for steps, ring in found.rings.items():
        radius = steps * np.sqrt(block.H[first, first]) * block.scale[first]
        np.testing.assert_allclose(np.linalg.norm(ring - target, axis=1), radius, rtol=1e-6)
    for name in ("rtn", "gptq", "other", "best"):
        distance = float(np.linalg.norm(found.points[name] - target)) ** 2
        assert distance == pytest.approx(found.costs[name], rel=1e-6, abs=1e-9 * np.abs(found.box).max() ** 2)
    size = np.abs(found.box).max()
    assert foot[1] == pytest.approx(target[1], abs=1e-9 * size)
    assert foot[0] == pytest.approx(end[0], abs=1e-9 * size)
    if len(found.lines):
        assert np.nanmin(np.abs(found.lines[:, 0] - foot[0])) <= 1e-9 * size


@given(blocks(), st.integers(0, 1), st.booleans())
def test_the_box_is_a_square_around_every_end_and_step(block: Block, first: int, metric: bool) -> None:
    found = scene(block, first, metric=metric)
    (left, bottom), (right, top) = found.box
    assert right - left == pytest.approx(top - bottom)
    for point in (*found.points.values(), *found.path):
        assert left <= point[0] <= right
        assert bottom <= point[1] <= top
    assert len(found.lattice) <= MOST_POINTS


@given(blocks(), st.integers(0, 1))
def test_lines_are_the_levels_of_the_first_weight_and_the_dotted_line_has_the_cheapest_answers(
    block: Block, first: int
) -> None:
    found = scene(block, first)
    at = found.lines[0::3, first]
    assert set(at) <= set(block.levels[first])
    assert np.isnan(found.lines[2::3]).all()
    assert found.points["gptq"][first] in at or not len(at)
    ends = found.answers
    slope = (ends - block.target) @ block.H[1 - first]
    np.testing.assert_allclose(
        slope, 0, atol=1e-9 * np.abs(block.H).max() * np.abs(ends - block.target).max()
    )


def test_a_target_that_was_moved_leaves_the_layers_weights_marked_but_out_of_the_frame() -> None:
    block = replace(BLOCK, target=np.array([0.4, 0.3]))
    found = plane_scene(plane(block), 0, COLUMNS, np.array([300.0, 3.0]))
    assert found.points["layer"].tolist() == [300, 3]
    assert found.box[1, 0] < 10
    assert "layer" not in plane_scene(plane(block), 0, COLUMNS, block.target).points


def test_lines_that_would_make_a_surface_are_left_out() -> None:
    """With a correlation of 0.99999 the lines are 200 times as close as the points on them."""
    fine = replace(moved(0.4, 0.3, correlation=0.99999), limits=(-127, 127))
    assert len(scene(fine).lines) > 0
    assert len(scene(fine, metric=True).lines) == 0


def test_weights_on_the_lattice_cost_nothing_whatever_the_last_bits_say() -> None:
    found = scene(moved(1.0 + 1e-15, 2.0))
    assert set(found.costs.values()) == {0.0}
    assert not found.own_rings
