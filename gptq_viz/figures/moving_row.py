"""The row that moves from the shrinking inverse to U, as bars beside the row of U and the frozen one."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from gptq_viz.numerics import Elimination
from gptq_viz.theme import Palette, Sizes

BARS = (0.0, 0.22)


def draw_rows(figure: go.Figure, now: Elimination, limit: float, palette: Palette, sizes: Sizes) -> None:
    """Row j three times: of U, over it that of the shrinking inverse / √pivot, beside them the frozen one."""
    j, columns = now.step, np.arange(len(now.U))
    common: dict[str, Any] = {"x": columns, "xaxis": "x3", "yaxis": "y3"}
    edge = {"width": 0.75 * sizes.line, "color": palette.gptq}
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
        name="of H_F⁻¹ / √pivot",
        offset=-0.32,
        width=0.36,
        marker={"color": palette.magnitude[1]},
        hovertemplate=f"{hover}<extra>H_F⁻¹ / √pivot</extra>",
    )
    figure.add_bar(
        **common,
        y=now.frozen_row,
        name="of H⁻¹, never updated",
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
