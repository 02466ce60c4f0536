"""Closes the sidebar after a choice in it, where it lies over the page.

Streamlit keeps an opened sidebar open, from page to page and for the next visit too, whatever
`initial_sidebar_state` says; beside a page that is right, over a page on a phone it hides what was chosen.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

# Streamlit's own limit below which the sidebar lies over the page.
WIDTH = 768

# Closed by its own button, and only after the click has been dealt with.
_JS = """
export default function ({ data: [width], parentElement }) {
  const sidebar = (parentElement.host ?? parentElement).closest("[data-testid='stSidebar']")
  if (!sidebar) return
  sidebar.onclick = ({ target }) => {
    if (innerWidth > width || !target.closest("a, .st-key-presets button")) return
    setTimeout(() => sidebar.querySelector("[data-testid='stSidebarCollapseButton'] button")?.click())
  }
}
"""


def close_after_choice() -> None:
    """On a narrow screen, once a page or a preset was chosen; to be called on every page."""
    with st.sidebar.container(key="narrow"):
        _renderer()(data=[WIDTH], key="narrow_sidebar")


@cache
def _renderer() -> ComponentRenderer:
    """The registered component; once a process."""
    return st.components.v2.component("gptq_explorer_narrow_sidebar", html="<span>\n</span>", js=_JS)
