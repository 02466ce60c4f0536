"""Dead inputs that live in deployment: their weights set to 0, as here, or kept at their nearest level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import BoolArray, FloatArray, freeze
from gptq_viz.numerics.baselines import rtn
from gptq_viz.numerics.cases.clear_best import clear_best
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.errors import output_error
from gptq_viz.numerics.examples import DEFAULT_SEED, example_layer
from gptq_viz.numerics.gptq import gptq
from gptq_viz.numerics.grid import code_range, round_to_codes
from gptq_viz.numerics.hessian import dead_inputs as never_fire
from gptq_viz.numerics.hessian import hessian
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.trace import Trace


@dataclass(frozen=True, slots=True)
class Treated:
    """One method with one treatment of dead columns.

    Parameters
    ----------
    held_out : float
        Relative output error on held-out inputs, where the dead ones live.
    silent : float
        The same on those inputs with the dead ones still at 0.
    calibration : float
        On the calibration inputs.
    """

    held_out: float
    silent: float
    calibration: float


@dataclass(frozen=True, slots=True, eq=False)
class DeadInputs:
    """RTN and GPTQ of one layer, dead columns zeroed and kept; all other columns are the same in both.

    Parameters
    ----------
    runs : mapping
        From method (``"rtn"``, ``"gptq"``) and treatment (``"zeroed"``, ``"kept"``) to the errors.
    loudness, loudness_held_out : (inp,)
        Mean square of each input, in calibration and held out.
    dead : (inp,)
        Inputs that never fire in calibration.
    """

    runs: Mapping[tuple[str, str], Treated]
    loudness: FloatArray
    loudness_held_out: FloatArray
    dead: BoolArray

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def better(self) -> str:
        """The treatment with which GPTQ has less held-out error; empty where both are within 5 %."""
        return clear_best({name: self.runs["gptq", name].held_out for name in ("zeroed", "kept")})


def dead_inputs(
    out: int = 16, inp: int = 32, n: int = 256, bits: int = 3, seed: int = DEFAULT_SEED
) -> DeadInputs:
    """Run the `dead` layer of these sizes: one input in 8 is silent in calibration and live held out."""
    layer, config = example_layer("dead", out, inp, n, seed), GPTQConfig(bits=bits)
    dead, runs = never_fire(hessian(layer)), {}
    for method, trace in (("rtn", rtn(layer, config)), ("gptq", gptq(layer, config))):
        runs[method, "zeroed"] = _treated(layer, trace.quantized, dead)
        runs[method, "kept"] = _treated(layer, _with_dead_kept(layer, trace, dead), dead)
    assert layer.X_test is not None
    loudness = [np.square(inputs).mean(axis=0) for inputs in (layer.X, layer.X_test)]
    return DeadInputs(runs, loudness[0], loudness[1], dead)


def _with_dead_kept(layer: Layer, trace: Trace, dead: BoolArray) -> FloatArray:
    """A result (out, inp) without groups whose dead columns are rounded with the scale of their row."""
    Q = trace.quantized.copy()
    zero = trace.zero.astype(np.float64)
    codes = round_to_codes(layer.W[:, dead], trace.scale, zero, code_range(trace.config))
    Q[:, dead] = (codes - zero) * trace.scale
    return Q


def _treated(layer: Layer, Q: FloatArray, dead: BoolArray) -> Treated:
    """Errors of a result on the three kinds of inputs."""
    assert layer.X_test is not None
    live, silent, seen = layer.X_test, layer.X_test * ~dead, layer.X
    return Treated(*(output_error(layer.W, Q, inputs) for inputs in (live, silent, seen)))
