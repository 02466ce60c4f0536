"""Sweeps: which setting for this layer? One or two parameters, many seeds, and the best of them."""

from gptq_viz.ui import page, sweeps

settings = page.begin("Sweeps", question="Which setting for this layer?")
with page.drawing(settings):
    swept = sweeps.draw_choices(settings)
    sweeps.draw_outcome(settings, swept)
