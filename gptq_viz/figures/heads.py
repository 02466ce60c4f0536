"""What a panel shows, in a line above it."""

from __future__ import annotations

import plotly.graph_objects as go

from gptq_viz.theme import Sizes


def draw_head(
    figure: go.Figure, text: str, colour: str, sizes: Sizes, *, x: str = "x domain", y: str = "y domain"
) -> None:
    """From the panel's left edge on; `x` and `y` are Plotly's names of what its edges are measured by."""
    figure.add_annotation(
        text=text,
        align="left",
        x=0,
        xref=x,
        xanchor="left",
        y=1,
        yref=y,
        yanchor="bottom",
        yshift=2,
        font={"color": colour, "size": sizes.axis},
        borderpad=0,
        showarrow=False,
    )


def draw_empty(figure: go.Figure, text: str, colour: str, sizes: Sizes) -> None:
    """Why a panel is empty, in its middle."""
    figure.add_annotation(
        text=text,
        x=0.5,
        xref="x domain",
        y=0.5,
        yref="y domain",
        font={"color": colour, "size": sizes.axis},
        showarrow=False,
    )
