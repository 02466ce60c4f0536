"""A line in the picture of a sweep of one parameter, as data."""

from __future__ import annotations

from dataclasses import dataclass

from gptq_viz.figures.sweep_points import Spread


@dataclass(frozen=True, slots=True)
class Line:
    """One method on one kind of inputs.

    Parameters
    ----------
    method, kind : str
        ``"rtn"``, ``"frozen"`` or ``"gptq"``; ``"held_out"`` or ``"calibration"``.
    x : tuple of float
        Places on the axis.
    spreads : tuple of Spread
        Errors at these places.
    numbers : tuple of int
        Which of the sweep's settings these are.
    hover : tuple of str
        Words of each point.
    """

    method: str
    kind: str
    x: tuple[float, ...]
    spreads: tuple[Spread, ...]
    numbers: tuple[int, ...]
    hover: tuple[str, ...]
