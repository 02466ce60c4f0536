"""What is said beside the orders: which one the forecast picks, whether it was right, what act_order buys."""

from __future__ import annotations

import math
from itertools import combinations

from gptq_viz.figures.numbers import percent, three_digits, times
from gptq_viz.figures.order_errors import OrderErrors
from gptq_viz.figures.remarks import Remark

# Forecasts closer to each other than this are one pick; errors closer than that are as good: another seed
# changes more.
SAME = 0.005
NEAR = 0.02


def order_remarks(orders: tuple[OrderErrors, ...]) -> tuple[Remark, ...]:
    """The pick, how many pairs it had right, and act_order against the layer's own order.

    Parameters
    ----------
    orders : tuple of OrderErrors
        The smallest forecast first.
    """
    if any(math.isnan(one.forecast) or math.isnan(one.held_out) for one in orders):
        undefined = "The outputs of this layer are all 0, so no error can be compared with them."
        return (Remark("The forecast", (("–", "no pick"),), undefined),)
    return (_pick(orders), _pairs(orders), _act_order(orders))


def close(one: float, other: float, share: float) -> bool:
    """Whether two errors differ by no more than a share of the larger."""
    return abs(one - other) <= share * max(one, other)


def _pick(orders: tuple[OrderErrors, ...]) -> Remark:
    """Which order, and whether any other did better."""
    title, picked = (
        "The forecast picks",
        [one for one in orders if close(one.forecast, orders[0].forecast, SAME)],
    )
    if len(picked) == len(orders):
        low, high = three_digits(orders[0].forecast), three_digits(orders[-1].forecast)
        sentence = f"It sees no order worth choosing: {low} to {high}. {_spread(orders)}"
        return Remark(title, (("none", "all as good"),), sentence)
    names = ", ".join(one.label for one in picked)
    return Remark(title, ((names, three_digits(orders[0].forecast)),), _verdict(picked, orders))


def _verdict(picked: list[OrderErrors], orders: tuple[OrderErrors, ...]) -> str:
    """Whether a pick is as good as the best order, on the inputs it was computed for and on others."""
    seen, unseen = (_best(orders, kind) for kind in ("calibration", "held_out"))
    found = min(picked, key=lambda one: one.held_out)
    right = any(close(one.calibration, seen.calibration, NEAR) for one in picked)
    if close(found.held_out, unseen.held_out, NEAR):
        if right:
            return (
                f"Right: no order is better by more than {percent(NEAR)}, on calibration inputs or held out."
            )
        return (
            f"Right on held-out inputs: none is better by more than {percent(NEAR)}. On calibration inputs "
            f"{seen.label} is: {three_digits(seen.calibration)}."
        )
    behind = (
        f"held out {unseen.label} makes {three_digits(unseen.held_out)}, "
        f"the pick {three_digits(found.held_out)}."
    )
    return f"Right on calibration inputs, wrong on others: {behind}" if right else f"Wrong: {behind}"


def _spread(orders: tuple[OrderErrors, ...]) -> str:
    """How far the real errors lie apart."""
    best, worst = (choose(orders, key=lambda one: one.held_out) for choose in (min, max))
    return (
        f"Held out they make {three_digits(best.held_out)} ({best.label}) to "
        f"{three_digits(worst.held_out)} ({worst.label})."
    )


def _best(orders: tuple[OrderErrors, ...], kind: str) -> OrderErrors:
    """The order with the smallest error of a kind."""
    return min(orders, key=lambda one: float(getattr(one, kind)))


def _pairs(orders: tuple[OrderErrors, ...]) -> Remark:
    """Pairs of orders that the forecast ranked as the held-out errors do, without those that tie."""
    pairs = list(combinations(orders, 2))
    apart = [
        (better, worse)
        for better, worse in pairs
        if not close(better.forecast, worse.forecast, SAME)
        and not close(better.held_out, worse.held_out, NEAR)
    ]
    title = "Pairs of orders that can be told apart"
    ties = f"by at most {100 * SAME:g} % in the forecast or {percent(NEAR)} held out"
    if not apart:
        sentence = f"All {len(pairs)} pairs differ {ties}: there is nothing to rank."
        return Remark(title, (("none", f"of {len(pairs)}"),), sentence)
    right = sum(better.held_out < worse.held_out for better, worse in apart)
    others = len(pairs) - len(apart)
    differ = "pair differs" if others == 1 else f"{others} differ"
    left_out = f"The other {differ} {ties}. " if others else ""
    return Remark(
        title,
        ((f"{right} of {len(apart)}", "forecast the right way round"),),
        f"{left_out}"
        "From 1 / U[j, j]² and the scales alone: s² / 12 a weight, as if errors were spread evenly "
        "and nothing clipped.",
    )


def _act_order(orders: tuple[OrderErrors, ...]) -> Remark:
    """What the usual order buys over none."""
    by_name = {one.name: one for one in orders}
    natural, loudest = by_name["natural"].held_out, by_name["act_order"].held_out
    if close(natural, loudest, NEAR):
        number, verdict = ("1×", "as good"), f"Here that changes less than {percent(NEAR)}."
    elif loudest == 0 or natural == 0:
        number, verdict = ("0", "error in one order"), "Here one of the two orders leaves no error."
    elif loudest < natural:
        number, verdict = (f"{times(natural, loudest)}×", "less held-out error"), "Here that pays."
    else:
        number, verdict = (f"{times(loudest, natural)}×", "more held-out error"), "Here that does not pay."
    return Remark(
        "act_order instead of natural",
        (number,),
        f"Loud columns go first, while many quiet ones are left to make up for their errors. {verdict}",
    )
