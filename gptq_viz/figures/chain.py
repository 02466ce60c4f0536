"""From H to U: four heat maps in a row, one made from the other, with one hover for all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.heads import draw_head
from gptq_viz.figures.look import layout
from gptq_viz.figures.magnitude import Matrix, magnitude_map, shown
from gptq_viz.figures.magnitude_bar import draw_bar
from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import FactorChain
from gptq_viz.theme import Palette, Sizes

GAP = 0.035
WIDTH = (1 - 3 * GAP) / 4


@dataclass(frozen=True, slots=True)
class Panel:
    """A matrix of the chain.

    Parameters
    ----------
    name, made : str
        What it is called, and how it comes from the one before.
    values : (inp, inp)
        In quantization order.
    limit : float
        End of its colour range. H and damped H share one, so that the damping can be seen.
    """

    name: str
    made: str
    values: Matrix
    limit: float

    @property
    def largest(self) -> float:
        """Largest magnitude in it."""
        return float(np.abs(self.values).max())


def chain_data(chain: FactorChain, *, row_factor: bool = False) -> tuple[Panel, ...]:
    """H, damped H, H⁻¹ and U, or U with its rows divided by their pivots."""
    floor = three_digits(float(chain.damped[0, 0] - chain.H[0, 0]))
    last = ("F", "U[j] / U[j, j]", chain.F) if row_factor else ("U", "H⁻¹ = Uᵀ U", chain.U)
    matrices = (
        ("H", "2 Xᵀ X / n", chain.H, chain.damped),
        ("damped H", f"H + {floor} I", chain.damped, chain.damped),
        ("H⁻¹", "inverse", chain.inverse, chain.inverse),
        (*last, last[-1]),
    )
    return tuple(
        Panel(name, made, shown(values), float(np.abs(widest).max()))
        for name, made, values, widest in matrices
    )


def chain_figure(panels: tuple[Panel, ...], palette: Palette, sizes: Sizes, *, log: bool) -> go.Figure:
    """Row 0 on top; the panels share their rows, so that one hover tells i, j and all four values."""
    figure = go.Figure()
    for number, panel in enumerate(panels):
        _draw_panel(figure, number, panel, palette, sizes, log)
    last = len(panels[0].values) - 1
    unit = sizes.axis
    side = 120 + 6.6 * unit  # as high as it is wide beside an open sidebar, and in projector mode
    figure.update_layout(
        layout(palette, sizes),
        height=round(side + 5.4 * unit),
        margin={"l": round(2.2 * unit), "r": 2, "t": round(3.2 * unit), "b": round(2.2 * unit)},
        hovermode="y unified",
        hoversubplots="axis",
    )
    figure.update_yaxes(
        range=[last + 0.5, -0.5],
        fixedrange=True,
        showgrid=False,
        zeroline=False,
        showspikes=False,
        tickvals=[0, last],
        tickfont_color=palette.muted,
        ticklen=2,
        unifiedhovertitle_text="row i = %{y}",
    )
    return figure


def chain_text(panels: tuple[Panel, ...]) -> str:
    """Size and largest entry of every matrix."""
    inp = len(panels[0].values)
    entries = "; ".join(
        f"{panel.name}, {panel.made}, largest {three_digits(panel.largest)}" for panel in panels
    )
    return f"Heat maps of four matrices of {inp} by {inp} numbers. Largest magnitudes: {entries}."


def _draw_panel(
    figure: go.Figure, number: int, panel: Panel, palette: Palette, sizes: Sizes, log: bool
) -> None:
    """One matrix with its title above and its colour bar below."""
    axis = "" if number == 0 else str(number + 1)
    start = number * (WIDTH + GAP)
    figure.add_trace(
        magnitude_map(
            panel.values,
            panel.limit,
            palette,
            log,
            name=panel.name,
            xaxis=f"x{axis}",
            yaxis="y",
            hovertemplate=f"{panel.name}[%{{y}}, %{{x}}] = %{{z:.3g}}<extra></extra>",
        )
    )
    draw_bar(figure, (f"x{axis}", "y"), panel.limit, 0.0, (start, start + WIDTH), palette, sizes, log)
    last = len(panel.values) - 1
    figure.layout[f"xaxis{axis}"] = {
        "domain": [start, start + WIDTH],
        "anchor": "y",
        "range": [-0.5, last + 0.5],
        "fixedrange": True,
        "showgrid": False,
        "zeroline": False,
        "visible": False,
    }
    arrow = "" if number == 0 else "→ "
    head = f"{arrow}<b>{panel.name}</b><br>{panel.made}"
    draw_head(figure, head, palette.text, sizes, x=f"x{axis} domain")
