"""RTN vs GPTQ: how much better, and where? All methods on the same grid, bit by bit, row by row."""

from gptq_viz.ui import page, rtn_vs_gptq
from gptq_viz.ui.choose import choose_part

settings = page.begin("RTN vs GPTQ", question="How much better, and where?")
part = choose_part(rtn_vs_gptq.PARTS, "versus_part")
with page.drawing(settings):
    if part in rtn_vs_gptq.WITHOUT_RUN:
        rtn_vs_gptq.WITHOUT_RUN[part](settings)
    else:
        rtn_vs_gptq.draw_run(settings, part)
