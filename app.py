"""Overview: what does GPTQ buy? The same bits, a smaller error at the outputs."""

from gptq_viz.ui import cached, page

settings = page.begin("Overview", question="What does GPTQ buy?")
with page.drawing(settings):
    cached.race(settings)
