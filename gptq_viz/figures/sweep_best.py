"""The best setting of a sweep, and the cheapest that is nearly as good."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gptq_viz.figures.sweep_points import LOW, SweepPoint
from gptq_viz.figures.swept import Swept, Values

# Of the best error: what may be given up for fewer bits.
GIVEN_UP = 1.05


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a sweep says of one layer.

    Parameters
    ----------
    layer : tuple
        Values that make the layer, where these are swept.
    best : SweepPoint
        The smallest median of the main method's held-out error.
    cheapest : SweepPoint
        The fewest true bits per weight with a median at most `GIVEN_UP` times that.
    alike : int
        How many other settings cannot be told from the best: in more than one of ten seeds they do as well
        or better.
    settings : int
        How many settings with a result there are.
    rtn : SweepPoint or None
        The setting with RTN's smallest median, if that is below the best.
    """

    layer: Values
    best: SweepPoint
    cheapest: SweepPoint
    alike: int
    settings: int
    rtn: SweepPoint | None


def chosen(points: tuple[SweepPoint, ...], swept: Swept) -> tuple[Chosen, ...]:
    """The choice for each layer of a sweep, in the order of the points; only those with a defined error."""
    layers: dict[Values, list[SweepPoint]] = {}
    for point in points:
        if math.isfinite(error_of(point, swept.main)):
            layers.setdefault(swept.layer_of(point.values), []).append(point)
    return tuple(_choose(layer, group, swept) for layer, group in layers.items())


def error_of(point: SweepPoint, method: str) -> float:
    """Median of the held-out error; nan where the method has none."""
    return point.held_out[method].median if method in point.held_out else math.nan


def cannot_be_told(point: SweepPoint, best: SweepPoint) -> bool:
    """Whether in more than one of ten seeds it does as well or better: the same seed is the same layer."""
    seeds = [seed for seed in point.by_seed if seed in best.by_seed]
    as_good = [point.by_seed[seed] <= best.by_seed[seed] for seed in seeds]
    return sum(as_good) > LOW * len(as_good)


def _choose(layer: Values, points: list[SweepPoint], swept: Swept) -> Chosen:
    best = min(points, key=lambda point: (error_of(point, swept.main), point.per_weight))
    limit = GIVEN_UP * error_of(best, swept.main)
    near = [point for point in points if error_of(point, swept.main) <= limit]
    others = [point for point in points if point is not best and cannot_be_told(point, best)]
    rtn = min(points, key=lambda point: _or_infinite(error_of(point, "rtn")))
    return Chosen(
        layer=layer,
        best=best,
        cheapest=min(near, key=lambda point: (point.per_weight, error_of(point, swept.main))),
        alike=len(others),
        settings=len(points),
        rtn=rtn if error_of(rtn, "rtn") < error_of(best, swept.main) else None,
    )


def _or_infinite(value: float) -> float:
    return value if math.isfinite(value) else math.inf
