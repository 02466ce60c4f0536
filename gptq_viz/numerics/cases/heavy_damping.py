"""Heavy damping: the more there is of it, the less GPTQ compensates, until it only rounds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, freeze
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.examples import DEFAULT_SEED, example_layer
from gptq_viz.numerics.race import race

DAMPS = (0.001, 0.01, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)


@dataclass(frozen=True, slots=True, eq=False)
class HeavyDamping:
    """GPTQ of one layer under more and more damping, beside RTN, which damping leaves alone.

    Parameters
    ----------
    damps : (k,)
        From little to much.
    held_out, calibration : (k,)
        Relative output error of GPTQ.
    differing : (k,)
        Share of GPTQ's codes that differ from RTN's.
    rtn_held_out, rtn_calibration : float
        Errors of RTN.
    """

    damps: FloatArray
    held_out: FloatArray
    calibration: FloatArray
    differing: FloatArray
    rtn_held_out: float
    rtn_calibration: float

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def ends_at_rtn(self) -> bool:
        """Whether in the end 1 % of the codes or fewer are not RTN's, and the error is within 15 % of its."""
        alike = abs(self.held_out[-1] - self.rtn_held_out) <= 0.15 * self.rtn_held_out
        return bool(self.differing[-1] <= 0.01 and alike)


def heavy_damping(
    out: int = 32, inp: int = 64, n: int = 512, bits: int = 3, seed: int = DEFAULT_SEED
) -> HeavyDamping:
    """Run the `factor` layer of these sizes with every damping of `DAMPS`."""
    layer = example_layer("factor", out, inp, n, seed)
    races = [race(layer, GPTQConfig(bits=bits, damp=damp)) for damp in DAMPS]
    codes = races[0].traces["rtn"].codes
    held_out, calibration = np.array([run.errors("gptq") for run in races]).T
    rtn_held_out, rtn_calibration = races[0].errors("rtn")
    return HeavyDamping(
        damps=np.array(DAMPS),
        held_out=held_out,
        calibration=calibration,
        differing=np.array([(run.traces["gptq"].codes != codes).mean() for run in races]),
        rtn_held_out=rtn_held_out,
        rtn_calibration=rtn_calibration,
    )
