"""One row of weights on two lanes: every update at once, and lazily, block by block."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, freeze
from gptq_viz.numerics.config import GPTQConfig, whole_number
from gptq_viz.numerics.gptq import gptq, gptq_immediate
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.trace import Trace


@dataclass(frozen=True, slots=True, eq=False)
class Lanes:
    """The working weights of one row after each step, in quantization order.

    Parameters
    ----------
    block : int
        Columns whose updates to later columns are kept back and made together.
    immediate : (inp + 1, inp)
        After t steps of the loop that updates every later column at once.
    lazy : (inp + 1, inp)
        After t steps of the lazy loop. At the edge of a block: before it makes the updates kept back.
    difference : float
        Largest difference of the two results over all rows of the layer.
    """

    block: int
    immediate: FloatArray
    lazy: FloatArray
    difference: float

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def pending(self) -> FloatArray:
        """Updates that the lazy lane still owes, (inp + 1, inp): what is to be added to each weight."""
        return self.immediate - self.lazy

    @property
    def flushes(self) -> tuple[int, ...]:
        """Counts of finished steps at which the updates kept back are made."""
        return tuple(range(self.block, len(self.lazy) - 1, self.block))

    def owed(self, step: int) -> FloatArray:
        """What is pending after `step` steps, (k, inp): a row for each step of the block so far."""
        if not 0 <= step < len(self.lazy):
            raise IndexError(f"step {step} is outside 0..{len(self.lazy) - 1}")
        begun = max(step - 1, 0) // self.block * self.block
        made = np.diff(self.immediate[begun : step + 1], axis=0)
        return np.where(np.arange(made.shape[1]) >= begun + self.block, made, 0.0)


def lanes(layer: Layer, config: GPTQConfig, row: int) -> Lanes:
    """Follow one row of GPTQ with updates made at once and with ``config.block`` columns a block.

    Raises
    ------
    ValueError
        If there is no such row, or H is singular.
    """
    if whole_number("row", row) >= layer.out:
        raise ValueError(f"row must be 0 to {layer.out - 1}, got {row}")
    at_once, later = gptq_immediate(layer, config), gptq(layer, config)
    steps = np.arange(layer.inp + 1)
    begun = np.maximum(steps - 1, 0) // config.block * config.block  # steps that the last flush included
    columns = np.arange(layer.inp)
    inside = columns < (begun + config.block)[:, None]
    now = _weights(later, row)
    return Lanes(
        block=config.block,
        immediate=_weights(at_once, row),
        lazy=np.where(inside, now, now[begun]),
        difference=float(np.abs(at_once.Q - later.Q).max()),
    )


def _weights(trace: Trace, row: int) -> FloatArray:
    """Weights of one row after each step, (inp + 1, inp)."""
    moved = np.cumsum(trace.D[row][:, None] * trace.F, axis=0)
    return np.asarray(trace.W[row] - np.vstack([np.zeros(trace.inp), moved]))
