"""Clipping: weights that compensation has pushed past the last level when their turn comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import BoolArray, FloatArray, IntArray, freeze
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.examples import example_layer
from gptq_viz.numerics.order import loudest_first
from gptq_viz.numerics.race import race

LOUD = 16  # one column in so many has loud inputs
SEED = 8  # more is clipped than in most, so that it can be seen; the errors are typical
# What is tried, each with two bits unless it says otherwise.
TRIED: Mapping[str, GPTQConfig] = {
    "plain": GPTQConfig(bits=2),
    "act_order": GPTQConfig(bits=2, act_order=True),
    "groups": GPTQConfig(bits=2, group=8),
    "both": GPTQConfig(bits=2, group=8, act_order=True),
    "damped": GPTQConfig(bits=2, damp=1.0),
}


@dataclass(frozen=True, slots=True, eq=False)
class ClippedWeights:
    """Weights as they stood when their turn came, and how many were clipped, by setting.

    Parameters
    ----------
    reach : (out, inp)
        Weights of the plain run when their turn came, in units of the last level.
    clipped, clipped_rtn : (out, inp)
        More than half a step beyond the last level, with GPTQ and with RTN.
    loud : (k,)
        Columns whose inputs are loud.
    counts, held_out, calibration, rtn : mapping
        Clipped weights and relative output errors of GPTQ, and RTN's held out, by the names of `TRIED`.
    """

    reach: FloatArray
    clipped: BoolArray
    clipped_rtn: BoolArray
    loud: IntArray
    counts: Mapping[str, int]
    held_out: Mapping[str, float]
    calibration: Mapping[str, float]
    rtn: Mapping[str, float]

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def mostly_behind_the_loud(self) -> bool:
        """Whether more than half of the clipped weights are in columns after the last loud one."""
        behind = int(self.clipped[:, self.loud[-1] + 1 :].sum())
        return 2 * behind > self.counts["plain"]


def clipped_weights(out: int = 16, inp: int = 32, n: int = 256, seed: int = SEED) -> ClippedWeights:
    """Run the `outliers` layer of these sizes with every setting of `TRIED`."""
    layer = example_layer("outliers", out, inp, n, seed)
    runs = {name: race(layer, config) for name, config in TRIED.items()}
    plain, rounded = (runs["plain"].traces[method] for method in ("gptq", "rtn"))
    errors = {name: run.errors("gptq") for name, run in runs.items()}
    return ClippedWeights(
        reach=(plain.Q + plain.D) / plain.scale[:, plain.group_of],
        clipped=plain.clipped,
        clipped_rtn=rounded.clipped,
        loud=np.sort(loudest_first(layer)[: inp // LOUD]),
        counts={name: int(run.traces["gptq"].clipped.sum()) for name, run in runs.items()},
        held_out={name: held_out for name, (held_out, _) in errors.items()},
        calibration={name: calibration for name, (_, calibration) in errors.items()},
        rtn={name: run.errors("rtn")[0] for name, run in runs.items()},
    )
