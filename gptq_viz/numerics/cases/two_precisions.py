"""Ties: weights midway between two levels, where the precision of the sums decides which one they get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import BoolArray, freeze
from gptq_viz.numerics.baselines import rtn
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.errors import error_on
from gptq_viz.numerics.examples import DEFAULT_SEED, example_layer
from gptq_viz.numerics.fast import fast_gptq
from gptq_viz.numerics.gptq import gptq
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.ties import tied

NEAR = 1e-6  # of a scale: what sums in float32 may be off by
SAME = 1.1


@dataclass(frozen=True, slots=True, eq=False)
class Precisions:
    """GPTQ of one layer on one grid: `gptq` in float64, and `fast_gptq` with its loop in float32.

    Parameters
    ----------
    tied : (out, inp)
        Weights that lay within `NEAR` of a rounding tie, in float64.
    differing : (out, inp)
        Where the two took other codes.
    levels : int
        The largest difference of two codes.
    other_sums : int
        Codes that differ between two programs in float64, which add up in another order.
    held_out, calibration : (float, float)
        Relative output error in float64 and in float32.
    rtn_held_out, rtn_calibration : float
        Errors of RTN in float64.
    """

    tied: BoolArray
    differing: BoolArray
    levels: int
    other_sums: int
    held_out: tuple[float, float]
    calibration: tuple[float, float]
    rtn_held_out: float
    rtn_calibration: float

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def elsewhere(self) -> int:
        """Codes that differ in rows without a tie."""
        return int(self.differing[~self.tied.any(axis=1)].sum())

    @property
    def as_good(self) -> bool:
        """Whether the held-out errors are within 10 % of each other."""
        return max(self.held_out) <= SAME * min(self.held_out)


def two_precisions(
    out: int = 32, inp: int = 64, n: int = 512, bits: int = 3, group: int = 8, seed: int = DEFAULT_SEED
) -> Mapping[str, Precisions]:
    """Run the `factor` layer of these sizes with groups on the ``reference`` and the ``symmetric`` grid."""
    layer = example_layer("factor", out, inp, n, seed)
    return {
        grid: _both(layer, GPTQConfig(bits=bits, group=group, grid=grid))
        for grid in ("reference", "symmetric")
    }


def _both(layer: Layer, config: GPTQConfig) -> Precisions:
    """One grid; columns in the layer's own order, scales `updated`."""
    double, plain = gptq(layer, config), rtn(layer, config).quantized
    single, other = fast_gptq(layer, config, precision="mixed"), fast_gptq(layer, config)
    difference = np.abs(single.codes - double.codes)
    held_out, calibration = (
        [error_on(layer.W, Q, gram) for Q in (double.quantized, single.quantized.astype(np.float64), plain)]
        for gram in (layer.gram_test, layer.gram)
    )
    return Precisions(
        tied=tied(double, NEAR),
        differing=difference > 0,
        levels=int(difference.max()),
        other_sums=int((other.codes != double.codes).sum()),
        held_out=(held_out[0], held_out[1]),
        calibration=(calibration[0], calibration[1]),
        rtn_held_out=held_out[2],
        rtn_calibration=calibration[2],
    )
