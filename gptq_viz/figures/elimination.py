"""Watch U appear: the shrinking inverse, the rows of U found so far, and below the row that moves over."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from gptq_viz.figures.elimination_maps import draw_finished, draw_map, draw_move
from gptq_viz.figures.look import layout
from gptq_viz.figures.magnitude import Matrix, shown
from gptq_viz.figures.moving_row import draw_rows
from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import Elimination, elimination
from gptq_viz.theme import Palette, Sizes

LEFT, RIGHT = (0.0, 0.42), (0.58, 1.0)


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


def elimination_data(U: npt.NDArray[np.float64], step: int) -> Appearing:
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
        draw_map(figure, axis, matrix, limit, domain, palette, sizes, log)
    draw_finished(figure, data.now.step, len(data.U), palette)
    draw_move(figure, data.now, palette, sizes)
    draw_rows(figure, data.now, data.row_limit, palette, sizes)
    figure.update_layout(
        height=round(525 - 4 * unit),  # lower in projector mode, where the slider above it is taller
        margin={"l": round(2.6 * unit), "r": 2, "t": round(1.7 * unit), "b": round(1.6 * unit)},
        hovermode="closest",
    )
    return figure


def elimination_text(data: Appearing) -> str:
    """Pivot and differences of this moment."""
    now = data.now
    return (
        f"Left the inverse of H after {now.step} of {len(data.U)} columns were eliminated, right the first "
        f"{now.step} rows of U. Pivot {three_digits(now.pivot)}. Row {now.step} of the shrinking inverse "
        f"over the root of the pivot and row {now.step} of U differ by {three_digits(now.difference)}; "
        f"the row of the inverse that was never updated is off by {three_digits(now.frozen_difference)}."
    )
