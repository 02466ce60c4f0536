"""The column that a link is about, as a slider: the same `step` as in the player."""

from __future__ import annotations

from contextlib import suppress

import streamlit as st

from gptq_viz.ui import state
from gptq_viz.ui.links import VIEW_FIELDS

KEY = "step_slider"


def choose_step(columns: int) -> int:
    """A column from 0 to columns − 1; the link and the player follow it.

    After its last column the player has `step` equal to the number of columns; the last one is shown then.
    """
    last = columns - 1
    st.session_state[KEY] = min(st.session_state[state.STORE]["step"], last)
    step: int = st.slider(
        "Column j, in order of quantization",
        0,
        last,
        st.session_state[KEY],  # what the browser shows until it has heard of the session's value
        key=KEY,
        help="The columns before j are final. Arrow keys move the slider by one column.",
        on_change=_keep_step,
        width=420,
    )
    return step


def _keep_step() -> None:
    """Into the store and so into the link, if it is a column at all; anything may come from a browser."""
    with suppress(ValueError):
        state.put({"step": VIEW_FIELDS["step"].check(st.session_state[KEY])})
