"""Loud inputs, drawn: where the error is spent if their columns come as they lie, and if they come first."""

from __future__ import annotations

import plotly.graph_objects as go

from gptq_viz.figures.cases.loud_panels import draw_bars, lay_out, write_title
from gptq_viz.figures.method_look import method_look
from gptq_viz.figures.numbers import three_digits, times
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics.cases.loud_inputs import LoudInputs
from gptq_viz.theme import Palette, Sizes

# Order, method that gives the colour, and the words above the bars.
PANELS = (
    ("natural", "gptq", "GPTQ, the layer’s own order"),
    ("first", "act_order", "GPTQ, act_order: loud columns first"),
)


def figure(data: LoudInputs, palette: Palette, sizes: Sizes) -> go.Figure:
    """Bars of the error spent by each step, in two orders, on one scale; loud columns solid, with a mark."""
    drawn = go.Figure()
    highest = max(float(data.orders[name].spent.max()) for name, _, _ in PANELS) or 1.0
    for place, (name, method, words) in enumerate(PANELS):
        axis = "" if place == 0 else "2"
        order, colour = data.orders[name], method_look(method, palette).colour
        draw_bars(drawn, order, axis, highest, colour, palette, sizes)
        write_title(drawn, order, axis, words, colour, palette, sizes)
    lay_out(drawn, len(data.orders["natural"].spent), highest, palette, sizes)
    return drawn


def text(data: LoudInputs) -> str:
    """Errors of all orders, and what the loud columns take."""
    names = {"natural": "the layer’s own order", "first": "loud columns first", "last": "loud columns last"}
    parts = [
        f"{names[name]}: held out {three_digits(order.held_out)}, calibration "
        f"{three_digits(order.calibration)}, {three_digits(order.spent_on_loud)} of the outputs spent in "
        "loud columns"
        for name, order in data.orders.items()
    ]
    return (
        "Error spent by each column, in two orders of quantization. GPTQ by order: "
        f"{'; '.join(parts)}. RTN: held out {three_digits(data.rtn_held_out)}, calibration "
        f"{three_digits(data.rtn_calibration)}."
    )


def look_for(data: LoudInputs) -> str:
    """The same columns in both pictures."""
    count = int(data.orders["natural"].loud.sum())
    return (
        f"The {count} solid bars (◆) are the same loud columns in both: see how high they are while most "
        "columns are still free, and how high when few are."
    )


def numbers(data: LoudInputs) -> tuple[Remark, ...]:
    """Errors by order, and what the loud columns take of them."""
    orders = data.orders
    seen = ", ".join(three_digits(orders[name].calibration) for name in ("natural", "first", "last"))
    return (
        Remark(
            "Held-out error",
            (
                (three_digits(orders["natural"].held_out), "own order"),
                (three_digits(orders["first"].held_out), "loud first"),
                (three_digits(orders["last"].held_out), "loud last"),
                (three_digits(data.rtn_held_out), "RTN"),
            ),
            f"On calibration inputs {seen}; RTN {three_digits(data.rtn_calibration)}.",
        ),
        Remark(
            "Spent in the loud columns",
            (
                (three_digits(orders["natural"].spent_on_loud), "own order"),
                (three_digits(orders["first"].spent_on_loud), "loud first"),
                (three_digits(orders["last"].spent_on_loud), "loud last"),
            ),
            f"Of the outputs, damping included. {_why(data)}",
        ),
    )


def right(data: LoudInputs) -> int:
    """The number of the card's answer that holds."""
    return {"first": 0, "last": 1}.get(data.best, 2)


def _why(data: LoudInputs) -> str:
    """What order has to do with it."""
    first, last = (data.orders[name].spent_on_loud for name in ("first", "last"))
    why = "A column’s error can only be made up for by columns that are still free."
    if 0 < first < last:
        return f"{why} Quantized last, the loud ones cost {times(last, first)} times as much as first."
    return why
