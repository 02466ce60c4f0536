"""The row that moves from the shrinking inverse to U: framed in both, and as bars beside the frozen one."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import Elimination
from gptq_viz.theme import Palette, Sizes

BARS = (0.0, 0.24)


def draw_move(figure: go.Figure, now: Elimination, palette: Palette, sizes: Sizes) -> None:
    """A frame around row j in both matrices, one around the pivot, and the arrow from one to the other."""
    j, last = now.step, len(now.U) - 1
    row = {"type": "rect", "x0": j - 0.5, "x1": last + 0.5, "y0": j - 0.5, "y1": j + 0.5}
    line = {"color": palette.gptq, "width": sizes.line}
    pivot = {"color": palette.clipped, "width": 1.5 * sizes.line}
    figure.add_shape(**row, xref="x", yref="y", line=line)
    figure.add_shape(**row | {"x1": j + 0.5}, xref="x", yref="y", line=pivot)
    figure.add_shape(**row, xref="x2", yref="y2", line=line | {"dash": "dot"})
    place = {"x": -0.5, "xref": "x2", "y": j, "yref": "y2"}
    figure.add_annotation(
        **place,
        ax=-3.4 * sizes.axis,
        ay=0,
        xshift=-2,
        arrowhead=2,
        arrowwidth=sizes.line,
        arrowcolor=palette.gptq,
        text="",
    )
    figure.add_annotation(
        **place,
        text=f"÷ √{three_digits(now.pivot)}",
        xanchor="right",
        yanchor="bottom",
        xshift=-0.3 * sizes.axis,
        yshift=2,
        font_color=palette.gptq,
        showarrow=False,
    )


def draw_rows(figure: go.Figure, now: Elimination, limit: float, palette: Palette, sizes: Sizes) -> None:
    """Row j three times: of U, over it that of the shrinking inverse / √pivot, beside them the frozen one."""
    j, columns = now.step, np.arange(len(now.U))
    common: dict[str, Any] = {"x": columns, "xaxis": "x3", "yaxis": "y3"}
    edge = {"width": 1, "color": palette.gptq}
    hover = "column %{x}: %{y:.3g}"
    figure.add_bar(
        **common,
        y=now.factor_row,
        name=f"row {j} of U",
        offset=-0.42,
        width=0.56,
        marker={"color": "rgba(0, 0, 0, 0)", "line": edge},
        hovertemplate=f"{hover}<extra>U</extra>",
    )
    figure.add_bar(
        **common,
        y=now.row,
        name=f"row {j} of H<sub>F</sub>⁻¹ / √pivot",
        offset=-0.32,
        width=0.36,
        marker={"color": palette.magnitude[1]},
        hovertemplate=f"{hover}<extra>H_F⁻¹ / √pivot</extra>",
    )
    figure.add_bar(
        **common,
        y=now.frozen_row,
        name=f"row {j} of H⁻¹, never updated",
        offset=0.2,
        width=0.24,
        marker={
            "color": palette.frozen,
            "line": {"width": 0},
            "opacity": np.where(columns < j, 0.35, 1.0),
        },
        hovertemplate=f"{hover}<extra>frozen H⁻¹</extra>",
    )
    _lay_out_bars(figure, len(columns), limit, palette, sizes)


def _lay_out_bars(figure: go.Figure, inp: int, limit: float, palette: Palette, sizes: Sizes) -> None:
    """Ranges that stay the same for every j, and the names of the three rows above them."""
    quiet = {"fixedrange": True, "showgrid": False, "tickfont": {"color": palette.muted}, "ticklen": 2}
    figure.update_layout(
        xaxis3=quiet
        | {"anchor": "y3", "domain": [0, 1], "range": [-0.6, inp - 0.4], "nticks": 17, "zeroline": False},
        yaxis3=quiet
        | {
            "anchor": "x3",
            "domain": BARS,
            "range": [-1.05 * limit, 1.05 * limit],
            "nticks": 4,
            "zeroline": True,
            "zerolinecolor": palette.muted,
        },
        barmode="overlay",
        showlegend=True,
        legend={
            "orientation": "h",
            "x": 0,
            "xanchor": "left",
            "y": BARS[1],
            "yanchor": "bottom",
            "bgcolor": "rgba(0, 0, 0, 0)",
            "font": {"color": palette.text, "size": sizes.axis},
            "itemclick": False,
            "itemdoubleclick": False,
            "traceorder": "normal",
        },
    )
