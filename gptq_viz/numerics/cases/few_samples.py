"""Too few samples: what GPTQ makes of a layer with fewer samples than columns, by damping."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, IntArray, freeze
from gptq_viz.numerics.baselines import rtn
from gptq_viz.numerics.config import USUAL_DAMP, GPTQConfig
from gptq_viz.numerics.errors import error_on
from gptq_viz.numerics.examples import DEFAULT_SEED, example_layer
from gptq_viz.numerics.fast import fast_gptq
from gptq_viz.numerics.layer import Layer

SAMPLES = (8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 64, 96, 128, 256)
TINY, USUAL = 1e-6, USUAL_DAMP
CLIFF = 2.0  # times the error behind it
SEEDS = 9


@dataclass(frozen=True, slots=True, eq=False)
class FewSamples:
    """Relative output errors of GPTQ by number of samples, for several seeds: one alone has heavy tails.

    Parameters
    ----------
    inp : int
        Columns of the layer.
    samples : (k,)
        Numbers of samples, from few to many.
    held_out, calibration : (seeds, k)
        With tiny damping.
    usual, usual_calibration : (seeds, k)
        The same with the usual damping.
    rtn : (seeds,)
        RTN, held out: it asks for no samples.
    """

    inp: int
    samples: IntArray
    held_out: FloatArray
    calibration: FloatArray
    usual: FloatArray
    usual_calibration: FloatArray
    rtn: FloatArray

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def peak(self) -> int:
        """Place of the largest median error with tiny damping."""
        return int(np.median(self.held_out, axis=0).argmax())

    @property
    def behind(self) -> int:
        """Place where there are a quarter more samples than columns."""
        return int(np.searchsorted(self.samples, 1.25 * self.inp))

    @property
    def has_cliff(self) -> bool:
        """Whether the median error peaks before n = inp, above RTN's, and falls to half or less behind it."""
        error = np.median(self.held_out, axis=0)
        inside = self.peak > 0 and self.samples[self.peak] < self.inp
        above = error[self.peak] > np.median(self.rtn)
        return bool(inside and above and error[self.peak] >= CLIFF * error[self.behind])


def few_samples(
    out: int = 16, inp: int = 32, bits: int = 3, seed: int = DEFAULT_SEED, seeds: int = SEEDS
) -> FewSamples:
    """Run the `ar1` layers of so many seeds, from `seed` on, with every number of `SAMPLES`."""
    layers = [example_layer("ar1", out, inp, SAMPLES[-1], seed + k) for k in range(seeds)]
    errors = np.array([_errors(layer, bits) for layer in layers])
    plain = [error_on(one.W, rtn(one, GPTQConfig(bits=bits)).quantized, one.gram_test) for one in layers]
    return FewSamples(
        inp,
        np.array(SAMPLES),
        held_out=errors[:, 0],
        calibration=errors[:, 1],
        usual=errors[:, 2],
        usual_calibration=errors[:, 3],
        rtn=np.array(plain),
    )


def _errors(layer: Layer, bits: int) -> FloatArray:
    """Held out and calibration with tiny damping, then the same with the usual one, (4, k).

    The first n samples of this layer are those of the same layer with n samples.
    """
    found = []
    for n in SAMPLES:
        few = Layer(layer.W, layer.X[:n])
        runs = (fast_gptq(few, GPTQConfig(bits=bits, damp=damp)).quantized for damp in (TINY, USUAL))
        found.append([error_on(layer.W, Q, gram) for Q in runs for gram in (layer.gram_test, few.gram)])
    return np.array(found).T
