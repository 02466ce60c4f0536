"""The axes of a sweep of one parameter: errors upwards on a logarithmic scale, with a place for 0."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, quiet_axis, ruled_axis
from gptq_viz.figures.look import layout
from gptq_viz.figures.sweep_points import Spread
from gptq_viz.figures.sweep_values import AXIS_NAMES, UNORDERED, places, tick_texts
from gptq_viz.theme import Palette, Sizes


@dataclass(frozen=True, slots=True)
class Frame:
    """Where things stand, in the units of the axes; errors as their logarithms.

    Parameters
    ----------
    name : str
        The swept parameter.
    ticks : tuple of float
        Places of its values.
    texts : tuple of str
        What stands at them.
    low, high : float
        Ends of the axis of errors.
    floor : float or None
        Where an error of exactly 0 is drawn, if there is one.
    height, top, bottom : int
        Of the picture and its margins, in pixels.
    """

    name: str
    ticks: tuple[float, ...]
    texts: tuple[str, ...]
    low: float
    high: float
    floor: float | None
    height: int
    top: int
    bottom: int

    def height_of(self, error: float) -> float:
        """Where an error stands; nan stays nan and is not drawn."""
        if math.isnan(error):
            return error
        return math.log10(error) if error > 0 else self.floor if self.floor is not None else math.nan

    def lay_out(self, figure: go.Figure, palette: Palette, sizes: Sizes) -> None:
        """Give a figure these axes; the margin on the right is set by those who write there."""
        beside = 0.45 if self.name in UNORDERED else 0.03 * ((max(self.ticks) - min(self.ticks)) or 1.0)
        heights, words = _error_ticks(self)
        figure.update_layout(
            layout(palette, sizes),
            height=self.height,
            margin={"l": round(4.2 * sizes.axis), "t": self.top, "b": self.bottom},
            hovermode="closest",
            hoverdistance=30,
        )
        figure.update_xaxes(
            ruled_axis(palette, sizes),
            range=[min(self.ticks) - beside, max(self.ticks) + beside],
            tickvals=self.ticks,
            ticktext=self.texts,
            title=axis_title(AXIS_NAMES[self.name], palette, sizes, 6),
        )
        figure.update_yaxes(
            quiet_axis(palette, sizes, grid=True),
            range=[self.low, self.high],
            tickvals=heights,
            ticktext=words,
        )


def frame_of(name: str, values: Sequence[Any], spreads: Sequence[Spread], sizes: Sizes) -> Frame:
    """Axes that hold all values of a parameter and all errors found so far."""
    errors = [value for one in spreads for value in (one.low, one.median, one.high) if math.isfinite(value)]
    logs = [math.log10(value) for value in errors if value > 0] or [-2.0, 0.0]
    low, high = min(logs), max(logs)
    floor = low - max(0.15 * (high - low), 0.2) if any(value == 0 for value in errors) else None
    low = low if floor is None else floor
    # At least a factor of 2, so that differences of nothing look like nothing.
    room = max(0.08 * (high - low), (math.log10(2) - (high - low)) / 2)
    return Frame(
        name=name,
        ticks=places(name, values),
        texts=tick_texts(name, values),
        low=low - room - 0.06 * (high - low + 2 * room),  # for the names below the best points
        high=high + room,
        floor=floor,
        height=round(270 + 9.5 * sizes.axis),
        top=round(1.9 * sizes.axis),
        bottom=round(3.4 * sizes.axis),
    )


def decade_ticks(low: float, high: float) -> list[tuple[float, str]]:
    """Logarithms from low to high with their numbers: more digits of every decade where there are few.

    >>> decade_ticks(-2.1, -1.2)
    [(-2.0, '0.01'), (-1.6989700043360187, '0.02'), (-1.3010299956639813, '0.05')]
    """
    digits = (1, 2, 3, 5, 7) if high - low < 0.7 else (1, 2, 5) if high - low < 2.5 else (1,)
    found = [
        (math.log10(digit) + power, f"{float(f'{digit}e{power}'):g}".replace("e-0", "e-"))
        for power in range(math.floor(low), math.ceil(high) + 1)
        for digit in digits
    ]
    return [(place, text) for place, text in found if low <= place <= high]


def _error_ticks(frame: Frame) -> tuple[list[float], list[str]]:
    """Those of the errors, and 0 where it is drawn."""
    ticks = decade_ticks(frame.low, frame.high)
    if frame.floor is not None:
        ticks = [(frame.floor, "0"), *(tick for tick in ticks if tick[0] > frame.floor + 0.1)]
    return [place for place, _ in ticks], [text for _, text in ticks]
