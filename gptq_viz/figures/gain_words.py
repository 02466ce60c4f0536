"""What GPTQ buys over RTN, in sentences that hold for every setting."""

from __future__ import annotations

import math

from gptq_viz.figures.gain import Gain
from gptq_viz.figures.numbers import percent, three_digits, times
from gptq_viz.figures.undefined import SILENT

# Ratios closer to one than this are printed as equal: nobody would see or feel the difference.
SAME = 0.005
# Nor does a method win by less than this: another seed may turn it round.
CLOSE = 1.05

OUTCOMES = {
    "gptq": "and gains at the outputs",
    "rtn": "which does not pay here",
    "": "to little effect here",
}


def headline(gain: Gain) -> tuple[str, str]:
    """The one number, and the sentence that belongs to it."""
    rtn, gptq = gain.held_out["rtn"], gain.held_out["gptq"]
    at = f"at the same {gain.bits} bits a weight"
    if math.isnan(rtn) or math.isnan(gptq):
        return "–", SILENT
    if rtn == gptq == 0:
        return "0", f"No output error at all, neither by plain rounding nor by GPTQ, {at}."
    if gptq == 0:
        return "0", f"GPTQ leaves no output error; plain rounding leaves {three_digits(rtn)}, {at}."
    if rtn == 0:
        return "0", f"Plain rounding leaves no output error; GPTQ leaves {three_digits(gptq)}, {at}."
    if abs(rtn - gptq) <= SAME * gptq:
        return "1×", f"GPTQ buys nothing here: its output error is that of plain rounding (RTN), {at}."
    ratio, way = (times(rtn, gptq), "smaller") if rtn > gptq else (times(gptq, rtn), "larger")
    if not winner(gain):
        return "≈ 1×", f"Practically equal to plain rounding (RTN): {ratio}× {way} output error, {at}."
    loses = ": here GPTQ loses" if rtn < gptq else ""
    return f"{ratio}×", f"{way} output error than plain rounding (RTN), {at}{loses}."


def winner(gain: Gain) -> str:
    """The method with the smaller held-out error; empty where they are close or undefined."""
    rtn, gptq = gain.held_out["rtn"], gain.held_out["gptq"]
    if math.isnan(rtn) or math.isnan(gptq) or max(rtn, gptq) <= CLOSE * min(rtn, gptq):
        return ""
    return "gptq" if gptq < rtn else "rtn"


def output_sentence(gain: Gain) -> str:
    """What the error is on the inputs that GPTQ saw, and whether that flatters."""
    held_out, seen = gain.held_out["gptq"], gain.calibration["gptq"]
    undefined = math.isnan(held_out), math.isnan(seen)
    if all(undefined):
        return "Undefined: the outputs are all 0, held out and in calibration."
    start = (
        "Undefined: the held-out outputs are all 0."
        if undefined[0]
        else "Relative, on held-out inputs, which GPTQ never saw."
    )
    if undefined[1]:
        return f"{start} Undefined on calibration inputs, whose outputs are all 0."
    end = f"On calibration inputs: RTN {three_digits(gain.calibration['rtn'])}, GPTQ {three_digits(seen)}."
    if 0 < 1.5 * seen <= held_out:
        end += f" They flatter: GPTQ’s error on held-out inputs is {times(held_out, seen)} times as large."
    return f"{start} {end}"


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
        said = "GPTQ chose the same integers as RTN everywhere"
        return f"{said}." if gain.same_scales else f"{said}, but its scales differ, so values may too."
    said = "GPTQ chose other integers than RTN: the same bits, the same size."
    return said if gain.same_scales else f"{said} Scales differ too: an equal integer may be another value."


def changed_share(gain: Gain) -> str:
    """The share of codes that differ."""
    return percent(gain.changed)
