"""Immediate and lazy updates as two lanes, with the updates still owed piling up under them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import Lanes
from gptq_viz.numerics.arrays import FloatArray

# Share of the updates whose colours differ: a single large one would make all others pale.
STRONG = 0.9


@dataclass(frozen=True, slots=True)
class LanesPicture:
    """One row of weights after some steps.

    Parameters
    ----------
    step : int
        Finished steps: the column whose turn it is.
    block : int
        Columns a block.
    begun : int
        First column of the block whose updates are kept back.
    immediate, lazy : (inp,)
        The weights on both lanes.
    owed : (k, inp)
        Updates that the lazy lane has not made yet, one row a step of the block.
    largest, strong_owed : float
        End of the range of weights, and the update from which on colours are full; the same at every step.
    """

    step: int
    block: int
    begun: int
    immediate: FloatArray
    lazy: FloatArray
    owed: FloatArray
    largest: float
    strong_owed: float

    @property
    def pending(self) -> FloatArray:
        """What the lazy lane owes to each column, (inp,)."""
        return self.immediate - self.lazy

    @property
    def full(self) -> bool:
        """Whether the block is finished, so that its updates are made now."""
        return len(self.owed) == self.block and self.begun + self.block < len(self.lazy)

    @property
    def waiting(self) -> int:
        """Columns that wait for updates."""
        return max(len(self.lazy) - self.begun - self.block, 0) if len(self.owed) else 0


def lanes_data(found: Lanes, step: int) -> LanesPicture:
    """The lanes after `step` steps, and ranges for all steps."""
    owed = found.owed(step)
    owing = np.concatenate([np.abs(found.owed(t)).ravel() for t in found.flushes] or [np.zeros(1)])
    owing = owing[owing > 0]
    return LanesPicture(
        step=step,
        block=found.block,
        begun=step - len(owed),
        immediate=found.immediate[step].copy(),
        lazy=found.lazy[step].copy(),
        owed=owed,
        largest=float(max(np.abs(found.immediate).max(), np.abs(found.lazy).max())) or 1.0,
        strong_owed=float(np.quantile(owing, STRONG)) if len(owing) else 1.0,
    )


def lanes_text(data: LanesPicture) -> str:
    """Where the loop is and what the lazy lane owes."""
    largest = three_digits(float(np.abs(data.pending).max()))
    steps = len(data.owed) if data.waiting else 0
    return (
        f"Weights of one row on two lanes, {data.step} of {len(data.lazy)} columns final. The lazy lane, "
        f"blocks of {data.block}, owes updates of {steps} steps to {data.waiting} columns, at most {largest} "
        "to one."
    )
