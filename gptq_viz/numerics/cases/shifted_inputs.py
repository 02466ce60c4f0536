"""Shifted inputs: calibrated on one kind of inputs, used on another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.numerics.baselines import rtn
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.errors import output_error
from gptq_viz.numerics.examples import DEFAULT_SEED, HELD_OUT, example_layer
from gptq_viz.numerics.gptq import gptq
from gptq_viz.numerics.layer import Layer

KINDS = ("calibration", "fresh", "shifted")


@dataclass(frozen=True, slots=True)
class ShiftedInputs:
    """Relative output errors of three runs on three kinds of inputs.

    Parameters
    ----------
    rtn, gptq, mixed : mapping
        By ``"calibration"`` (the inputs of a run), ``"fresh"`` (others of the first kind) and ``"shifted"``
        (others of the second kind). Mixed: GPTQ, calibrated half on either kind.
    """

    rtn: Mapping[str, float]
    gptq: Mapping[str, float]
    mixed: Mapping[str, float]

    @property
    def calibration_flatters(self) -> bool:
        """Whether GPTQ is the better one on its calibration inputs, and on fresh ones of their kind."""
        return all(self.gptq[kind] < self.rtn[kind] for kind in ("calibration", "fresh"))

    @property
    def shift_turns_it(self) -> bool:
        """Whether GPTQ is the worse one on shifted inputs."""
        return self.gptq["shifted"] > self.rtn["shifted"]

    @property
    def mixing_repairs_it(self) -> bool:
        """Whether GPTQ, calibrated on both kinds, is the better one on fresh inputs of either."""
        return all(self.mixed[kind] < self.rtn[kind] for kind in ("fresh", "shifted"))


def shifted_inputs(
    out: int = 32, inp: int = 64, n: int = 512, bits: int = 3, seed: int = DEFAULT_SEED
) -> ShiftedInputs:
    """Quantize the `shift` layer, and once more with half of the samples from the inputs it is used on."""
    # Its first n samples are those of the same layer with n samples.
    twice = example_layer("shift", out, inp, 2 * n, seed)
    assert twice.X_test is not None
    half = n // 2
    W, seen, used = twice.W, twice.X[:n], twice.X_test[: HELD_OUT // 2]
    both = np.concatenate([seen[:half], twice.X_test[-half:]])
    fresh = {"fresh": twice.X[n:], "shifted": used}
    config = GPTQConfig(bits=bits)

    def errors(Q: FloatArray, calibration: FloatArray) -> dict[str, float]:
        inputs = {"calibration": calibration, **fresh}
        return {kind: output_error(W, Q, inputs[kind]) for kind in KINDS}

    layer = Layer(W, seen)
    return ShiftedInputs(
        rtn=errors(rtn(layer, config).quantized, seen),
        gptq=errors(gptq(layer, config).quantized, seen),
        mixed=errors(gptq(Layer(W, both), config).quantized, both),
    )
