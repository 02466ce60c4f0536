"""The errors of all four methods as a table, and whether the loss of the run is what was to be expected."""

from __future__ import annotations

import math

from gptq_viz.figures.method_look import STYLES, current_method
from gptq_viz.figures.noise import clean
from gptq_viz.figures.numbers import three_digits, times
from gptq_viz.figures.table import Table
from gptq_viz.numerics import MethodErrors, Race, method_errors

HEADER = ("Relative output error", "Held out", "Calibration", "RTN ÷ this", "Loss", "Forecast")
# What the table's words mean, for who asks.
TERMS = (
    "Relative output error: the share of the squared outputs that is wrong; held out: on inputs that "
    "no method saw. Frozen inverse: GPTQ with a common mistake, the same H⁻¹ in every step. RTN ÷ this: how "
    "many times this error RTN’s is, held out. Forecast: the loss if weights fall evenly between the levels."
)
# A run whose loss is that near to its forecast is what was to be expected.
NEAR = 1.5
# Law 6: without clipping no error exceeds half a scale; the forecast is the mean of evenly spread ones.
BOUND = 3


def standing_data(race: Race) -> tuple[MethodErrors, ...]:
    """RTN, frozen inverse, GPTQ and GPTQ with act_order, with the bits of the settings.

    Raises
    ------
    ValueError
        If H is singular in one of the two orders.
    """
    return method_errors(race.layer, race.config, bits=(race.config.bits,))


def standing_table(errors: tuple[MethodErrors, ...], *, act_order: bool) -> Table:
    """A row a method; in bold that of the settings."""
    by_name = {one.method: one for one in errors}
    rtn = by_name["rtn"].held_out
    rows = tuple(
        (
            f"{STYLES[one.method].sign} {STYLES[one.method].label}",
            three_digits(clean(one.held_out)),
            three_digits(clean(one.calibration)),
            "" if one.method == "rtn" else ratio(rtn, one.held_out),
            three_digits(clean(one.loss)),
            "" if one.method in ("rtn", "frozen") else three_digits(clean(one.forecast)),
        )
        for one in errors
    )
    marked = [one.method for one in errors].index(current_method(act_order=act_order))
    return Table(HEADER, rows, numbers=(1, 2, 3, 4, 5), marked=marked)


def ratio(rtn: float, error: float) -> str:
    """How many times the error RTN's is; a dash where there is no such number."""
    rtn, error = clean(rtn), clean(error)
    if math.isnan(rtn) or math.isnan(error) or error == 0:
        return "–"
    return f"{times(rtn, error)}×"


def loss_sentence(errors: tuple[MethodErrors, ...], *, act_order: bool, fixed_scales: bool) -> str:
    """What the loss is, and how it compares with the forecast: whether a loss is good.

    Parameters
    ----------
    act_order, fixed_scales : bool
        Of the settings: which of the two GPTQs, and whether all scales are known before the first step.
    """
    [own] = [one for one in errors if one.method == current_method(act_order=act_order)]
    what = "Loss: calibration error plus damping; quantizers log it, in other units."
    loss, forecast = clean(own.loss), clean(own.forecast)
    if math.isnan(loss) or math.isnan(forecast):
        return f"{what} Undefined here: the outputs are all 0."
    if forecast == 0:
        return f"{what} None was forecast." if loss == 0 else f"{what} None was forecast, but there is one."
    if loss == 0:
        return f"{what} Here there is none: less than was to be expected."
    if loss > BOUND * forecast and fixed_scales:
        verdict = ": only clipping can do that."
    elif loss > NEAR * forecast:
        verdict = ": more than was to be expected."
    elif loss * NEAR < forecast:
        verdict = ": less than was to be expected."
    else:
        verdict = ", as it should be."
    return f"{what} Here it is {times(loss, forecast)} times the forecast from before rounding{verdict}"
