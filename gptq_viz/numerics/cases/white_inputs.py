"""White inputs: no column can stand in for another, so there is nothing to gain, and something to lose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, freeze
from gptq_viz.numerics.baselines import rtn
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.errors import error_on
from gptq_viz.numerics.examples import DEFAULT_SEED, example_layer
from gptq_viz.numerics.gptq import gptq
from gptq_viz.numerics.layer import Layer

MANY = 16  # samples a column, where there are many
SEEDS = 30
SAME = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class WhiteInputs:
    """GPTQ's relative output error as a multiple of RTN's, for every seed.

    Parameters
    ----------
    n, many : int
        Samples: two a column, and many more.
    calibration, held_out : (seeds,)
        With n samples.
    held_out_many : (seeds,)
        With many.
    """

    n: int
    many: int
    calibration: FloatArray
    held_out: FloatArray
    held_out_many: FloatArray

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def worse(self) -> int:
        """In how many seeds GPTQ is the worse one, held out, with n samples."""
        return int((self.held_out > 1).sum())

    @property
    def loses(self) -> bool:
        """Whether half of the seeds or more have at least 5 % more error than RTN, held out."""
        return bool(np.median(self.held_out) > 1 + SAME)

    @property
    def gains(self) -> bool:
        """Whether half of the seeds or more have at least 5 % less error than RTN, held out."""
        return bool(np.median(self.held_out) < 1 - SAME)


def white_inputs(
    out: int = 16,
    inp: int = 32,
    n: int = 64,
    group: int = 8,
    bits: int = 3,
    seed: int = DEFAULT_SEED,
    seeds: int = SEEDS,
) -> WhiteInputs:
    """Run the `white` layers of so many seeds, from `seed` on, with few samples and with many."""
    config = GPTQConfig(bits=bits, group=group)
    many = MANY * inp
    ratios = np.array([_ratios(out, inp, n, many, config, seed + k) for k in range(seeds)])
    return WhiteInputs(n, many, *ratios.T)


def _ratios(out: int, inp: int, n: int, many: int, config: GPTQConfig, seed: int) -> tuple[float, ...]:
    """Calibration and held out with n samples, held out with many."""
    layer = example_layer("white", out, inp, many, seed)
    # Its first n samples are those of the same layer with n samples.
    few = Layer(layer.W, layer.X[:n])
    plain, run, with_many = (
        found.quantized for found in (rtn(few, config), gptq(few, config), gptq(layer, config))
    )

    def ratio(Q: FloatArray, gram: FloatArray) -> float:
        return error_on(layer.W, Q, gram) / error_on(layer.W, plain, gram)

    return ratio(run, few.gram), ratio(run, layer.gram_test), ratio(with_many, layer.gram_test)
