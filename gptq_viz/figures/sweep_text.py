"""The pictures of a sweep in words, for those who do not see them."""

from __future__ import annotations

from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.sweep_best import chosen, error_of
from gptq_viz.figures.sweep_points import SweepPoint
from gptq_viz.figures.sweep_values import AXIS_NAMES, setting_text
from gptq_viz.figures.swept import Swept
from gptq_viz.theme import METHODS

# More settings, or layers, would be more than anybody listens to; the table has them all.
MOST_POINTS, MOST_LAYERS = 8, 4


def sweep_text(points: tuple[SweepPoint, ...], swept: Swept) -> str:
    """The alternative text: what is on the axes, the two ends, the best."""
    axes = " and ".join(AXIS_NAMES[name] for name in swept.names)
    start = f"Relative output error by {axes}, {seeds_text(points, swept)}."
    said = [
        f"{setting_text(swept.names, point.values)}: "
        + ", ".join(
            f"{METHODS[name].label} {three_digits(point.held_out[name].median)} held out and "
            f"{three_digits(point.calibration[name].median)} on calibration inputs"
            for name in swept.methods
            if name in point.held_out
        )
        for point in (points if len(points) <= MOST_POINTS else (points[0], points[-1]))
    ]
    best = [
        f"Best: {setting_text(swept.names, one.best.values)}, {three_digits(error_of(one.best, swept.main))}."
        for one in chosen(points, swept)[:MOST_LAYERS]
    ]
    return " ".join([start, *(f"{one}." for one in said), *best]) if points else f"{start} No result yet."


def seeds_text(points: tuple[SweepPoint, ...], swept: Swept) -> str:
    """Over what the medians are taken, as far as the sweep has come."""
    spreads = (spread for point in points for spread in point.held_out.values())
    count = max((spread.count for spread in spreads), default=0) or len(swept.seeds)
    return "1 seed" if count == 1 else f"median of {count} seeds"
