"""Rounding ties: weights so near to the middle of two levels that noise decides which they get."""

from __future__ import annotations

import numpy as np

from gptq_viz.numerics.arrays import BoolArray, RealArray
from gptq_viz.numerics.grid import code_range, half_to_even, rounding
from gptq_viz.numerics.trace import Trace

MARGIN = 1e-8  # in scales


def tied(trace: Trace, margin: float = MARGIN) -> BoolArray:
    """Weights (out, inp), in quantization order, that lay on a tie of two levels when their turn came.

    Parameters
    ----------
    margin : float
        How near to the middle of two levels, in scales.
    """
    scale, zero = trace.scale[:, trace.group_of], trace.zero[:, trace.group_of]
    return midway((trace.Q + trace.D) / scale + zero, code_range(trace.config), margin)


def midway(places: RealArray, limits: tuple[int, int], margin: float) -> BoolArray:
    """Which weights, measured in codes, lie on a tie of two levels.

    Parameters
    ----------
    places : (…)
        Whole numbers are codes.
    limits : int, int
        Smallest and largest code: beyond them both sides of a tie are clipped to the same one.
    margin : float
        How near to the middle, in scales.
    """
    below = np.floor(places)
    between = (below >= limits[0]) & (below < limits[1])
    return np.asarray(between & (np.abs(places - below - 0.5) < margin))


def steady_rows(trace: Trace) -> BoolArray:
    """Rows (out,) in which rounding noise decides no code.

    In the others a weight, when its turn came, lay on a tie of two levels: two ways to the same result may
    take different codes there, and in the columns behind. Where the run decides its ties there are none.
    """
    from_start = trace.method == "rtn" or trace.config.scales_from_start(trace.inp)
    if rounding(trace.config, from_start) is half_to_even:
        return np.ones(trace.out, dtype=bool)
    return np.asarray(~tied(trace).any(axis=1))
