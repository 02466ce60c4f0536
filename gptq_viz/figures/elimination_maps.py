"""The two matrices of an elimination: the shrinking inverse and U, and the row on its way between them."""

from __future__ import annotations

import plotly.graph_objects as go

from gptq_viz.figures.heads import draw_head
from gptq_viz.figures.magnitude import Matrix, magnitude_map
from gptq_viz.figures.magnitude_bar import draw_bar
from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import Elimination
from gptq_viz.theme import Palette, Sizes

MAPS = (0.46, 1.0)
TOP = 0.12  # share of the rows where the words of the arrow stand below it


def draw_map(
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
    draw_bar(figure, (f"x{axis}", f"y{axis}"), limit, MAPS[0], domain, palette, sizes, log)
    _lay_out(figure, axis, len(matrix), domain, palette, sizes)


def draw_finished(figure: go.Figure, step: int, inp: int, palette: Palette) -> None:
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
        fillpattern={
            "shape": "/",
            "size": 8,
            "solidity": 0.15,
            "fgcolor": palette.muted,
            "bgcolor": palette.surface,
        },
        hoverinfo="skip",
        showlegend=False,
    )


def draw_move(figure: go.Figure, now: Elimination, palette: Palette, sizes: Sizes) -> None:
    """A frame around row j in both matrices, one around the pivot, and the arrow from one to the other."""
    j, last = now.step, len(now.U) - 1
    row = {"type": "rect", "x0": j - 0.5, "x1": last + 0.5, "y0": j - 0.5, "y1": j + 0.5}
    line = {"color": palette.gptq, "width": sizes.line}
    pivot = {"color": palette.text, "width": 1.5 * sizes.line}
    figure.add_shape(**row, xref="x", yref="y", line=line)
    figure.add_shape(**row | {"x1": j + 0.5}, xref="x", yref="y", line=pivot)
    figure.add_shape(**row, xref="x2", yref="y2", line=line | {"dash": "dot"})
    place = {"x": -0.5, "xref": "x2", "y": j, "yref": "y2"}
    figure.add_annotation(
        **place,
        ax=-2.8 * sizes.axis,
        ay=0,
        xshift=-2,
        arrowhead=2,
        arrowwidth=sizes.line,
        arrowcolor=palette.gptq,
        text="",
    )
    below = j < TOP * (last + 1)  # else it would lie beside the titles
    figure.add_annotation(
        **place,
        text=f"÷ √{three_digits(now.pivot)}",
        xanchor="right",
        yanchor="top" if below else "bottom",
        xshift=-0.3 * sizes.axis,
        yshift=-4 if below else 2,
        font_color=palette.gptq,
        showarrow=False,
    )


def _lay_out(
    figure: go.Figure, axis: str, inp: int, domain: tuple[float, float], palette: Palette, sizes: Sizes
) -> None:
    """A frame, row 0 on top, the first and the last row numbered; the title above."""
    bare = {"showline": True, "mirror": True, "linecolor": palette.border, "fixedrange": True}
    bare |= {"showgrid": False, "zeroline": False}
    figure.layout[f"xaxis{axis}"] = bare | {
        "domain": domain,
        "anchor": f"y{axis}",
        "range": [-0.5, inp - 0.5],
        "showticklabels": False,
        "ticks": "",
    }
    figure.layout[f"yaxis{axis}"] = bare | {
        "domain": MAPS,
        "anchor": f"x{axis}",
        "range": [inp - 0.5, -0.5],
        "tickvals": [0, inp - 1],
        "tickfont": {"color": palette.muted},
        "ticklen": 2,
    }
    head = "<b>U</b>, row after row" if axis else "<b>H_F⁻¹</b>, shrinking"
    draw_head(figure, head, palette.text, sizes, x=f"x{axis} domain", y=f"y{axis} domain")
