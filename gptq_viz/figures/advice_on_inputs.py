"""Advice on inputs in words: samples, dead inputs, and an H that has no inverse."""

from __future__ import annotations

import math

from gptq_viz.figures.advice_parts import Said
from gptq_viz.figures.numbers import percent, three_digits
from gptq_viz.numerics.advice import CLOSE, ENOUGH, FEW, Advice


def singular(one: Advice) -> Said:
    """No run at all."""
    return Said(
        "H is singular: no run",
        ((f"{one.values['damp']:g}", "smallest damping that works"),),
        "Some changes of the weights would cost nothing on these samples, so H has no inverse.",
        "Raise the damping: the smallest that works may still leave much more error than 0.01 does.",
    )


def few_samples(one: Advice) -> Said:
    """Fewer samples than it takes to know how inputs go together."""
    n, live = int(one.values["n"]), int(one.values["live"])
    means = (
        "There are directions that no sample ever took; only damping has a say in them."
        if n < live
        else f"With fewer than {FEW} an input, chance resemblance of inputs is taken for real."
    )
    return Said(
        "Few samples",
        ((f"{n:,}", "sample" if n == 1 else "samples"), (f"{live:,}", "inputs that fire")),
        means,
        f"Take {one.remedy['n']:,}, {ENOUGH} an input.",
    )


def awake(one: Advice) -> Said:
    """Dead inputs that fire held out."""
    awake_inputs, zeroed = int(one.values["awake"]), one.values["zeroed"]
    numbers = [(str(awake_inputs), "dead input" if awake_inputs == 1 else "dead inputs")]
    if not math.isnan(zeroed):
        numbers.append((three_digits(zeroed), "held-out error from their weights alone"))
    return Said(
        "Dead inputs wake up",
        tuple(numbers),
        "They never fired in calibration, so their weights were set to 0; held out they fire.",
        "Calibrate with samples in which they fire, or keep their rounded weights.",
    )


def dead(one: Advice) -> Said:
    """Dead inputs that do no harm."""
    count, inp, awake_inputs = (int(one.values[name]) for name in ("dead", "inp", "awake"))
    if count == inp:
        means = "No input ever fires in calibration: all weights become 0, by any method."
    elif awake_inputs:
        means = (
            "Always 0 in calibration, so their weights become 0. Some fire held out, with at most "
            f"{percent(CLOSE - 1)} of the error."
        )
    else:
        means = "Always 0 in calibration, so their weights become 0. Held out they are silent too."
    return Said(
        "Dead inputs",
        ((str(count), f"of {inp} inputs"),),
        means,
        "If they may fire in use, calibrate with samples in which they do.",
    )
