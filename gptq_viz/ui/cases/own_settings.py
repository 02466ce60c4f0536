"""The advice on the settings of the sidebar, as one line above the cases that opens."""

from __future__ import annotations

import streamlit as st

from gptq_viz.figures.advice_words import NOTE, SERIOUS, advice_data, headline
from gptq_viz.ui import cached
from gptq_viz.ui.advice import ICONS, draw_advice
from gptq_viz.ui.settings import Settings

MOST = 3  # titles that fit the line
QUIET = ":material/check_circle:"


def draw_own_settings(settings: Settings) -> None:
    """How much advice there is, in sight at once; all of it on opening."""
    icon, said = _summary(settings)
    with st.expander(f"**Your settings:** {said}", icon=icon, key="own_settings"):
        draw_advice(settings)


def _summary(settings: Settings) -> tuple[str, str]:
    """The icon of the gravest advice, how much there is of each kind, and what the first is about."""
    try:
        given = cached.picture(advice_data, settings).given
    except cached.NoRunError:
        return ICONS[SERIOUS], "GPTQ cannot run with them."
    grave = [ICONS[one.severity] for one in given if one.severity != NOTE]
    said = headline(given)
    about = "; ".join(one.remark.title for one in given[:MOST]) + ("; …" if len(given) > MOST else "")
    return grave[0] if grave else QUIET, f"{said[:1].lower()}{said[1:]} {about}".strip()
