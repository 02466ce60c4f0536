"""What a picture or a panel shows, in a line above it, and why it shows nothing, in its middle."""

from __future__ import annotations

import plotly.graph_objects as go

from gptq_viz.theme import Sizes


def draw_head(
    figure: go.Figure,
    text: str,
    colour: str,
    sizes: Sizes,
    *,
    x: str = "x domain",
    y: str = "y domain",
    xshift: float = 0,
    yshift: float = 2,
) -> None:
    """From the left edge on.

    Parameters
    ----------
    x, y : str
        Plotly's names of what the edges are measured by: a panel's ``"x2 domain"``, or ``"paper"``.
    xshift, yshift : float
        Pixels from the corner, to the right and up.
    """
    figure.add_annotation(
        text=text,
        align="left",
        x=0,
        xref=x,
        xanchor="left",
        y=1,
        yref=y,
        yanchor="bottom",
        xshift=xshift,
        yshift=yshift,
        font={"color": colour, "size": sizes.axis},
        borderpad=0,
        showarrow=False,
    )


def draw_empty(figure: go.Figure, text: str, colour: str, sizes: Sizes, *, axis: str = "") -> None:
    """Why the panel with this number in Plotly's names is empty, in its middle."""
    figure.add_annotation(
        text=text,
        x=0.5,
        xref=f"x{axis} domain",
        y=0.5,
        yref=f"y{axis} domain",
        font={"color": colour, "size": sizes.axis},
        showarrow=False,
    )
