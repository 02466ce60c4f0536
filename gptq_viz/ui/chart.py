"""Charts, each with two buttons that save it: as PNG for slides, as SVG for print."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

if TYPE_CHECKING:
    import plotly.graph_objects as go
    from streamlit.components.v2.types import ComponentRenderer

PIXELS = 2  # of a PNG, for each on the screen
BUTTONS = Path(__file__).with_name("save_chart.js")
# Of every chart. Plotly's one button is only a place for the two of `offer_saving`.
CONFIG: Mapping[str, Any] = {
    "displayModeBar": "hover",
    "modeBarButtons": [["toImage"]],
    "displayNotifier": False,
}


def chart(figure: go.Figure, key: str, alt: str, *, on_select: Callable[[], None] | None = None) -> None:
    """Draw a figure in the colours it was given.

    Parameters
    ----------
    figure : go.Figure
        Made with `palette()` and `sizes()`.
    key : str
        Keeps the chart in place from run to run, and names the file it is saved to.
    alt : str
        What the picture says, for those who do not see it.
    on_select : callable, optional
        Called when a point was clicked; which one is in the session's state, by the chart's key.
    """
    st.plotly_chart(
        figure,
        theme=None,
        key=key,
        alt=alt,
        height=int(figure.layout.height),
        config=dict(CONFIG),
        selection_mode="points",
        on_select=on_select or "ignore",
    )


def offer_saving() -> None:
    """Put the two buttons above every chart of the page; to be called once a page."""
    with st.container(key="chart_buttons"):
        _renderer()(data=[PIXELS], key="save_chart")


@cache
def _renderer() -> ComponentRenderer:
    """The registered component; once a process."""
    return st.components.v2.component(
        "gptq_explorer_save_chart", html="<span>\n</span>", js=BUTTONS.read_text(encoding="utf-8")
    )
