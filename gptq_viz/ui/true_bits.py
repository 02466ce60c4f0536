"""The part that is about what a layer takes on disk, and what that buys."""

from __future__ import annotations

import streamlit as st

from gptq_viz import numerics
from gptq_viz.figures import storage_words, tradeoff, tradeoff_lines
from gptq_viz.ui import cached, page
from gptq_viz.ui.explained import draw_explained
from gptq_viz.ui.settings import Settings
from gptq_viz.ui.table import draw_table


def draw_bits(settings: Settings) -> None:
    """Error against bits for many settings, the bits of these to the last one."""
    data = cached.picture(tradeoff.tradeoffs_data, settings)
    layer = cached.layer(settings)
    stored = numerics.storage(layer.out, layer.inp, settings.config)
    places = st.columns([2, 1], gap="medium")
    draw_explained(
        tradeoff_lines.tradeoffs_figure(data, page.palette(), page.sizes()),
        storage_words.bits_remarks(data, stored, settings.config),
        key="tradeoffs",
        alt=tradeoff.tradeoffs_text(data),
        places=places,
    )
    with places[1]:
        draw_table(storage_words.bits_table(stored))
