"""What double precision leaves of an error that is 0."""

from __future__ import annotations

import numpy as np

from gptq_viz.numerics.arrays import FloatArray

# Relative squared errors below this are the rounding of double precision, not of the grid.
NOISE = 1e-28


def clean(error: float) -> float:
    """0 for what double precision leaves of it; nan stays.

    >>> clean(1e-30), clean(0.01)
    (0.0, 0.01)
    """
    return 0.0 if error < NOISE else float(error)


def cleaned(errors: FloatArray) -> FloatArray:
    """The same for many errors, as a copy."""
    return np.where(errors < NOISE, 0.0, errors)
