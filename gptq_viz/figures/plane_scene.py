"""What the picture of two weights holds, laid out in its own coordinates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gptq_viz.figures.plane_window import FloatArray, box_around, joined, lines_at, seen
from gptq_viz.numerics import Block, Plane, ellipse, in_metric
from gptq_viz.numerics.plane import cheapest_answer

Place: TypeAlias = Callable[[FloatArray], FloatArray]

# Rings through errors of the first weight alone, in grid steps.
RING_STEPS = (0.5, 1.0, 1.5, 2.0)
NOISE = 1e-24  # of the cost of a grid step
FAR = 20.0  # grid steps to the ends of a line that crosses the picture


@dataclass(frozen=True, slots=True, eq=False)
class PlaneScene:
    """Arrays are in the picture's coordinates: the two weights or, with `metric`, the entries of ``w R``.

    Parameters
    ----------
    plane : Plane
        What each method makes of the two weights.
    first : int
        Which of the two GPTQ rounds first, 0 or 1.
    columns : (int, int)
        Their columns in the layer.
    metric : bool
        Whether squared distances are costs.
    costs : mapping
        Of ``"rtn"``, ``"gptq"``, ``"other"`` (GPTQ in the other order) and ``"best"``; rounding errors are 0.
    points : mapping
        Their ends (2,), the ``"target"``, and the ``"layer"`` where the target is not where the layer has it.
    path : (4, 2) or, with `metric`, (3, 2)
        Target, first weight on its level (not with `metric`), second compensated, second on its level.
    lattice : (points, 2)
        Pairs of levels in and around the box.
    lines : (3 * levels, 2)
        Levels of the first weight as lines, with a row of nan after each.
    slanted : (3 * levels, 2)
        With `metric` the levels of the second weight likewise: with the lines they show the lattice’s slant.
    answers : (2, 2)
        Ends of the line on which the second weight costs least.
    rings, own_rings : mapping
        Lines of equal cost (121, 2): by grid steps of the first weight; of ``"rtn"`` and ``"gptq"`` if not 0.
    box : (2, 2)
        Lower and upper corner of what is seen in any case, a square.
    """

    plane: Plane
    first: int
    columns: tuple[int, int]
    metric: bool
    costs: Mapping[str, float]
    points: Mapping[str, FloatArray]
    path: FloatArray
    lattice: FloatArray
    lines: FloatArray
    slanted: FloatArray
    answers: FloatArray
    rings: Mapping[float, FloatArray]
    own_rings: Mapping[str, FloatArray]
    box: FloatArray


def plane_scene(
    plane: Plane,
    first: int,
    columns: tuple[int, int],
    layer_weights: FloatArray | None = None,
    *,
    metric: bool = False,
) -> PlaneScene:
    """Lay the picture out; `layer_weights` (2,) are marked too where the target was moved."""
    block, way, costs = plane.block, plane.paths[first], _costs(plane, first)

    def place(points: FloatArray) -> FloatArray:
        return in_metric(block, points, first) if metric else np.array(points)

    # Coordinate of the picture that is the same all along a line of the first weight's levels.
    fixed = 0 if metric else first
    levels = place(cheapest_answer(block, first, block.levels[first]))[:, fixed]
    # In the metric the first two steps are one, at a right angle to the lines.
    path = place(way.points[[0, 2, 3]] if metric else way.points)
    points = {name: place(end) for name, end in _ends(plane, first).items()}
    box = box_around(np.array([*points.values(), *path]), float(np.diff(levels).min()))
    if layer_weights is not None and not np.array_equal(layer_weights, block.target):
        points["layer"] = place(layer_weights)
    far = block.target[first] + FAR * block.scale[first] * np.array([-1, 1])
    step_cost = float(block.H[first, first] * block.scale[first] ** 2)
    return PlaneScene(
        plane,
        first,
        columns,
        metric,
        costs,
        points,
        path,
        seen(place(block.lattice), box),
        lines_at(levels, fixed, box),
        _slanted(block, first, place) if metric else np.empty((0, 2)),
        place(cheapest_answer(block, first, far)),
        {steps: place(_ring(block, steps**2 * step_cost)) for steps in RING_STEPS},
        {name: place(_ring(block, costs[name])) for name in ("rtn", "gptq") if costs[name] > 0},
        box,
    )


def _ends(plane: Plane, first: int) -> dict[str, FloatArray]:
    """Where the weights are, and where each method puts them."""
    return {
        "target": plane.block.target,
        "rtn": plane.rtn,
        "gptq": plane.paths[first].final,
        "other": plane.paths[1 - first].final,
        "best": plane.best,
    }


def _costs(plane: Plane, first: int) -> dict[str, float]:
    """Cost of each end; what double precision leaves of 0 is 0."""
    names = {"rtn": "rtn", "gptq": f"gptq{first}", "other": f"gptq{1 - first}", "best": "best"}
    block = plane.block
    noise = NOISE * float(np.diag(block.H) @ np.square(block.scale))
    return {name: cost if (cost := plane.costs[key]) > noise else 0.0 for name, key in names.items()}


def _slanted(block: Block, first: int, place: Place) -> FloatArray:
    """In the metric: the lines of the second weight's levels through the lattice, which show its slant."""
    levels = block.levels[1 - first]
    ends = np.empty((len(levels), 2, 2))
    ends[:, :, first] = block.levels[first][[0, -1]]
    ends[:, :, 1 - first] = levels[:, None]
    return joined(place(ends.reshape(-1, 2)).reshape(-1, 2, 2))


def _ring(block: Block, cost: float) -> FloatArray:
    """The points around the target that cost so much."""
    return block.target + ellipse(block.H, cost).contour()
