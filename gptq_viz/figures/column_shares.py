"""Where along the columns RTN and GPTQ spend their error."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gptq_viz.figures.method_look import current_method
from gptq_viz.numerics import ColumnErrors, Race, column_losses, held_out_shares
from gptq_viz.numerics.arrays import FloatArray


@dataclass(frozen=True, slots=True)
class ColumnShares:
    """Shares of the error by column, in the order in which they are drawn.

    Parameters
    ----------
    columns : (inp,)
        Columns of the layer.
    rtn, gptq : (inp,)
        What each adds to the error of the columns quantized before it.
    start : float
        Error before the first step.
    held_out : bool
        On held-out inputs; otherwise on calibration inputs with the damping term, and GPTQ's is the ledger.
    by_step : bool
        In order of quantization; otherwise as the layer has them.
    method : str
        GPTQ as the settings have it: ``"gptq"``, or ``"act_order"``.
    """

    columns: npt.NDArray[np.intp]
    rtn: FloatArray
    gptq: FloatArray
    start: float
    held_out: bool
    by_step: bool
    method: str

    @property
    def undefined(self) -> bool:
        """Whether the outputs are all 0."""
        return bool(np.isnan(self.rtn).any())


def losses_data(race: Race) -> ColumnErrors:
    """Shares of the loss."""
    return column_losses(race)


def held_out_data(race: Race) -> ColumnErrors:
    """Shares of the held-out error."""
    return held_out_shares(race)


def column_shares(errors: ColumnErrors, *, held_out: bool, by_step: bool, act_order: bool) -> ColumnShares:
    """The shares in one of the two orders of columns."""
    order = np.arange(len(errors.perm)) if by_step else np.argsort(errors.perm)
    return ColumnShares(
        errors.perm[order],
        errors.shares["rtn"][order],
        errors.shares["gptq"][order],
        errors.start,
        held_out,
        by_step,
        current_method(act_order=act_order),
    )
