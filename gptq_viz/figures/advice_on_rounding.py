"""Advice on rounding in words: a nearly singular H, clipping, and what the grid does to some weights."""

from __future__ import annotations

import math

from gptq_viz.figures.advice_parts import Said
from gptq_viz.figures.numbers import in_print, percent
from gptq_viz.numerics.advice import Advice

FLOAT32 = 6e-8  # the rounding error of one operation


def ill_conditioned(one: Advice) -> Said:
    """An H that only float64 can invert."""
    condition = one.values["condition"]
    lost = FLOAT32 * condition
    share = f"{percent(lost)} of" if lost < 1 else "more than"
    return Said(
        "H is nearly singular",
        ((in_print(condition) if math.isfinite(condition) else "∞", "condition number, damped"),),
        f"Rounding in float32, in which many programs compute, is {share} its smallest eigenvalue.",
        f"Damping {one.remedy['damp']:g} puts a floor under it.",
    )


def one_sided(one: Advice) -> Said:
    """Rows or groups whose upper half is cut off by the grid."""
    count, spans = int(one.values["one_sided"]), int(one.values["spans"])
    return Said(
        "No negative weight, yet a zero in the middle",
        ((f"{count:,}", f"of {spans:,} rows or groups"),),
        f"Where no weight is negative, the reference grid ends at {percent(one.values['kept'])} of the "
        "largest; what lies above is clipped.",
        f"The {one.remedy['grid']} grid reaches to the largest.",
    )


def clipped(one: Advice) -> Said:
    """Weights beyond the last level."""
    better = (
        "Neither act_order, the symmetric grid nor the next number of bits halves it without more error held "
        "out."
    )
    for name, words in (("act_order", "act_order"), ("grid", "the {} grid"), ("bits", "{} bits")):
        if name in one.remedy:
            better = f"With {words.format(one.remedy[name])} it is {percent(one.values['tried'])}."
    return Said(
        "Weights are clipped",
        ((percent(one.values["clipped"]), "of the weights"),),
        "When their turn came they lay beyond the last level of the grid by more than half a scale.",
        better,
    )


def ties(one: Advice) -> Said:
    """Codes that another program may take otherwise."""
    count, weights = int(one.values["ties"]), int(one.values["weights"])
    return Said(
        "Weights on a rounding tie",
        ((f"{count:,}", f"of {weights:,} weights"),),
        "In other programs the last digit may decide their codes, and with them those behind in their rows.",
        "Such a program may write other codes and be right: compare errors, not codes.",
    )
