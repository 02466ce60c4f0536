"""Curves over one setting, each with its method's colour, dash and marker, and its name beside its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.look import layout, method_colour
from gptq_viz.theme import METHODS, Palette, Sizes


@dataclass(frozen=True, slots=True)
class Curve:
    """One method over the setting.

    Parameters
    ----------
    method : str
        ``"rtn"``, ``"frozen"`` or ``"gptq"``.
    label : str
        Its name, beside its last point.
    values : sequence of float
        One for each value of the setting; nan is a gap.
    quiet : bool
        Thinner, with hollow marks: calibration beside held out.
    """

    method: str
    label: str
    values: Sequence[float] | np.ndarray[Any, np.dtype[np.float64]]
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis: its title, and whether it is logarithmic."""

    title: str
    log: bool = True


def curves_figure(
    places: Sequence[float] | np.ndarray[Any, np.dtype[np.float64]],
    curves: Sequence[Curve],
    across: Scale,
    upwards: Scale,
    palette: Palette,
    sizes: Sizes,
) -> go.Figure:
    """All curves with their names; the axes show every place of the setting."""
    figure = go.Figure()
    for curve in curves:
        _draw(figure, places, curve, palette, sizes)
    return figure.update_layout(layout(palette, sizes), height=round(250 + 6 * sizes.axis))


def _draw(figure: go.Figure, places: Any, curve: Curve, palette: Palette, sizes: Sizes) -> None:
    look, colour = METHODS[curve.method], method_colour(palette, curve.method)
    figure.add_scatter(
        x=list(places),
        y=list(curve.values),
        name=curve.label,
        mode="lines+markers",
        line={"color": colour, "dash": look.dash, "width": sizes.line / (2 if curve.quiet else 1)},
        marker={
            "symbol": f"{look.symbol}-open" if curve.quiet else look.symbol,
            "size": 0.6 * sizes.axis,
            "color": colour,
        },
        hovertemplate=f"{curve.label}: %{{y:.3g}}<extra></extra>",
        cliponaxis=False,
    )
