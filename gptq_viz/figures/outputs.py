"""One output of the layer: what it should be on held-out samples, and what the quantized rows make of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gptq_viz.figures.gain_words import CLOSE
from gptq_viz.figures.method_look import current_method, pair_labels
from gptq_viz.figures.noise import clean
from gptq_viz.figures.numbers import three_digits, times
from gptq_viz.figures.remarks import Remark
from gptq_viz.figures.rows import RowPicture
from gptq_viz.numerics import Race, output_error
from gptq_viz.numerics.arrays import FloatArray

MOST_SAMPLES = 400  # dots a panel: more would hide each other


@dataclass(frozen=True, slots=True)
class Outputs:
    """One row's outputs.

    Parameters
    ----------
    row : int
        Of W.
    exact : (k,)
        Outputs of the row as given, on the first held-out samples.
    quantized : mapping
        From ``"rtn"``, ``"gptq"`` to the outputs of the quantized row on the same samples.
    held_out, calibration : mapping
        From the same names to the row's relative error on all samples; nan where the outputs are 0.
    samples : int
        Held-out samples there are.
    method : str
        GPTQ as the settings have it: ``"gptq"``, or ``"act_order"``.
    """

    row: int
    exact: FloatArray
    quantized: Mapping[str, FloatArray]
    held_out: Mapping[str, float]
    calibration: Mapping[str, float]
    samples: int
    method: str


def outputs_data(race: Race, row: int) -> Outputs:
    """The outputs of one row."""
    layer, one = race.layer, slice(row, row + 1)
    X = layer.X if layer.X_test is None else layer.X_test
    Q = {name: race.traces[name].quantized[one] for name in ("rtn", "gptq")}
    held_out, calibration = (
        {name: clean(output_error(layer.W[one], q, inputs)) for name, q in Q.items()}
        for inputs in (X, layer.X)
    )
    return Outputs(
        row,
        X[:MOST_SAMPLES] @ layer.W[row],
        {name: X[:MOST_SAMPLES] @ q[0] for name, q in Q.items()},
        held_out,
        calibration,
        len(X),
        current_method(act_order=race.config.act_order),
    )


def telling_row(data: RowPicture) -> int:
    """The row in which GPTQ gains most over RTN, as the first one to be shown."""
    gains = data.held_out("rtn") - data.held_out("gptq")
    return 0 if np.isnan(gains).any() else int(gains.argmax())


def outputs_text(data: Outputs) -> str:
    """Both errors of the row."""
    parts = ", ".join(
        f"{label} {three_digits(data.held_out[name])} (calibration {three_digits(data.calibration[name])})"
        for name, label in pair_labels(data.method).items()
    )
    return (
        f"Output {data.row} on held-out samples, quantized against exact. Relative error of the row: {parts}."
    )


def outputs_remarks(data: Outputs) -> tuple[Remark, ...]:
    """The row's errors on all held-out samples, on the calibration samples, and how many dots are drawn."""
    labels = pair_labels(data.method)
    errors = tuple((three_digits(data.held_out[name]), label) for name, label in labels.items())
    seen = ", ".join(f"{label} {three_digits(data.calibration[name])}" for name, label in labels.items())
    return (
        Remark(
            f"Relative error of output {data.row}",
            errors,
            f"{_verdict(data)} On calibration samples: {seen}.",
        ),
        Remark(
            "Samples drawn",
            ((f"{len(data.exact):,}", f"of {data.samples:,}"),),
            "Held-out samples, the first ones; the errors are those of all. Miss: quantized less exact.",
        ),
    )


def _verdict(data: Outputs) -> str:
    """Which of the two clouds is nearer to the diagonal."""
    rtn, gptq = data.held_out["rtn"], data.held_out["gptq"]
    if np.isnan(rtn):
        return "This output is 0 on every held-out sample."
    if rtn == gptq == 0:
        return "Both are exact."
    if max(rtn, gptq) <= CLOSE * min(rtn, gptq):
        return "Practically equal."
    if min(rtn, gptq) == 0:
        return f"{'GPTQ' if gptq == 0 else 'RTN'} is exact here."
    if gptq < rtn:
        return f"RTN’s is {times(rtn, gptq)} times GPTQ’s."
    return f"GPTQ’s is {times(gptq, rtn)} times RTN’s: here it loses."
