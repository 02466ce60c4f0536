"""The U factor: why Cholesky, and what is U? The inverse of H, cut into the rows that each step needs."""

from gptq_viz.ui import cached, page, u_factor
from gptq_viz.ui.choose import choose_part

settings = page.begin("The U factor", question="Why Cholesky, and what is U?")
part = choose_part(u_factor.PARTS, "u_part")
with page.drawing(settings, instead=u_factor.draw_damping):
    race = cached.race(settings)
    if part == u_factor.CHAIN:
        u_factor.draw_chain(settings)
    elif part == u_factor.APPEARING:
        u_factor.draw_elimination(race)
    elif part == u_factor.DAMPING:
        u_factor.draw_damping(settings)
    else:
        u_factor.draw_nudge(race)
    page.draw_note(settings)
