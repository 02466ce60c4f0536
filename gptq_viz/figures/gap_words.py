"""What is said beside the bars of all methods and the optimum."""

from __future__ import annotations

import math

from gptq_viz.figures.gap_bars import ROWS, GapBars
from gptq_viz.figures.numbers import times
from gptq_viz.figures.remarks import Remark

SAME = 0.005
ORDERS = ("gptq", "act_order", "greedy", "obq")


def gap_remarks(data: GapBars) -> tuple[Remark, ...]:
    """How far GPTQ and RTN are from the optimum, and which order of columns comes nearest."""
    errors, best = data.errors, data.errors["optimum"]
    if math.isnan(best):
        return (
            Remark("No outputs", (("–", "no share"),), "The outputs are all 0, and a share of 0 is nothing."),
        )
    nearest = min(ORDERS, key=lambda name: errors[name])
    return (
        Remark("GPTQ and the optimum", (_ratio(errors["gptq"], best),), _gptq_sentence(data)),
        Remark("RTN and the optimum", (_ratio(errors["rtn"], best),), "RTN rounds every weight for itself."),
        Remark(f"Nearest: {ROWS[nearest].label}", (_ratio(errors[nearest], best),), _order_sentence(data)),
    )


def _ratio(error: float, best: float) -> tuple[str, str]:
    """How many times the optimum an error is."""
    if not best > 0:
        return ("0", "no error at all") if error == best == 0 else ("–", "the optimum leaves no error")
    return f"{times(error, best)}×", "the optimum"


def _gptq_sentence(data: GapBars) -> str:
    """What the rest of the way to the optimum is made of."""
    gptq, best = data.errors["gptq"], data.errors["optimum"]
    if not gptq - best > SAME * gptq:
        return "Rounding column after column loses nothing here, though it never goes back."
    return "GPTQ never goes back to a column. The optimum tries all together: too much for a large layer."


def _order_sentence(data: GapBars) -> str:
    """What another order than the natural one makes of GPTQ."""
    gptq, act_order = data.errors["gptq"], data.errors["act_order"]
    if not abs(gptq - act_order) > SAME * max(gptq, act_order):
        return "act_order changes next to nothing here."
    if act_order < gptq:
        return f"act_order makes GPTQ’s error {_less(gptq, act_order)}: loud columns are rounded first."
    return f"act_order makes GPTQ’s error {times(act_order, gptq)} times larger here."


def _less(larger: float, smaller: float) -> str:
    return "vanish" if smaller == 0 else f"{times(larger, smaller)} times smaller"
