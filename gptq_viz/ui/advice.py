"""Advice on the settings of the sidebar: what to be warned of, with a button where a setting helps."""

from __future__ import annotations

import streamlit as st

from gptq_viz.figures.advice_words import (
    NOTE,
    SERIOUS,
    WARNING,
    Counsel,
    Counsels,
    advice_data,
    counsels,
)
from gptq_viz.numerics import advice_without_run
from gptq_viz.ui import cached, page, state
from gptq_viz.ui.cards import draw_remarks
from gptq_viz.ui.remedy import remedy_label
from gptq_viz.ui.settings import Settings

ICONS = {SERIOUS: ":material/error:", WARNING: ":material/warning:", NOTE: ":material/info:"}
BESIDE = 3


def draw_advice(settings: Settings) -> None:
    """A card for each piece of advice, and the numbers that were looked at; these alone where all is well."""
    found = _found(settings)
    if found.given:
        tiles = st.grid(BESIDE, gap="small")
        for counsel in found.given:
            with tiles.container(border=True, gap="xsmall", key=f"advice_{counsel.kind}"):
                _draw(counsel)
    st.caption(found.looked_at)


def _found(settings: Settings) -> Counsels:
    """Advice on a run, or on a layer that cannot be run: the way out is offered above, beside the reason."""
    try:
        return cached.picture(advice_data, settings)
    except cached.NoRunError:
        smallest = cached.spectrum(settings).smallest_damp
        given = counsels(advice_without_run(cached.layer(settings), smallest))
        return Counsels(given, "Errors were not looked at, since there is no run.")


def _draw(counsel: Counsel) -> None:
    """Severity by icon and word, what it is about, and the button."""
    st.markdown(f"{ICONS[counsel.severity]} {counsel.severity.capitalize()}")
    draw_remarks((counsel.remark,), page.palette().text)
    if counsel.remedy:
        st.button(
            remedy_label(counsel.remedy),
            key=f"remedy_{counsel.kind}",
            on_click=state.put,
            args=(dict(counsel.remedy),),
        )
