"""The page of sweeps: choices, a plan, a sweep that runs beside the page, and its picture."""

from __future__ import annotations

from contextlib import suppress

import streamlit as st

from gptq_viz.figures.error_by_method import error_by_method_data
from gptq_viz.figures.sweep_plan_words import progress_text
from gptq_viz.figures.sweep_points import sweep_points
from gptq_viz.figures.sweep_rows import one_run
from gptq_viz.figures.swept import Swept
from gptq_viz.theme import PROJECTOR
from gptq_viz.ui import cached, page, sweep_session
from gptq_viz.ui.settings import Settings
from gptq_viz.ui.sweep_choices import choose_sweep
from gptq_viz.ui.sweep_picture import draw_picture
from gptq_viz.ui.sweep_presets import draw_sweep_presets
from gptq_viz.ui.sweep_result import draw_result, other_choices
from gptq_viz.ui.sweep_start import draw_start

# How often the browser asks: it is also the sign that somebody still watches.
EVERY_SECONDS = 0.7


def draw_choices(settings: Settings) -> Swept | str:
    """Presets, choices, and the plan with its button; what was chosen.

    On a projector the choices are shown on demand. No popover would do: for what it hides the browser
    answers with what was chosen before.
    """
    with st.container(gap="xsmall"):
        bar = draw_sweep_presets()
        shown = True
        if page.sizes() is PROJECTOR:
            shown = bar.toggle("What to sweep", key="sweep_choices", persist_state="session")
        swept = choose_sweep(settings, shown=shown)
        draw_start(swept, busy=sweep_session.running() is not None)
    return swept


def draw_outcome(settings: Settings, swept: Swept | str) -> None:
    """The sweep on its way, or the last one, or the one point that is known without a sweep."""
    running, kept = sweep_session.running() is not None, sweep_session.kept()
    if running:
        st.fragment(_watch, run_every=EVERY_SECONDS)(swept)
    elif kept is not None:
        draw_result(kept, swept)
    if not running and not (kept and kept.has_rows) and not isinstance(swept, str):
        errors = cached.picture(error_by_method_data, settings)
        draw_picture(sweep_points(one_run(errors, swept), swept), swept)
    with suppress(cached.NoRunError):  # a sweep may well be of other settings than one that cannot be run
        page.draw_note(settings)


def _watch(wanted: Swept | str) -> None:
    """Progress and what there is so far; runs again and again until the sweep ends, then the page does."""
    found = sweep_session.running()
    if found is None:
        st.rerun()
    found.run.attend()
    progress = found.run.progress
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="sweep_progress"):
        waiting = progress.state == "waiting"
        text = progress_text(progress.done, progress.total, progress.seconds_left, waiting=waiting)
        if other := other_choices(found.swept, wanted):
            text = f"{text}. {other}"
        st.progress(progress.done / max(progress.total, 1), text=text)
        st.button("Cancel", key="sweep_cancel", icon=":material/stop:", on_click=_cancel)
    draw_picture(sweep_points(found.run.table(), found.swept), found.swept)


def _cancel() -> None:
    sweep_session.cancel()
    st.rerun()
