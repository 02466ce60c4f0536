"""What is said beside the errors by bits: what a bit buys, whether the ratio changes, what GPTQ is worth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from gptq_viz.figures.bits import BitsLines
from gptq_viz.figures.gain_words import CLOSE
from gptq_viz.figures.method_look import STYLES
from gptq_viz.figures.numbers import in_print, times
from gptq_viz.figures.remarks import Remark
from gptq_viz.figures.undefined import no_errors
from gptq_viz.numerics import ALLOWED_BITS

ENDS = (ALLOWED_BITS[0], ALLOWED_BITS[-1])
FAR = 4.0 ** (ENDS[1] - ENDS[0]) / 4  # the least fall of an error that goes with the square of the step


def bits_remarks(data: BitsLines) -> tuple[Remark, ...]:
    """The gap between RTN and GPTQ, its ratio, and how many bits RTN needs instead."""
    rtn, gptq = data.held_out["rtn"], data.held_out[data.method]
    if any(math.isnan(error) for error in (*rtn, *gptq)):
        return no_errors("By bits")
    return (_gap(rtn, gptq), _ratio(data), _worth(data))


def _gap(rtn: tuple[float, ...], gptq: tuple[float, ...]) -> Remark:
    """The difference at the fewest and at the most bits."""
    gaps = (rtn[0] - gptq[0], rtn[-1] - gptq[-1])
    numbers = tuple((in_print(gap), f"at {bits} bits") for gap, bits in zip(gaps, ENDS, strict=True))
    if abs(gaps[1]) < abs(gaps[0]):
        sentence = "It shrinks as rounding gets finer"
        # Where weights of dead inputs matter, their error stays, however fine the rounding.
        sentence += ": half the step makes a quarter of the error." if rtn[0] > FAR * rtn[-1] else "."
    elif not any(gaps):
        sentence = "There is none at either end."
    else:
        sentence = "Here it does not shrink as rounding gets finer."
    return Remark("Gap: RTN’s error less GPTQ’s", numbers, sentence)


def _ratio(data: BitsLines) -> Remark:
    """At the fewest and at the most bits, and how far it moves between."""
    ratios = data.ratios(data.method)
    title = "Ratio: RTN’s error ÷ GPTQ’s"
    if not all(ratio > 0 and math.isfinite(ratio) for ratio in ratios):
        return Remark(title, (("–", "no ratio"),), "With some number of bits one of the two leaves no error.")
    low, high = min(ratios), max(ratios)
    numbers = tuple(
        (f"{times(ratio, 1)}×", f"at {bits} bits")
        for ratio, bits in zip((ratios[0], ratios[-1]), ENDS, strict=True)
    )
    if low > CLOSE:
        verdict = "GPTQ wins with every number of bits"
    elif high < 1 / CLOSE:
        verdict = "GPTQ loses with every number of bits"
    elif low >= 1 / CLOSE and high <= CLOSE:
        verdict = "Practically equal with every number of bits"
    else:
        wins = sum(ratio > CLOSE for ratio in ratios)
        losses = sum(ratio < 1 / CLOSE for ratio in ratios)
        verdict = f"GPTQ wins with {wins} of {len(ratios)} numbers of bits, loses with {losses}"
    few, many = data.held_out["rtn"][0], data.held_out["rtn"][-1]
    return Remark(
        title,
        numbers,
        f"{verdict}: {times(low, 1)}× to {times(high, 1)}×. RTN’s own error with {ENDS[0]} bits is "
        f"{times(few, many)} times that with {ENDS[1]}.",
    )


def _worth(data: BitsLines) -> Remark:
    """The bits with which RTN would make the same error."""
    error = data.held_out[data.method][ALLOWED_BITS.index(data.bits)]
    return Remark(
        f"{STYLES[data.method].label} with {data.bits} bits is as good as RTN with",
        ((bits_for(error, data.held_out["rtn"]), "bits"),),
        "Read off RTN’s line, straight between its points.",
    )


def bits_for(error: float, line: Sequence[float]) -> str:
    """Where a line of errors by `ALLOWED_BITS` first comes down to an error; between points by logarithms.

    Examples
    --------
    >>> bits_for(0.125, [0.5, 0.25, 0.0625, 0.01, 0.001, 0.0001])
    '3.5'
    >>> bits_for(0.6, [0.5, 0.25, 0.0625, 0.01, 0.001, 0.0001])
    'fewer than 2'
    """
    if error > line[0]:
        return f"fewer than {ENDS[0]}"
    for (few, more), (above, below) in zip(pairwise(ALLOWED_BITS), pairwise(line), strict=True):
        if below <= error <= above:
            if not error > 0 or above == below:
                return str(few if error == above else more)
            share = math.log(above / error) / math.log(above / below) if below > 0 else 0.5
            return f"{few + share * (more - few):.1f}"
    return f"more than {ENDS[1]}"
