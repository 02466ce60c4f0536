"""What is said beside the two lanes: the difference at the end, what is owed now, and how often."""

from __future__ import annotations

from gptq_viz.figures.lanes import LanesPicture
from gptq_viz.figures.numbers import counted, three_digits
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics import Lanes


def lane_remarks(found: Lanes, data: LanesPicture, *, block_sets_scales: bool) -> tuple[Remark, ...]:
    """Three facts.

    Parameters
    ----------
    found : Lanes
        Both lanes at every step.
    data : LanesPicture
        The step that is shown.
    block_sets_scales : bool
        Whether group scales are taken from what the last edge of a block left.
    """
    return (_difference(found, block_sets_scales), _owed(data), _passes(found))


def _difference(found: Lanes, block_sets_scales: bool) -> Remark:
    """Law 7: the same result."""
    sentence = "The same result, up to rounding: the same updates, added up in another order."
    if block_sets_scales:
        sentence += " Both take reference scales at the edges of these blocks; that is what a block changes."
    numbers = ((three_digits(found.difference), "largest difference of any weight"),)
    return Remark("Immediate and lazy, at the end", numbers, sentence)


def _owed(data: LanesPicture) -> Remark:
    """Where the loop stands in its block."""
    if not data.waiting:
        number, sentence = "0", "Nothing waits: no column lies beyond this block."
        if data.step == 0:
            sentence = "Nothing is rounded yet."
        return Remark("Updates owed now", ((number, "columns wait"),), sentence)
    steps = counted(len(data.owed), "step")
    sentence = (
        "The block is full: before the next step one matrix product makes them all."
        if data.full
        else "Inside the block every update is made at once; the columns beyond wait for its end. "
        "Blue: downwards, orange: upwards."
    )
    return Remark("Updates owed now", ((steps, f"to {data.waiting} columns"),), sentence)


def _passes(found: Lanes) -> Remark:
    """How often the columns beyond are read and written."""
    inp = len(found.lazy) - 1
    sentence = "Beyond the block, weights are read and written once a block, not once a column."
    if not found.flushes:
        sentence = "One block holds the whole layer, so no column lies beyond it."
    return Remark(
        "Passes over the later columns",
        ((str(len(found.flushes)), f"instead of {inp - 1}"),),
        sentence,
    )
