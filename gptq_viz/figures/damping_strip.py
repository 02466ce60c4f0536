"""U, its rows by their pivots, under more and more damping, as small multiples, until it is diagonal."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.heads import draw_head
from gptq_viz.figures.look import layout
from gptq_viz.figures.magnitude import Matrix, magnitude_map, shown
from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import DampingStrip
from gptq_viz.theme import Palette, Sizes

GAP = 0.02
LIMIT = 1.0  # one colour range for all, from nothing to what stands on every diagonal


@dataclass(frozen=True, slots=True)
class Multiple:
    """The row factor of U for one damping.

    Parameters
    ----------
    damp : str
        As it is written on screen.
    F : (inp, inp)
        ``U[j] / U[j, j]``: damping makes all of U smaller, and this takes it out. nan where H is singular.
    off_diagonal : float
        Off-diagonal mass of U; nan where H is singular.
    """

    damp: str
    F: Matrix
    off_diagonal: float


def damping_strip_data(strip: DampingStrip) -> tuple[Multiple, ...]:
    """One panel for each damping."""
    return tuple(
        Multiple(written(float(damp)), shown(U / np.diag(U)[:, None]), float(mass))
        for damp, U, mass in zip(strip.damps, strip.U, strip.off_diagonal, strict=True)
    )


def damping_strip_figure(multiples: tuple[Multiple, ...], palette: Palette, sizes: Sizes) -> go.Figure:
    """Small heat maps from little damping to much; above each its off-diagonal mass."""
    figure = go.Figure()
    width = (1 - GAP * (len(multiples) - 1)) / len(multiples)
    for number, multiple in enumerate(multiples):
        axis = "" if number == 0 else str(number + 1)
        start = number * (width + GAP)
        last = len(multiple.F) - 1
        hidden = {"visible": False, "fixedrange": True}
        figure.layout[f"xaxis{axis}"] = hidden | {
            "domain": [start, start + width],
            "range": [-0.5, last + 0.5],
            "anchor": f"y{axis}",
        }
        figure.layout[f"yaxis{axis}"] = hidden | {"range": [last + 0.5, -0.5], "anchor": f"x{axis}"}
        _draw_multiple(figure, axis, multiple, palette, sizes)
    head = "Rows of U by their pivots, under more and more damping; the off-diagonal mass of U"
    draw_head(figure, head, palette.muted, sizes, x="paper", y="paper", yshift=2.9 * sizes.axis)
    figure.update_layout(
        layout(palette, sizes), height=round(15.6 * sizes.axis), margin={"t": round(4.6 * sizes.axis)}
    )
    return figure


def damping_strip_text(multiples: tuple[Multiple, ...]) -> str:
    """Off-diagonal mass for each damping."""
    masses = ", ".join(
        f"{multiple.damp}: {three_digits(multiple.off_diagonal)}"
        if np.isfinite(multiple.off_diagonal)
        else f"{multiple.damp}: H is singular"
        for multiple in multiples
    )
    return (
        "U as a heat map for several dampings, its rows by their pivots. "
        f"Off-diagonal mass at damping {masses}."
    )


def written(damp: float) -> str:
    """A damping as short as it gets.

    >>> written(1e-6), written(0.0001), written(0.01), written(100.0)
    ('1e-6', '1e-4', '0.01', '100')
    """
    return f"{damp:g}" if damp >= 1e-3 else f"{damp:.0e}".replace("e-0", "e-")


def _draw_multiple(figure: go.Figure, axis: str, multiple: Multiple, palette: Palette, sizes: Sizes) -> None:
    """One U, or the word that there is none, and the two lines above it."""
    singular = not np.isfinite(multiple.off_diagonal)
    if singular:
        note = "singular"
    else:
        note = three_digits(multiple.off_diagonal)
        hover = f"U[%{{y}}, %{{x}}] / U[%{{y}}, %{{y}}] = %{{z:.3g}}<extra>damping {multiple.damp}</extra>"
        figure.add_trace(
            magnitude_map(
                multiple.F,
                LIMIT,
                palette,
                log=False,
                xaxis=f"x{axis}",
                yaxis=f"y{axis}",
                hovertemplate=hover,
            )
        )
    head = f"<b>damp {multiple.damp}</b><br>{note}"
    draw_head(figure, head, palette.text, sizes, x=f"x{axis} domain", y=f"y{axis} domain")
