"""A chart with its remarks beside it, as most parts of pages are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from gptq_viz.figures.remarks import Remark
from gptq_viz.ui import page
from gptq_viz.ui.cards import draw_remarks

if TYPE_CHECKING:
    import plotly.graph_objects as go
    from streamlit.delta_generator import DeltaGenerator


def draw_explained(
    figure: go.Figure,
    said: Sequence[Remark],
    *,
    key: str,
    alt: str,
    shares: tuple[int, int] = (2, 1),
    places: Sequence[DeltaGenerator] | None = None,
) -> None:
    """The chart on the left, its remarks one below the other on the right.

    Parameters
    ----------
    figure, key, alt
        As for `page.chart`.
    said : sequence of Remark
        What the picture shows, with its numbers.
    shares : tuple of int
        How the width is shared between the two.
    places : two containers, optional
        For the two, where something stands in them already.
    """
    left, right = places or st.columns(shares, gap="medium")
    with left:
        page.chart(figure, key=key, alt=alt)
    with right:
        draw_remarks(said, page.palette().text, stacked=True)
