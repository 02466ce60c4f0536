"""Overview: what does GPTQ buy? The same bits, a smaller error at the outputs."""

import streamlit as st

from gptq_viz.figures import before_after, error_by_method
from gptq_viz.figures.gain import gain_data
from gptq_viz.ui import cached, overview, page

settings = page.begin("Overview", question="What does GPTQ buy?")
with page.drawing(settings):
    palette, sizes = page.palette(), page.sizes()
    gain = cached.picture(gain_data, settings)
    errors = cached.picture(error_by_method.error_by_method_data, settings)
    changes = cached.picture(before_after.before_after_data, settings)
    left, right = st.columns([2, 3], gap="large", vertical_alignment="center")
    with left:
        overview.draw_gain(gain, palette)
    with right:
        page.chart(
            error_by_method.error_by_method_figure(errors, palette, sizes),
            key="error_by_method",
            alt=error_by_method.error_by_method_text(errors),
        )
    overview.draw_numbers(gain, palette)
    page.chart(
        before_after.before_after_figure(changes, palette, sizes),
        key="before_after",
        alt=before_after.before_after_text(changes),
    )
    page.draw_note(settings)
page.draw_path("Overview")
