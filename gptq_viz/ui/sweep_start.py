"""Before a sweep: how many runs, how long, what is left out and why; and the buttons."""

from __future__ import annotations

from typing import Any

import streamlit as st

from gptq_viz.figures.sweep_plan_words import idle_text, left_out_remarks, limit_text, nothing_text, plan_text
from gptq_viz.figures.swept import Swept
from gptq_viz.numerics import Skipped, SweepPlan, plan_sweep
from gptq_viz.ui import page, sweep_session
from gptq_viz.ui.cards import draw_remarks
from gptq_viz.ui.sweep_chosen import keep_values
from gptq_viz.ui.sweep_pool import known_workers, most_seconds
from gptq_viz.ui.sweep_presets import started_at_once

PLANS = 16


def draw_start(swept: Swept | str, *, busy: bool) -> None:
    """What would be run, and Start. While a sweep is on its way its progress stands in this place."""
    at_once = started_at_once()
    if isinstance(swept, str):
        _draw_refusal(swept)
        return
    (plan, seconds), most = planned(swept), most_seconds()
    refusal = nothing_text(plan.skipped) if not plan.n_runs else limit_text(seconds, most, len(swept.seeds))
    if at_once and not refusal:
        sweep_session.start(swept, plan)
        busy = not sweep_session.trouble()
    if busy:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="sweep_plan"):
        st.button(
            "Start",
            key="sweep_start",
            type="primary",
            icon=":material/play_arrow:",
            disabled=bool(refusal),
            on_click=_start,
            args=(swept, plan),
        )
        said = plan_text(plan.n_runs, seconds, known_workers(), len(swept.settings), len(swept.seeds))
        st.markdown(said, width="content")
        if plan.skipped:
            draw_left_out("left out", plan.skipped)
    if idle := idle_text(swept):
        st.caption(idle)
    if refusal or sweep_session.trouble():
        _draw_refusal(refusal or sweep_session.trouble())


def planned(swept: Swept) -> tuple[SweepPlan, float]:
    """The runs of a sweep and about how many seconds one core takes for them, kept between reruns."""
    return _planned(tuple(swept.fixed.items()), tuple(swept.grid.items()), swept.seeds, swept.methods)


@st.cache_resource(max_entries=PLANS, show_spinner=False)
def _planned(
    fixed: tuple[tuple[str, Any], ...],
    grid: tuple[tuple[str, tuple[Any, ...]], ...],
    seeds: tuple[int, ...],
    methods: tuple[str, ...],
) -> tuple[SweepPlan, float]:
    plan = plan_sweep(dict(fixed), dict(grid), seeds, methods)
    return plan, plan.seconds()


def draw_left_out(what: str, settings: tuple[Skipped, ...]) -> None:
    """How many settings have no result, and on a click why, grouped by the reason."""
    with st.popover(f"{len(settings):,} {what}"):
        draw_remarks(left_out_remarks(settings), page.palette().text, stacked=True)


def _draw_refusal(sentence: str) -> None:
    with st.container(key="sweep_refusal"):
        st.markdown(f":material/error: {sentence[:1].upper()}{sentence[1:]}")


def _start(swept: Swept, plan: SweepPlan) -> None:
    keep_values(swept)
    sweep_session.start(swept, plan)
