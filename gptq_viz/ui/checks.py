"""The parts of the Checks page: the verdict, the replay, the laws, and all of it as text."""

from __future__ import annotations

import streamlit as st

from gptq_viz.figures.verdicts import all_hold, headline, verdict_lines
from gptq_viz.numerics import Check
from gptq_viz.player.component import replay_check
from gptq_viz.player.witness import Replayed
from gptq_viz.ui import cached, page
from gptq_viz.ui.cards import draw_headline
from gptq_viz.ui.law_table import law_table
from gptq_viz.ui.report import report, reproducing_link, versions_line
from gptq_viz.ui.settings import Settings

ADDRESS = "/checks"  # where the browser has not said by which address it came
REPORT_HEIGHT = 260


def draw_verdict(settings: Settings, found: tuple[Check, ...]) -> Replayed | None:
    """How many laws hold, and beside it whether the browser's replay does."""
    palette = page.palette()
    left, right = st.columns([2, 3], gap="large", vertical_alignment="center")
    with left:
        draw_headline(*headline(found), palette.text if all_hold(found) else palette.clipped)
    with right:
        return replay_check(cached.witness(settings))


def draw_laws(found: tuple[Check, ...]) -> None:
    """Every law with its residual."""
    st.html(law_table(verdict_lines(found)))


def draw_report(settings: Settings, found: tuple[Check, ...] = (), replayed: Replayed | None = None) -> None:
    """The link and the versions, and the whole page as text; works for settings that cannot be run too."""
    address = st.context.url or ADDRESS
    with st.container(key="texts"):
        st.subheader("See the same again", anchor=False)
        st.caption(f"{versions_line()} · seed {settings.seed}. This link names every setting:")
        st.code(reproducing_link(settings, address), language=None, wrap_lines=True)
        st.subheader("Copy as text", anchor=False)
        st.caption("For a bug report: all of this page. The button in the corner copies it.")
        st.code(report(settings, address, found, replayed), language=None, height=REPORT_HEIGHT)
