"""Asks for a run when the browser shows another theme than the charts were drawn for.

Streamlit redraws its own elements when the reader switches the theme, but does not run the page again, and
the colours of a Plotly figure are made here.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

# A value is sent once: were it sent again and again, an unknown background would run the page forever.
_JS = """
export default function ({ data: [drawn], parentElement, setStateValue }) {
  const host = parentElement.host ?? parentElement
  const shown = getComputedStyle(host).getPropertyValue("--st-background-color").trim().toLowerCase()
  if (shown !== drawn && host.dataset.sent !== shown) setStateValue("background", shown)
  host.dataset.sent = shown
}
"""


def follow_theme(background: str) -> None:
    """Run the page again as soon as the browser's background is not `background`."""
    with st.container(key="theme"):
        # A list, because for a bare string Streamlit loads pandas: 70 MB for the whole server.
        _renderer()(data=[background.lower()], key="shown_theme", on_background_change=_nothing)


@cache
def _renderer() -> ComponentRenderer:
    """The registered component; once a process."""
    return st.components.v2.component("gptq_explorer_theme", html="<span>\n</span>", js=_JS)


def _nothing() -> None:
    """Streamlit keeps a state only if it has a callback; the run itself is what is wanted."""
