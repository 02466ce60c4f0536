"""The pages, in the sidebar and as a path: a link carries the settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from gptq_viz.ui import state
from gptq_viz.ui.links import View, write_link
from gptq_viz.ui.settings import Settings


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its file, its name, the question it answers, its section of the sidebar and its icon."""

    file: str
    name: str
    question: str
    section: str
    icon: str


PAGES = (
    Page("app.py", "Overview", "What does GPTQ buy?", "Watch", ":material/compare:"),
    Page(
        "pages/column_by_column.py",
        "Column by column",
        "What happens at each step?",
        "Watch",
        ":material/view_column:",
    ),
    Page(
        "pages/u_factor.py",
        "The U factor",
        "Why Cholesky, and what is U?",
        "Watch",
        ":material/change_history:",
    ),
    Page("pages/geometry.py", "Geometry", "Why is this the right nudge?", "Understand", ":material/target:"),
    Page(
        "pages/order_and_groups.py",
        "Order and groups",
        "What do act_order, groups and lazy blocks change?",
        "Understand",
        ":material/shuffle:",
    ),
    Page(
        "pages/when_it_breaks.py",
        "When it breaks",
        "When should I not trust it?",
        "Understand",
        ":material/warning:",
    ),
    Page(
        "pages/rtn_vs_gptq.py",
        "RTN vs GPTQ",
        "How much better, and where?",
        "Measure",
        ":material/leaderboard:",
    ),
    Page(
        "pages/sweeps.py",
        "Sweeps",
        "Which setting for this layer?",
        "Measure",
        ":material/query_stats:",
    ),
    Page("pages/checks.py", "Checks", "Why should I believe this?", "Use", ":material/fact_check:"),
)


def draw_sidebar(link: Mapping[str, str]) -> None:
    """All pages by section, in the sidebar."""
    for section in dict.fromkeys(page.section for page in PAGES):
        st.sidebar.caption(section)
        for page in PAGES:
            if page.section == section:
                st.sidebar.page_link(
                    page.file, label=page.name, icon=page.icon, help=page.question, query_params=dict(link)
                )


def draw_path(link: Mapping[str, str], start: str) -> None:
    """Every other page with its question, as tiles."""
    tiles = st.grid(3, gap="small")
    for page in PAGES:
        if page.name != start:
            with tiles.container(border=True, gap="xxsmall"):
                st.page_link(
                    page.file, label=page.name, icon=page.icon, width="stretch", query_params=dict(link)
                )
                st.caption(page.question)


def draw_link(name: str, label: str, link: Mapping[str, str]) -> None:
    """To a page with other settings than these; what is pinned stays pinned, and projector mode stays on."""
    [page] = (page for page in PAGES if page.name == name)
    kept = write_link(Settings(), View(present=st.session_state["present"], pins=state.pinned()))
    state.offer({**kept, **link})
    st.page_link(page.file, label=label, icon=page.icon, query_params={**kept, **link})
