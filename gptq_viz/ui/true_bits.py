"""The part that is about what a layer takes on disk, and what that buys."""

from __future__ import annotations

import streamlit as st

from gptq_viz import numerics
from gptq_viz.figures import storage_words, tradeoff, tradeoff_lines
from gptq_viz.ui import cached, page
from gptq_viz.ui.cards import draw_remarks
from gptq_viz.ui.settings import Settings
from gptq_viz.ui.table import draw_table


def draw_bits(settings: Settings) -> None:
    """Error against bits for many settings, the bits of these to the last one."""
    data = cached.picture(tradeoff.tradeoffs_data, settings)
    layer = cached.layer(settings)
    stored = numerics.storage(layer.out, layer.inp, settings.config)
    left, right = st.columns([2, 1], gap="medium")
    with left:
        page.chart(
            tradeoff_lines.tradeoffs_figure(data, page.palette(), page.sizes()),
            key="tradeoffs",
            alt=tradeoff.tradeoffs_text(data),
        )
    with right:
        said = storage_words.bits_remarks(data, stored, settings.config)
        draw_remarks(said, page.palette().text, stacked=True)
        draw_table(storage_words.bits_table(stored))
