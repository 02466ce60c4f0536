"""The nudge of one step: three lines of formulas with their numbers, and the move as bars."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from gptq_viz.figures.look import layout
from gptq_viz.figures.numbers import in_print, three_digits
from gptq_viz.numerics import Derivation
from gptq_viz.theme import Palette, Sizes

ENTRIES = 2
# Keeps wrapped lines apart; KaTeX counts the height of fractions short.
STRUT = r"\rule[-1em]{0pt}{2.3em}"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the derivation: what it says in words, and formulas with their numbers, for KaTeX."""

    words: str
    formulas: tuple[str, str]


def derivation_lines(step: Derivation) -> tuple[Line, ...]:
    """Lagrangian, move and cost, each symbol followed by its number."""
    w, q, e, pivot = map(number, (step.w, step.q, step.e, step.pivot))
    multiplier, cost, root = map(number, (step.multiplier, step.cost, float(np.sqrt(step.pivot))))
    j = step.step
    scaled = rf"-{bracketed(multiplier)}\,({entries(step.inverse_row)}) = " if step.e else ""
    free = rf"H_F^{{-1}}[{j}, {j}]"
    return (
        Line(
            "Weight j must move by −e. The free weights may follow: which move costs least?",
            (
                rf"\min_\delta\ \tfrac12\,\delta H_F \delta^{{\mathsf T}} + \lambda\,(\delta_{{{j}}} + e)",
                rf"e = w - q = {w} - {bracketed(q)} = {e}",
            ),
        ),
        Line(
            "The best move lies along a row of the inverse; the condition says how far.",
            (
                rf"\lambda = \frac{{e}}{{{free}}} = \frac{{{e}}}{{{pivot}}} = {multiplier}{STRUT}",
                rf"\delta = -\lambda\, H_F^{{-1}}[{j}, :] = {scaled}({entries(step.delta)})",
            ),
        ),
        Line(
            "What it costs. The pivot is the square of U[j, j], so this is half of E².",
            (
                rf"\tfrac12\,\delta H_F \delta^{{\mathsf T}} = \frac{{e^2}}{{2\,{free}}}"
                rf" = \tfrac12\Bigl(\frac{{e}}{{U[{j}, {j}]}}\Bigr)^2{STRUT}",
                rf"E = \frac{{e}}{{U[{j}, {j}]}} = \frac{{{e}}}{{{root}}},\quad \tfrac12 E^2 = {cost}{STRUT}",
            ),
        ),
    )


def derivation_figure(step: Derivation, inp: int, palette: Palette, sizes: Sizes) -> go.Figure:
    """The move δ: weight j goes to its level, the free ones follow, the finished ones stay."""
    figure = go.Figure()
    columns = np.arange(step.step, inp)
    limit = 1.15 * (float(np.abs(step.delta).max()) or step.scale / 2)
    figure.add_bar(
        x=columns,
        y=step.delta,
        marker={
            "color": [palette.muted] + [palette.gptq] * (len(columns) - 1),
            "pattern": {"shape": ["/"] + [""] * (len(columns) - 1)},
        },
        hovertemplate="column %{x}: %{y:.3g}<extra></extra>",
    )
    if step.step > 0:
        figure.add_vrect(
            x0=-0.5, x1=step.step - 0.5, fillcolor=palette.surface, line_width=0, layer="below",
            label={"text": "final", "textposition": "top left", "font_color": palette.muted},
        )  # fmt: skip
    quiet = {
        "fixedrange": True,
        "showgrid": False,
        "ticklen": 2,
        "tickfont": {"color": palette.muted, "size": sizes.axis},
    }
    figure.update_xaxes(
        **quiet, range=[-0.6, inp - 0.4], nticks=17, zeroline=False,
        title={"text": "column, in order of quantization", "standoff": 4, "font": quiet["tickfont"]},
    )  # fmt: skip
    figure.update_yaxes(**quiet, range=[-limit, limit], nticks=5, zeroline=True, zerolinecolor=palette.muted)
    figure.update_layout(
        layout(palette, sizes),
        height=round(14 * sizes.axis),
        margin={"l": round(3.4 * sizes.axis), "r": 2, "t": 4, "b": round(3.2 * sizes.axis)},
    )
    return figure


def derivation_text(step: Derivation) -> str:
    """Error, and the largest move that follows from it."""
    others = step.delta[1:]
    after = (
        f"the largest move of a later weight is {in_print(float(others[np.abs(others).argmax()]))}"
        if len(others)
        else "no later weight is left to follow"
    )
    return (
        f"The move of row {step.row} at step {step.step}: weight {step.step} goes from "
        f"{in_print(step.w)} to {in_print(step.q)}, {after}."
    )


def number(value: float) -> str:
    r"""Three significant digits, for KaTeX.

    >>> print(number(-0.0412), number(2.5e-7))
    -0.0412 2.50\cdot 10^{-7}
    """
    mantissa, _, power = three_digits(value).partition("e")
    return rf"{mantissa}\cdot 10^{{{power}}}" if power else mantissa


def bracketed(text: str) -> str:
    """A negative number after an operator."""
    return f"({text})" if text.startswith("-") else text


def entries(values: npt.NDArray[np.float64]) -> str:
    """The first entries of a row."""
    first = r",\; ".join(number(float(value)) for value in values[:ENTRIES])
    return rf"{first},\; \dots" if len(values) > ENTRIES else first
