"""What a page shows instead of a picture: the reason in a sentence, and the nearest setting that works."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import streamlit as st

from gptq_viz.ui import cached, state
from gptq_viz.ui.settings import DAMP_STEPS, FIELDS, Settings


def draw_failure(settings: Settings, reason: str) -> None:
    """Say why there is no picture, and offer a way out where there is one."""
    with st.container(key="failure", border=True):
        st.markdown(f":material/error: {reason}.")
        damp = working_damp(settings)
        if damp is not None:
            st.button(
                f"Set damping to {FIELDS['damp'].write(damp)}",
                key="repair",
                type="primary",
                on_click=state.put,
                args=({"damp": damp},),
            )


def working_damp(settings: Settings) -> float | None:
    """The smallest larger damping of the slider with which these settings run; None if there is none."""
    for damp in DAMP_STEPS:
        if damp > settings.damp:
            with suppress(cached.NoRunError):
                cached.race(replace(settings, damp=damp))
                return damp
    return None
