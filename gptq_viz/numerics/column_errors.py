"""Where along the columns a run spends its error: the ledger of GPTQ, and the shares of every method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, IntArray, freeze
from gptq_viz.numerics.errors import growth, loss_unit
from gptq_viz.numerics.hessian import damped, hessian, revived
from gptq_viz.numerics.race import Race


@dataclass(frozen=True, slots=True, eq=False)
class ColumnErrors:
    """Shares by column in order of quantization; with `start` they sum to the error.

    Parameters
    ----------
    perm : (inp,)
        Column ``perm[j]`` of the layer is quantized at step j.
    start : float
        Error before the first step: what weights of dead inputs, set to 0, do on inputs where they live.
    shares : mapping
        From ``"rtn"``, ``"gptq"`` to what each column adds to the error of those before it, (inp,); it may
        be negative.
    """

    perm: IntArray
    start: float
    shares: Mapping[str, FloatArray]

    def __post_init__(self) -> None:
        freeze(self)


def column_losses(race: Race) -> ColumnErrors:
    """Shares of the loss: on the calibration inputs, the damping term included.

    For GPTQ this is the ledger, ``Σ E²`` over the rows of each column, which is never negative. Relative to
    the calibration outputs; nan where they are 0.
    """
    rtn, gptq = race.traces["rtn"], race.traces["gptq"]
    H = damped(revived(hessian(race.layer)), race.config.damp)
    spent = {
        "rtn": growth((rtn.D.T @ rtn.D) * H[np.ix_(rtn.perm, rtn.perm)]),
        "gptq": np.square(gptq.E).sum(axis=0),
    }
    unit = loss_unit(race.layer)
    return ColumnErrors(gptq.perm.copy(), 0.0, {name: unit * share for name, share in spent.items()})


def held_out_shares(race: Race) -> ColumnErrors:
    """Shares of the held-out error; for GPTQ too they may be negative."""
    curves = {name: race.held_out[name] for name in ("rtn", "gptq")}
    shares = {name: np.diff(curve) for name, curve in curves.items()}
    return ColumnErrors(race.traces["gptq"].perm.copy(), float(curves["gptq"][0]), shares)
