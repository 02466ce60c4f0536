"""The picture of a sweep with its facts, as far as it has come; its points can be clicked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from gptq_viz.figures.sweep_lines import sweep_lines_figure
from gptq_viz.figures.sweep_map import CALIBRATION, GAIN, HELD_OUT, SHOWN, sweep_map_figure
from gptq_viz.figures.sweep_points import SweepPoint
from gptq_viz.figures.sweep_text import sweep_text
from gptq_viz.figures.sweep_values import setting_text
from gptq_viz.figures.sweep_words import sweep_remarks
from gptq_viz.figures.swept import Swept
from gptq_viz.theme import METHODS, PROJECTOR
from gptq_viz.ui import page, state
from gptq_viz.ui.cards import draw_remarks
from gptq_viz.ui.choose import choose
from gptq_viz.ui.settings import Settings

CHART, MAP_SHOWN = "sweep_chart", "sweep_shown"
TIMES, SAID = "gptq_explorer_sweep_clicks", "gptq_explorer_sweep_said"


def draw_picture(
    points: tuple[SweepPoint, ...], swept: Swept, *, beside: Callable[[], None] | None = None
) -> None:
    """Picture and facts; `beside` draws what belongs below the facts.

    On a projector the facts stand below, so that the picture has the whole width.
    """
    if said := st.session_state.pop(SAID, ""):
        st.toast(said)
    wide = page.sizes() is PROJECTOR
    left, right = (st.container(), st.container()) if wide else st.columns([2, 1], gap="medium")
    with left, st.container(key="sweep_picture"):
        shown = _choose_shown(swept) if len(swept.names) > 1 else HELD_OUT
        _draw_chart(points, swept, shown)
    with right:
        if remarks := sweep_remarks(points, swept):
            draw_remarks(remarks, page.palette().text, stacked=not wide)
        if beside is not None:
            beside()


def put_setting(swept: Swept, number: int) -> None:
    """A setting of the sweep becomes that of every page; only in a callback."""
    values = swept.settings[number]
    settings = Settings(**swept.base)
    state.put_settings(replace(settings, **dict(zip(swept.names, values, strict=True))))
    words = setting_text(swept.names, values)
    st.session_state[SAID] = f"{words[:1].upper()}{words[1:]}: set on every page"


def _draw_chart(points: tuple[SweepPoint, ...], swept: Swept, shown: str) -> None:
    """A chart whose points are buttons. Its key changes with every click, so that none stays selected."""
    look = page.palette(), page.sizes()
    if len(swept.names) > 1:
        figure = sweep_map_figure(points, swept, *look, shown)
    else:
        figure = sweep_lines_figure(points, swept, *look)
    key = f"{CHART} {st.session_state.get(TIMES, 0)}"
    page.chart(figure, key=key, alt=sweep_text(points, swept), on_select=lambda: _clicked(key, swept))


def _clicked(key: str, swept: Swept) -> None:
    """Take over the setting of the point; anything may come from a browser."""
    number = clicked_number(st.session_state.get(key))
    if number is not None and 0 <= number < len(swept.settings):
        st.session_state[TIMES] = st.session_state.get(TIMES, 0) + 1
        put_setting(swept, number)
        st.rerun()  # all of the page, not only the part that is drawn again while a sweep runs


def clicked_number(event: Any) -> int | None:
    """The setting that a selection names; None where it names none."""
    try:
        number = event["selection"]["points"][0]["customdata"][0]
        return int(number)
    except (KeyError, IndexError, TypeError, ValueError, OverflowError):
        return None


def _choose_shown(swept: Swept) -> str:
    """What the cells of a heat map hold."""
    label = METHODS[swept.main].label
    names = {HELD_OUT: f"{label}, held out", CALIBRATION: f"{label}, calibration", GAIN: f"RTN ÷ {label}"}
    return choose("Number in a cell", SHOWN, MAP_SHOWN, named=names.__getitem__)
