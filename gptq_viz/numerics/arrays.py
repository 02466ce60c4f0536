"""Arrays as the numerics know them: types, the check at the border, read-only copies, rows in chunks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray: TypeAlias = NDArray[np.float64]
RealArray: TypeAlias = NDArray[np.floating[Any]]  # float64 or float32
IntArray: TypeAlias = NDArray[np.signedinteger[Any]]
BoolArray: TypeAlias = NDArray[np.bool_]

# Squares of weights times squares of inputs, summed, must stay far below 1.8e308.
LARGEST = 1e60


def read_only(array: NDArray[Any]) -> None:
    """Forbid writing to `array` from now on."""
    array.flags.writeable = False


def freeze(record: Any) -> None:
    """Forbid writing to the arrays of a dataclass, those in its mappings included."""
    for field in fields(record):
        value = getattr(record, field.name)
        for array in value.values() if isinstance(value, Mapping) else (value,):
            if isinstance(array, np.ndarray):
                read_only(array)


def checked_table(values: ArrayLike, name: str, shape: str) -> FloatArray:
    """A read-only float64 copy of a table of finite numbers.

    Parameters
    ----------
    values : array-like
        Two dimensions, neither of them empty.
    name, shape : str
        What an error calls the table and its two sides, as in ``"X"`` and ``"(n, inp)"``.

    Raises
    ------
    ValueError
        Not numbers, not a table, empty, NaN or infinite, or too large to square; says where.
    """
    table = _numbers(values, name)
    if table.size == 0:
        raise ValueError(f"{name} is empty: shape {table.shape}; it needs at least one row and one column")
    if table.ndim != 2:
        raise ValueError(f"{name} must be a table {shape}, got shape {table.shape}")
    # The two extremes tell what a check number by number would, and need no second table.
    largest = max(table.max(), -table.min())
    if not np.isfinite(largest):
        bad = ~np.isfinite(table)
        i, j = np.argwhere(bad)[0]
        raise ValueError(
            f"{name} holds {table[i, j]} at row {i}, column {j} (first of {bad.sum()}); "
            "replace every NaN and infinity by a number"
        )
    if largest > LARGEST:
        i, j = np.unravel_index(np.abs(table).argmax(), table.shape)
        raise ValueError(
            f"{name} holds {table[i, j]:.3g} at row {i}, column {j}, beyond {LARGEST:.0e}; scale {name} down"
        )
    read_only(table)
    return table


def row_chunks(X: FloatArray, rows: int) -> Iterator[FloatArray]:
    """Views of X (n, inp), so many rows at a time, for sums over samples that make no second X."""
    for start in range(0, len(X), rows):
        yield X[start : start + rows]


def checked_hessian(values: ArrayLike) -> FloatArray:
    """`checked_table` for H (inp, inp), which must be square and symmetric."""
    H = checked_table(values, "H", "(inp, inp)")
    if len(H) != H.shape[1]:
        raise ValueError(f"H must be square, got shape {H.shape}")
    if np.abs(H - H.T).max() > 1e-6 * np.abs(H).max():
        raise ValueError("H must be symmetric: the same number at row i, column j as at row j, column i")
    return H


def _numbers(values: ArrayLike, name: str) -> FloatArray:
    """`values` copied to float64, or an error that says what they are instead."""
    try:
        array = np.asarray(values)
        if array.dtype.kind in "USMmc":  # text of digits would convert silently
            raise TypeError(f"its values are of type {array.dtype}")
        return np.array(array, dtype=np.float64, order="C")
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must hold real numbers: {error}") from error
