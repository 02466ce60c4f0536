"""Pivots of a Cholesky factorization that comes from the last column back, until one is 0."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, quiet_axis
from gptq_viz.figures.heads import draw_head
from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.theme import Palette, Sizes

PLACE = (0.0, 0.3)  # of the figure's height


def draw_pivots(
    drawn: go.Figure, pivots: FloatArray, failing: int | None, palette: Palette, sizes: Sizes
) -> None:
    """Bars on the figure's second pair of axes, at its foot.

    Parameters
    ----------
    pivots : (inp,)
        As shares of the diagonal; 0 where the factorization fails, nan where it never comes.
    failing : int or None
        The column where it fails.
    """
    positive = np.where(pivots > 0, pivots, np.nan)
    lowest = math.floor(math.log10(np.nanmin(positive))) - 0.3
    drawn.add_bar(
        x=np.arange(len(pivots)),
        y=positive,
        xaxis="x2",
        yaxis="y2",
        showlegend=False,
        marker={"color": palette.magnitude[1]},
        hovertemplate="column %{x}: %{y:.2g} of its diagonal entry is left<extra></extra>",
    )
    if failing is not None:
        _mark_failure(drawn, failing, 0.9 * lowest, palette, sizes)
    _lay_out(drawn, len(pivots), lowest, palette, sizes)


def _mark_failure(drawn: go.Figure, column: int, height: float, palette: Palette, sizes: Sizes) -> None:
    """A cross where the factorization stops."""
    drawn.add_scatter(
        x=[column],
        y=[10**height],
        xaxis="x2",
        yaxis="y2",
        mode="markers",
        showlegend=False,
        marker={"symbol": "x", "size": 0.9 * sizes.axis, "color": palette.clipped},
        hovertemplate=f"column {column}: nothing is left<extra></extra>",
    )


def _lay_out(drawn: go.Figure, inp: int, lowest: float, palette: Palette, sizes: Sizes) -> None:
    """A logarithmic axis below what is drawn already."""
    quiet = quiet_axis(palette, sizes)
    drawn.update_layout(
        xaxis2=quiet
        | {
            "range": [-0.6, inp - 0.4],
            "nticks": 9,
            "anchor": "y2",
            "title": axis_title("column; the last one comes first", palette, sizes),
        },
        yaxis2=quiet
        | {
            "domain": PLACE,
            "type": "log",
            "range": [lowest, 0.05],
            "tickvals": [10.0**power for power in range(math.ceil(lowest), 1, 1 + int(-lowest) // 4)],
            "tickformat": "~g",
            "anchor": "x2",
        },
    )
    head = "<b>Pivots without damping</b>, shares of diag(H)"
    draw_head(drawn, head, palette.muted, sizes, x="x2 domain", y="y2 domain")
