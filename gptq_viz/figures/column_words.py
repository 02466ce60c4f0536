"""What is said of the columns that spend the error: sums, when half of it is spent, what cancels."""

from __future__ import annotations

import numpy as np

from gptq_viz.figures.column_shares import ColumnShares
from gptq_viz.figures.method_look import pair_labels
from gptq_viz.figures.numbers import in_print, percent, three_digits
from gptq_viz.figures.remarks import Remark
from gptq_viz.figures.undefined import no_errors
from gptq_viz.numerics.arrays import FloatArray


def shares_text(data: ColumnShares) -> str:
    """The columns with the largest shares of GPTQ."""
    what = "held-out error" if data.held_out else "loss (calibration error and damping)"
    largest = np.argsort(-data.gptq, kind="stable")[:8]
    parts = [
        f"column {data.columns[k]}: "
        + ", ".join(f"{label} {in_print(float(shares[k]))}" for shares, label in _both(data))
        for k in largest
    ]
    return f"Share of the {what} by column, the largest of {len(data.gptq)}: {'; '.join(parts)}."


def shares_remarks(data: ColumnShares) -> tuple[Remark, ...]:
    """What is shown, both sums, and where half of them are spent."""
    if data.undefined:
        silent = "The outputs of this layer are all 0 on these inputs, so no error can be compared with them."
        return no_errors("By column", silent)
    return (_sums(data), _half(data), _below_zero(data))


def _both(data: ColumnShares) -> list[tuple[FloatArray, str]]:
    """The shares of each method, with its name."""
    return list(zip((data.rtn, data.gptq), pair_labels(data.method).values(), strict=True))


def _sums(data: ColumnShares) -> Remark:
    """The sums are the errors of the table."""
    totals = tuple(
        (three_digits(max(float(shares.sum()) + data.start, 0.0)), label) for shares, label in _both(data)
    )
    if data.held_out:
        before = (
            f", and {three_digits(data.start)} before the first: weights of dead inputs" if data.start else ""
        )
        return Remark("All columns together", totals, f"The held-out errors of the table{before}.")
    return Remark(
        "All columns together",
        totals,
        "The losses of the table. GPTQ’s bars are its ledger: ΣE² over the rows of a column.",
    )


def _half(data: ColumnShares) -> Remark:
    """How far the run has come when half of the error is spent."""
    numbers = tuple((half_spent(shares), label) for shares, label in _both(data))
    return Remark("Half of it is spent after", numbers, _late(data))


def half_spent(shares: FloatArray) -> str:
    """After which part of the columns the running sum first reaches half of the whole.

    >>> half_spent(np.array([1.0, 1.0, 1.0, 3.0]))
    '75 %'
    """
    total = float(shares.sum())
    if not total > 0:
        return "–"
    first = int(np.argmax(shares.cumsum() >= total / 2))
    return percent((first + 1) / len(shares))


def _late(data: ColumnShares) -> str:
    """Why the last columns of GPTQ may be dear."""
    if not data.by_step:
        return "of the columns, in the layer’s order."
    return "of the steps. GPTQ’s last columns have few or none left to make up for their errors."


def _below_zero(data: ColumnShares) -> Remark:
    """Columns that repair more than they break."""
    numbers = tuple((str(int((shares < 0).sum())), label) for shares, label in _both(data))
    return Remark(
        "Columns with a share below 0",
        numbers,
        "Their error cancels errors before it."
        if data.held_out
        else "Errors that cancel; a ledger has none.",
    )
