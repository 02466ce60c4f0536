"""RTN and GPTQ row by row: errors at the outputs and at the weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gptq_viz.figures.gain_words import CLOSE
from gptq_viz.figures.method_look import current_method, pair_labels
from gptq_viz.figures.noise import cleaned
from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import Race, RowErrors, row_errors
from gptq_viz.numerics.arrays import FloatArray


@dataclass(frozen=True, slots=True)
class RowPicture:
    """Errors of every row.

    Parameters
    ----------
    errors : mapping
        From ``"rtn"``, ``"gptq"`` to the errors of its rows.
    method : str
        GPTQ as the settings have it: ``"gptq"``, or ``"act_order"``.
    """

    errors: Mapping[str, RowErrors]
    method: str

    @property
    def order(self) -> npt.NDArray[np.intp]:
        """Rows, the largest held-out error of RTN first."""
        return np.argsort(-self.errors["rtn"].held_out, kind="stable")

    def held_out(self, name: str) -> FloatArray:
        """Held-out errors of the rows, without what double precision leaves of 0."""
        return cleaned(self.errors[name].held_out)

    def calibration(self, name: str) -> FloatArray:
        """The same on the calibration inputs."""
        return cleaned(self.errors[name].calibration)


def rows_data(race: Race) -> RowPicture:
    """Both methods on the same rows."""
    layer = race.layer
    errors = {
        name: row_errors(layer.W, race.traces[name].quantized, layer.gram, layer.gram_test)
        for name in ("rtn", "gptq")
    }
    return RowPicture(errors, current_method(act_order=race.config.act_order))


def verdicts(rtn: FloatArray, gptq: FloatArray) -> dict[str, npt.NDArray[np.bool_]]:
    """Rows in which GPTQ's error is smaller, larger, or as good as RTN's.

    Errors less than 5 % apart are as good as each other; undefined ones are in none of the three.
    """
    smaller, larger = gptq * CLOSE < rtn, rtn * CLOSE < gptq
    defined = np.isfinite(rtn) & np.isfinite(gptq)
    return {"smaller": smaller, "larger": larger, "as good": defined & ~smaller & ~larger}


def rows_text(data: RowPicture) -> str:
    """The rows with the largest errors of RTN, with both errors."""
    errors = [(label, data.held_out(name)) for name, label in pair_labels(data.method).items()]
    parts = [
        f"row {row}: " + ", ".join(f"{label} {three_digits(own[row])}" for label, own in errors)
        for row in data.order[:8]
    ]
    rest = f", the first of {len(data.order)}" if len(data.order) > 8 else ""
    return f"Held-out error by row of W, the largest error of RTN first: {'; '.join(parts)}{rest}."
