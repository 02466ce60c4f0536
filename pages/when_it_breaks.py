"""When it breaks: when should I not trust it? Advice on the settings, and cases to predict first."""

from gptq_viz.ui import page
from gptq_viz.ui.cases import deck

settings = page.begin("When it breaks", question="When should I not trust it?")
with page.drawing(settings):
    deck.draw_deck()
