"""Errors of each row of a layer: at its outputs and at its weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, freeze
from gptq_viz.numerics.errors import row_costs


@dataclass(frozen=True, slots=True, eq=False)
class RowErrors:
    """One result, row by row, each measured by what a mean row has: the mean over rows is the layer's error.

    Parameters
    ----------
    held_out, calibration : (out,)
        Squared output error of each row by the mean row's squared outputs; nan where all outputs are 0.
    weights : (out,)
        Mean ``(w − q)²`` of each row.
    """

    held_out: FloatArray
    calibration: FloatArray
    weights: FloatArray

    def __post_init__(self) -> None:
        freeze(self)


def row_errors(W: FloatArray, Q: FloatArray, gram: FloatArray, gram_test: FloatArray) -> RowErrors:
    """Errors of the rows of Q, on calibration and on held-out inputs.

    Parameters
    ----------
    W, Q : (out, inp)
        Weights and quantized weights.
    gram, gram_test : (inp, inp)
        XᵀX of the calibration and of the held-out inputs, in the same order of columns.
    """
    weights = np.asarray(np.square(W - Q).mean(axis=1))
    return RowErrors(_by_row(W, Q, gram_test), _by_row(W, Q, gram), weights)


def _by_row(W: FloatArray, Q: FloatArray, gram: FloatArray) -> FloatArray:
    """Squared output error of each row, (out,), by the mean row's squared outputs."""
    # ``‖X wᵀ‖²`` of each row; sums that cancel to nothing may end just below 0.
    wrong, size = (np.maximum(row_costs(rows, gram), 0.0) for rows in (W - Q, W))
    mean = float(size.mean())
    return np.asarray(wrong / mean) if mean > 0 else np.full(len(W), np.nan)
