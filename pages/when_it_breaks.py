"""When it breaks: when should I not trust it? Advice on the settings, and cases to predict first."""

from gptq_viz.ui import cached, page
from gptq_viz.ui.cases import deck
from gptq_viz.ui.cases.own_settings import draw_own_settings

settings = page.begin("When it breaks", question="When should I not trust it?")
with page.drawing(settings, instead=draw_own_settings):
    cached.race(settings)
    draw_own_settings(settings)
with page.drawing(settings):
    deck.draw_deck()
