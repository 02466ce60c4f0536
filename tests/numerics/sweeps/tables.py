"""How two tables of sweeps are compared."""

import numpy as np

from gptq_viz.numerics import SweepTable


def assert_same(one: SweepTable, other: SweepTable) -> None:
    """The same columns, rows, and lists of what is missing."""
    assert list(one) == list(other)
    for name, column in one.items():
        np.testing.assert_array_equal(column, other[name])
    assert (one.skipped, one.failed) == (other.skipped, other.failed)
