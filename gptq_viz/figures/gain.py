"""What GPTQ buys over RTN on the same grid, in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gptq_viz.figures.noise import clean
from gptq_viz.numerics import Race, weight_error


@dataclass(frozen=True, slots=True)
class Gain:
    """Errors of RTN and GPTQ after the last column.

    Parameters
    ----------
    bits : int
        Bits a weight, the same for both.
    held_out, calibration : mapping
        Relative output error by method (`rtn`, `frozen`, `gptq`).
    weights : mapping
        Mean squared weight error by method.
    codes : int
        Integer codes of the layer.
    changed : float
        Share of them that differ between RTN and GPTQ.
    same_scales : bool
        Whether the same integer stands for the same value in both results.
    """

    bits: int
    held_out: Mapping[str, float]
    calibration: Mapping[str, float]
    weights: Mapping[str, float]
    codes: int
    changed: float
    same_scales: bool


def gain_data(race: Race) -> Gain:
    """The last point of every curve, and how the two results differ."""
    W, traces = race.layer.W, race.traces
    return Gain(
        bits=race.config.bits,
        held_out={name: clean(curve[-1]) for name, curve in race.held_out.items()},
        calibration={name: clean(curve[-1]) for name, curve in race.calibration.items()},
        weights={name: weight_error(W, trace.quantized) for name, trace in traces.items()},
        codes=W.size,
        changed=float((traces["rtn"].codes != traces["gptq"].codes).mean()),
        same_scales=all(
            np.array_equal(getattr(traces["rtn"], name), getattr(traces["gptq"], name))
            for name in ("scale", "zero")
        ),
    )
