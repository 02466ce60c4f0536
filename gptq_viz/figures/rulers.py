"""Three sources of group scales as three rulers over the same weights, where a group begins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import SCALES, ScaleSources, rulers
from gptq_viz.numerics.arrays import FloatArray


@dataclass(frozen=True, slots=True)
class RulerPanel:
    """One source.

    Parameters
    ----------
    source : str
        ``"updated"``, ``"static"`` or ``"reference"``.
    seen : int
        Finished steps that the weights it looks at include.
    weights : (k,)
        Those weights.
    scale : (k,)
        The scale it gives to each column.
    levels : (k, codes)
        Where the codes lie in each column.
    outside : (k,)
        Weights, as they stand now, beyond the ends of the ruler by more than half a scale.
    """

    source: str
    seen: int
    weights: FloatArray
    scale: FloatArray
    levels: FloatArray
    outside: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RulersPicture:
    """A row of a group as its first column's turn comes: the weights now, and a panel a source."""

    row: int
    group: int
    start: int
    columns: npt.NDArray[np.intp]
    now: FloatArray
    panels: tuple[RulerPanel, ...]


def rulers_data(sources: ScaleSources, group: int, row: int) -> RulersPicture:
    """Panels in the order of `SCALES`."""
    found = rulers(sources, group, row)
    trace, outside = sources.traces["updated"], found.outside
    return RulersPicture(
        row=row,
        group=group,
        start=group * trace.config.group_size(trace.inp),
        columns=np.array(found.columns, dtype=np.intp),
        now=found.weights["updated"],
        panels=tuple(
            RulerPanel(
                name,
                found.seen[name],
                found.weights[name],
                found.scale[name],
                found.levels[name],
                outside[name],
            )
            for name in SCALES
        ),
    )


def rulers_text(data: RulersPicture) -> str:
    """Scale and what it was taken from, for each source."""
    parts = [
        f"{panel.source}, taken from the weights after {panel.seen} steps: scale {scale_words(panel)}, "
        f"{int(panel.outside.sum())} of {len(data.now)} weights outside"
        for panel in data.panels
    ]
    return (
        f"Three rulers over the weights of row {data.row} where group {data.group} begins, "
        f"at step {data.start}. {'; '.join(parts)}."
    )


def scale_words(panel: RulerPanel) -> str:
    """Its scale, or from which to which, where the columns belong to several groups."""
    low, high = float(panel.scale.min()), float(panel.scale.max())
    return three_digits(low) if low == high else f"{three_digits(low)} to {three_digits(high)}"


def seen_words(panel: RulerPanel, start: int) -> str:
    """When a source looked at the weights of the group that begins at step `start`."""
    if panel.seen == start:
        return "now"
    return "at the start" if panel.seen == 0 else f"at step {panel.seen}"
