"""Advice on errors in words: GPTQ beside RTN, calibration beside held out, and the size of the error."""

from __future__ import annotations

from collections.abc import Mapping

from gptq_viz.figures.advice_parts import Said
from gptq_viz.figures.numbers import percent, three_digits, times
from gptq_viz.numerics.advice import CLOSE, LARGE, Advice


def loses(one: Advice) -> Said:
    """More held-out error than RTN."""
    better = (
        f"With damping {one.remedy['damp']:g} it makes {three_digits(one.values['tried'])}."
        if one.remedy
        else "Use RTN here, or calibrate with inputs like those in use."
    )
    return Said(
        "GPTQ loses to plain rounding",
        _both(one.values),
        "Held out, RTN on the same grid makes less error: what GPTQ learned from the samples does not hold "
        "for others.",
        better,
    )


def no_gain(one: Advice) -> Said:
    """As much held-out error as RTN."""
    return Said(
        "Nothing to gain",
        _both(one.values),
        f"Held out, GPTQ and plain rounding are within {percent(CLOSE - 1)} of each other.",
        "RTN does as well here, and needs no samples.",
    )


def heavy_damping(one: Advice) -> Said:
    """Damping that takes a gain away."""
    return Said(
        "Damping is heavy",
        (
            (three_digits(one.values["gptq"]), f"GPTQ at damping {one.values['damp']:g}"),
            (three_digits(one.values["tried"]), f"at {one.remedy['damp']:g}"),
        ),
        "It adds at least as much to each eigenvalue of H as they are on average, and hides which inputs go "
        "together.",
        f"With damping {one.remedy['damp']:g} the held-out error is smaller.",
    )


def large_error(one: Advice) -> Said:
    """An error that cannot be called small."""
    better = (
        f"With {one.remedy['bits']} bits it is {three_digits(one.values['tried'])}."
        if one.remedy
        else "Bits are hardly the cause; other warnings may tell it."
    )
    return Said(
        "The error is large",
        _both(one.values),
        f"Held out, more than {percent(LARGE)} of the power of the outputs is error.",
        better,
    )


def overfit(one: Advice) -> Said:
    """A calibration error that promises too much."""
    held_out, seen = one.values["gptq"], one.values["calibration"]
    means = (
        f"On samples that GPTQ never saw the error is {times(held_out, seen)} times as large."
        if seen > 0
        else "There is no error on the samples that GPTQ saw, but on others there is."
    )
    return Said(
        "The calibration error flatters",
        ((three_digits(held_out), "held out"), (three_digits(seen), "calibration")),
        means,
        "Judge by held-out samples; more samples, or samples like those in use, bring the two together.",
    )


def frozen(one: Advice) -> Said:
    """A layer on which the usual mistake does harm."""
    return Said(
        "A common mistake would do harm",
        (
            (three_digits(one.values["frozen"]), "frozen inverse"),
            (three_digits(one.values["rtn"]), "RTN"),
        ),
        "On this layer a program that never updates H⁻¹ makes more error than plain rounding.",
        "Hold another program’s result against RTN before you trust it.",
    )


def no_outputs(_: Advice) -> Said:
    """Nothing to be relative to."""
    return Said(
        "No error to compare",
        (("–", "held-out error"),),
        "The held-out outputs of this layer are all 0, so a relative error is undefined.",
        "So nothing here speaks of errors.",
    )


def _both(values: Mapping[str, float]) -> tuple[tuple[str, str], ...]:
    """Held-out errors of RTN and GPTQ, and GPTQ's on calibration inputs."""
    return (
        (three_digits(values["rtn"]), "RTN"),
        (three_digits(values["gptq"]), "GPTQ"),
        (three_digits(values["calibration"]), "GPTQ, calibration"),
    )
