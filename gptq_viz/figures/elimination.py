"""Watch U appear: the shrinking inverse, the rows of U found so far, and below the row that moves over."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.look import layout
from gptq_viz.figures.magnitude import Matrix, draw_bar, magnitude_map, shown
from gptq_viz.figures.moving_row import draw_move, draw_rows
from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import Elimination, elimination
from gptq_viz.theme import Palette, Sizes

LEFT, RIGHT = (0.0, 0.44), (0.56, 1.0)
MAPS = (0.44, 1.0)


@dataclass(frozen=True, slots=True)
class Appearing:
    """The moment before column j is eliminated, with ranges that stay the same for every j.

    Parameters
    ----------
    now : Elimination
        Numbers of this moment.
    inverse, U : (inp, inp)
        H_F⁻¹ and the rows of U before j; nan where there is nothing.
    inverse_limit, U_limit, row_limit : float
        Largest magnitude over all j, of H_F⁻¹, of U and of the rows below.
    """

    now: Elimination
    inverse: Matrix
    U: Matrix
    inverse_limit: float
    U_limit: float
    row_limit: float


def elimination_data(U: np.typing.NDArray[np.float64], step: int) -> Appearing:
    """Both matrices when the turn comes to column `step`."""
    now = elimination(U, step)
    # Eliminating lowers the diagonal, and no entry is larger than the diagonal allows. For the same reason
    # no entry of a row, frozen or not, is larger than the root of the largest diagonal entry.
    largest = float(np.square(U).sum(axis=0).max())
    return Appearing(
        now, shown(now.inverse), shown(now.U), largest, float(np.abs(U).max()), float(np.sqrt(largest))
    )


def elimination_figure(data: Appearing, palette: Palette, sizes: Sizes, *, log: bool) -> go.Figure:
    """Left what is left of the inverse, the finished part hatched; right U; below three rows as bars."""
    figure = go.Figure(layout=layout(palette, sizes))
    unit = sizes.axis
    panels = (("", data.inverse, data.inverse_limit, LEFT), ("2", data.U, data.U_limit, RIGHT))
    for axis, matrix, limit, domain in panels:
        _draw_map(figure, axis, matrix, limit, domain, palette, sizes, log)
    _draw_finished(figure, data.now.step, len(data.U), palette)
    draw_move(figure, data.now, palette, sizes)
    draw_rows(figure, data.now, data.row_limit, palette, sizes)
    figure.update_layout(
        height=round(37 * unit),
        margin={"l": round(2.6 * unit), "r": 2, "t": round(1.8 * unit), "b": round(1.6 * unit)},
        hovermode="closest",
    )
    return figure


def elimination_text(data: Appearing) -> str:
    """Pivot and differences of this moment."""
    now = data.now
    return (
        f"Left the inverse of H after {now.step} of {len(data.U)} columns were eliminated, right the first "
        f"{now.step} rows of U. Pivot {three_digits(now.pivot)}. Row {now.step} of the shrinking inverse over "
        f"the root of the pivot and row {now.step} of U differ by at most {three_digits(now.difference)}; "
        f"the row of the inverse that was never updated is off by {three_digits(now.frozen_difference)}."
    )


def _draw_map(
    figure: go.Figure,
    axis: str,
    matrix: Matrix,
    limit: float,
    domain: tuple[float, float],
    palette: Palette,
    sizes: Sizes,
    log: bool,
) -> None:
    """A heat map with its title above and its colour bar below."""
    last = len(matrix) - 1
    name = "U" if axis else "H_F⁻¹"
    figure.add_trace(
        magnitude_map(
            matrix,
            limit,
            palette,
            log,
            xaxis=f"x{axis}",
            yaxis=f"y{axis}",
            hoverongaps=False,
            hovertemplate=f"{name}[%{{y}}, %{{x}}] = %{{z:.3g}}<extra></extra>",
        )
    )
    draw_bar(figure, axis, limit, MAPS[0], domain, palette, sizes, log)
    bare = {"showline": True, "mirror": True, "linecolor": palette.border, "fixedrange": True, "showgrid": False, "zeroline": False, "ticklen": 2}
    bare |= {"tickfont": {"color": palette.muted}, "tickvals": sorted({0, last})}
    figure.layout[f"xaxis{axis}"] = bare | {
        "domain": domain,
        "anchor": f"y{axis}",
        "range": [-0.5, last + 0.5],
        "showticklabels": False,
        "ticks": "",
    }
    figure.layout[f"yaxis{axis}"] = bare | {
        "domain": MAPS,
        "anchor": f"x{axis}",
        "range": [last + 0.5, -0.5],
    }
    figure.add_annotation(
        text="<b>U</b>, row after row" if axis else "<b>H<sub>F</sub>⁻¹</b>, shrinking",
        xref=f"x{axis} domain",
        yref=f"y{axis} domain",
        x=0,
        y=1,
        xanchor="left",
        yanchor="bottom",
        font_color=palette.text,
        showarrow=False,
    )


def _draw_finished(figure: go.Figure, step: int, inp: int, palette: Palette) -> None:
    """Hatch over the rows and columns that are eliminated."""
    if step == 0:
        return
    low, edge, high = -0.5, step - 0.5, inp - 0.5
    figure.add_scatter(
        x=[low, high, high, edge, edge, low, low],
        y=[low, low, edge, edge, high, high, low],
        mode="lines",
        line={"color": palette.muted, "width": 1},
        fill="toself",
        fillcolor="rgba(0, 0, 0, 0)",
        fillpattern={"shape": "/", "fgcolor": palette.muted, "bgcolor": palette.surface, "size": 8},
        hoverinfo="skip",
    )
