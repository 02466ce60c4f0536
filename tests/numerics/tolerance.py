"""The one tolerance of the numerics tests, and which rows can be compared at all."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gptq_viz.numerics import Trace

TOLERANCE = 1e-9
"""Largest difference allowed, as a share of the largest number compared."""

TIE_MARGIN = 1e-8
"""Rows with a weight nearer than this to a rounding tie (in units of the scale) noise may decide."""


def assert_close(actual: ArrayLike, expected: ArrayLike, size: float | None = None) -> None:
    """Fail if the arrays differ by more than TOLERANCE of `size`, by default the largest expected number."""
    actual, expected = np.asarray(actual, dtype=float), np.asarray(expected, dtype=float)
    assert actual.shape == expected.shape
    size = np.abs(expected).max(initial=0.0) if size is None else size
    worst = np.abs(actual - expected).max(initial=0.0)
    assert worst <= TOLERANCE * size, f"differs by {worst:.3g}, allowed are {TOLERANCE * size:.3g}"


def safe_rows(trace: Trace) -> NDArray[np.bool_]:
    """Rows (out,) in which rounding noise cannot change a code: no weight near a tie of two levels.

    Ties of the reference grid are decided where scales are taken during the run; then these are all rows.
    """
    during = trace.config.scales != "static" and trace.group_of.any() and trace.method != "rtn"
    if during and trace.config.grid == "reference":
        return np.ones(trace.out, dtype=bool)
    scale, zero = trace.scale[:, trace.group_of], trace.zero[:, trace.group_of]
    position = (trace.Q + trace.D) / scale + zero
    if trace.config.grid == "symmetric":
        lowest, highest = 1 - 2 ** (trace.config.bits - 1), 2 ** (trace.config.bits - 1) - 1
    else:
        lowest, highest = 0, 2**trace.config.bits - 1
    below = np.floor(position)
    near_tie = np.abs(position - below - 0.5) < TIE_MARGIN
    # Beyond the last level both sides of a tie clip to the same code.
    return ~(near_tie & (below >= lowest) & (below < highest)).any(axis=1)
