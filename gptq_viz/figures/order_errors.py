"""Orders of columns: what each is forecast to cost, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass

from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import OrderResult, Race, compare_orders

ORDER_NAMES = {
    "natural": "natural",
    "act_order": "act_order",
    "ascending": "ascending",
    "random": "random",
    "greedy": "greedy pivot",
}


@dataclass(frozen=True, slots=True)
class OrderErrors:
    """An order of columns with its three relative output errors.

    Parameters
    ----------
    name : str
        As in `OrderResult`.
    forecast, calibration, held_out : float
        Before anything is rounded; after the run, on the inputs it saw and on others.
    current : bool
        Whether the settings quantize in this order.
    """

    name: str
    forecast: float
    calibration: float
    held_out: float
    current: bool

    @property
    def label(self) -> str:
        """Its name on screen."""
        return ORDER_NAMES[self.name]


def orders_data(race: Race) -> tuple[OrderErrors, ...]:
    """All five, the smallest forecast first.

    Raises
    ------
    ValueError
        If H is singular in one of the orders.
    """
    current = "act_order" if race.config.act_order else "natural"
    found = [_errors(result, current) for result in compare_orders(race.layer, race.config)]
    return tuple(sorted(found, key=lambda one: one.forecast))


def orders_text(orders: tuple[OrderErrors, ...]) -> str:
    """All the numbers, the best forecast first."""
    parts = [
        f"{one.label}: forecast {three_digits(one.forecast)}, calibration {three_digits(one.calibration)}, "
        f"held out {three_digits(one.held_out)}"
        for one in orders
    ]
    return f"Relative output error by order of columns, the best forecast first. {'; '.join(parts)}."


def _errors(result: OrderResult, current: str) -> OrderErrors:
    """Numbers alone, so that no run is kept."""
    return OrderErrors(
        result.name, result.forecast, result.calibration, result.held_out, result.name == current
    )
