"""Geometry: why is this the right nudge? Two weights, their lattice, and rings of equal cost."""

from gptq_viz.ui import geometry, page
from gptq_viz.ui.choose import choose_part

settings = page.begin("Geometry", question="Why is this the right nudge?")
part = choose_part(geometry.PARTS, "geometry_part")
with page.drawing(settings):
    if part == geometry.OPTIMUM:
        geometry.draw_optimum(settings)
    else:
        geometry.draw_plane(settings, metric=part == geometry.METRIC)
    page.draw_note(settings)
