"""RTN vs GPTQ: how much better, and where? All methods on the same grid, bit by bit, row by row."""

import streamlit as st

from gptq_viz.ui import page, rtn_vs_gptq

settings = page.begin("RTN vs GPTQ", question="How much better, and where?")
top = st.container()
part = rtn_vs_gptq.choose_part()
with page.drawing(settings):
    with top:
        rtn_vs_gptq.draw_standing(settings)
    rtn_vs_gptq.PARTS[part](settings)
    page.draw_note(settings)
