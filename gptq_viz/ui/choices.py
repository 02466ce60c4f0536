"""The parts of RTN vs GPTQ that show choices: codes, one output, and the grids to choose from."""

from __future__ import annotations

import streamlit as st

from gptq_viz.figures import code_map, code_words
from gptq_viz.ui import cached, page
from gptq_viz.ui.cards import draw_remarks
from gptq_viz.ui.settings import Settings

WIDE = [5, 2]


def draw_codes(settings: Settings) -> None:
    """Which integers GPTQ chose otherwise than RTN."""
    data = cached.picture(code_words.codes_data, settings)
    left, right = st.columns(WIDE, gap="medium")
    with left:
        page.chart(
            code_map.codes_figure(data, page.palette(), page.sizes()),
            key="versus_codes",
            alt=code_words.codes_text(data),
        )
    with right:
        draw_remarks(code_words.codes_remarks(data), page.palette().text, stacked=True)
