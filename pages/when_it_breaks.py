"""When it breaks: when should I not trust it? Advice on the settings, and cases to predict first."""

import streamlit as st

from gptq_viz.ui import cached, page
from gptq_viz.ui.cases import deck
from gptq_viz.ui.cases.own_settings import draw_own_settings

settings = page.begin("When it breaks", question="When should I not trust it?")
first, second = st.container(), st.container()
# A class looks at the cases, who has a layer to quantize at the advice.
cases, advice = (first, second) if st.session_state["present"] else (second, first)
with advice, page.drawing(settings, instead=draw_own_settings):
    cached.race(settings)
    draw_own_settings(settings)
with cases, page.drawing(settings):
    deck.draw_deck()
