"""What GPTQ buys over RTN on the same grid, in numbers and in sentences that hold for every setting."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gptq_viz.figures.numbers import percent, three_digits, times
from gptq_viz.numerics import Race, weight_error

# Relative squared errors below this are the rounding of double precision, not of the grid.
NOISE = 1e-28
# Ratios closer to one than this are printed as equal: nobody would see or feel the difference.
SAME = 0.005

OUTCOMES = {
    "gptq": "and gains at the outputs",
    "rtn": "which does not pay here",
    "": "to no effect here",
}


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
    """

    bits: int
    held_out: Mapping[str, float]
    calibration: Mapping[str, float]
    weights: Mapping[str, float]
    codes: int
    changed: float


def gain_data(race: Race) -> Gain:
    """The last point of every curve, and how the two results differ."""
    W, traces = race.layer.W, race.traces
    return Gain(
        bits=race.config.bits,
        held_out={name: _last(curve) for name, curve in race.held_out.items()},
        calibration={name: _last(curve) for name, curve in race.calibration.items()},
        weights={name: weight_error(W, trace.quantized) for name, trace in traces.items()},
        codes=W.size,
        changed=float((traces["rtn"].codes != traces["gptq"].codes).mean()),
    )


def _last(curve: npt.NDArray[np.float64]) -> float:
    """Error after the last column."""
    last = float(curve[-1])
    return 0.0 if last < NOISE else last


def headline(gain: Gain) -> tuple[str, str]:
    """The one number, and the sentence that belongs to it."""
    rtn, gptq = gain.held_out["rtn"], gain.held_out["gptq"]
    at = f"at the same {gain.bits} bits a weight"
    if math.isnan(rtn) or math.isnan(gptq):
        return "–", "The held-out outputs of this layer are all 0, so no error can be compared with them."
    if rtn == gptq == 0:
        return "0", f"No output error at all, neither by plain rounding nor by GPTQ, {at}."
    if gptq == 0:
        return "0", f"GPTQ leaves no output error; plain rounding leaves {three_digits(rtn)}, {at}."
    if rtn == 0:
        return "0", f"Plain rounding leaves no output error; GPTQ leaves {three_digits(gptq)}, {at}."
    if not winner(gain):
        return "1×", f"GPTQ buys nothing here: its output error is that of plain rounding, {at}."
    if rtn > gptq:
        return f"{times(rtn, gptq)}×", f"smaller output error than plain rounding, {at}."
    return f"{times(gptq, rtn)}×", f"larger output error than plain rounding, {at}: here GPTQ loses."


def winner(gain: Gain) -> str:
    """The method with the smaller held-out error; empty where they are equal or undefined."""
    rtn, gptq = gain.held_out["rtn"], gain.held_out["gptq"]
    if math.isnan(rtn) or math.isnan(gptq) or abs(rtn - gptq) <= SAME * gptq:
        return ""
    return "gptq" if gptq < rtn else "rtn"


def output_sentence(gain: Gain) -> str:
    """What the error is on the inputs that GPTQ saw, and whether that flatters."""
    held_out, seen = gain.held_out["gptq"], gain.calibration["gptq"]
    start = (
        "Relative, on inputs GPTQ never saw. On its calibration inputs "
        f"{three_digits(gain.calibration['rtn'])} and {three_digits(seen)}"
    )
    if 0 < 1.5 * seen <= held_out:
        return f"{start}, which flatters GPTQ {times(held_out, seen)} times."
    return f"{start}."


def weight_sentence(gain: Gain) -> str:
    """By how much the weight error grew or shrank, and why that is no contradiction."""
    rtn, gptq = gain.weights["rtn"], gain.weights["gptq"]
    if rtn == gptq:
        return "Mean squared change of a weight; the same for both."
    if rtn == 0 or gptq == 0:
        return "Mean squared change of a weight; one of the two changes none."
    if abs(gptq - rtn) <= SAME * rtn:
        return "Mean squared change of a weight; nearly the same for both."
    if gptq > rtn:
        outcome = OUTCOMES[winner(gain)]
        return (
            f"GPTQ’s is {times(gptq, rtn)} times larger: RTN takes the nearest level for each weight. "
            f"GPTQ takes others so that errors cancel, {outcome}."
        )
    return f"GPTQ’s is {times(rtn, gptq)} times smaller here: its scales fit the weights better than RTN’s."


def codes_sentence(gain: Gain) -> str:
    """How different the two results are."""
    if gain.changed == 0:
        return "GPTQ chose the same integers as RTN everywhere."
    return "Here GPTQ chose other integers than RTN: the same bits, the same size."


def changed_share(gain: Gain) -> str:
    """The share of codes that differ."""
    return percent(gain.changed)
