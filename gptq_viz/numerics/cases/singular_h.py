"""A singular H without damping: why there is no run, and what the smallest damping that works is worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, freeze
from gptq_viz.numerics.config import USUAL_DAMP, GPTQConfig
from gptq_viz.numerics.examples import DEFAULT_SEED, example_layer
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.problem import prepare
from gptq_viz.numerics.race import race
from gptq_viz.numerics.singular import SingularHessianError
from gptq_viz.numerics.spectrum import Spectrum, spectrum

USUAL = USUAL_DAMP


@dataclass(frozen=True, slots=True, eq=False)
class SingularH:
    """What stands in the way of a run, and what two dampings make of it.

    Parameters
    ----------
    refusal : str
        What the run says without damping; empty if there is nothing to refuse.
    n : int
        Calibration samples.
    spectrum : Spectrum
        Eigenvalues of H, with the floor of the usual damping.
    pivots : (inp,)
        What is left of each diagonal entry of H, as a share of it, when the factorization without damping
        comes to it from the last column back; 0 where it fails, nan where it never comes.
    damps, held_out, calibration : (2,)
        The smallest damping that works and the usual one, and GPTQ's relative output error with them.
    rtn_held_out, rtn_calibration : float
        Errors of RTN, which needs no H.
    """

    refusal: str
    n: int
    spectrum: Spectrum
    pivots: FloatArray
    damps: FloatArray
    held_out: FloatArray
    calibration: FloatArray
    rtn_held_out: float
    rtn_calibration: float

    def __post_init__(self) -> None:
        freeze(self)


def singular_h(
    out: int = 16, inp: int = 32, n: int = 24, bits: int = 3, seed: int = DEFAULT_SEED
) -> SingularH:
    """Try to run the `factor` layer of these sizes without damping, then run it with two dampings."""
    layer = example_layer("factor", out, inp, n, seed)
    found = spectrum(layer, GPTQConfig(bits=bits, damp=USUAL))
    damps = np.array([found.smallest_damp, USUAL])
    runs = [race(layer, GPTQConfig(bits=bits, damp=float(damp))) for damp in damps]
    held_out, calibration = np.array([run.errors("gptq") for run in runs]).T
    return SingularH(
        _refusal(layer, GPTQConfig(bits=bits, damp=0)),
        layer.n,
        found,
        _pivots(layer, found.failing_column),
        damps,
        held_out,
        calibration,
        *runs[0].errors("rtn"),
    )


def _refusal(layer: Layer, config: GPTQConfig) -> str:
    """What a run of these settings says instead of a result."""
    try:
        prepare(layer, config)
    except SingularHessianError as error:
        return str(error)
    return ""


def _pivots(layer: Layer, failing: int | None) -> FloatArray:
    """Squares on the diagonal of R as shares, from X alone: its columns made orthogonal, the last first."""
    triangle = np.linalg.qr(layer.X[:, ::-1], mode="r")
    pivots = np.zeros(layer.inp)
    pivots[: len(triangle)] = np.square(np.diag(triangle))
    share = pivots[::-1] / np.diag(layer.gram)
    if failing is not None:
        share[failing], share[:failing] = 0, np.nan
    return np.asarray(share)
