"""The frame of every page: title, styles, navigation, settings, notes, and what happens when a run fails."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import streamlit as st

from gptq_viz.figures.layer_note import layer_note
from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Palette, Sizes
from gptq_viz.ui import cached, controls, navigation, state, style, sweep_session
from gptq_viz.ui.chart import chart as chart
from gptq_viz.ui.chart import offer_saving
from gptq_viz.ui.failure import draw_failure
from gptq_viz.ui.links import write_link
from gptq_viz.ui.narrow_sidebar import close_after_choice
from gptq_viz.ui.settings import Settings
from gptq_viz.ui.shown_theme import follow_theme

ICON = str(Path(__file__).with_name("icon.svg"))
LOG = logging.getLogger("gptq_viz")


def begin(title: str, question: str, *, compact: bool = False) -> Settings:
    """Draw everything of a page that is not its own, and read the settings.

    Parameters
    ----------
    title, question : str
        The page's name, which becomes its h1, and the one question it answers.
    compact : bool
        Narrow margins and a low title line, for the player.

    Returns
    -------
    Settings
        The same on every page, checked.
    """
    st.set_page_config(page_title=f"{title} · GPTQ Explorer", page_icon=ICON, layout="wide")
    # First of all, since the browser loads the code for each kind of element when it meets one.
    st.html(style.css(palette(), compact))
    bar = st.container(key="titlebar", horizontal=True, vertical_alignment="center", gap="small")
    bar.title(title, anchor=False, width="content")
    bar.markdown(f":gray[{question}]", width="content")
    settings, view = state.open_state()
    sweep_session.leave(title)
    st.set_page_config(initial_sidebar_state="collapsed" if view.present else "auto")
    if view.present:
        st.html(style.projector_css())
    navigation.draw_sidebar(write_link(settings, view))
    controls.draw_presets(settings)
    controls.draw_controls(settings, view.present)
    close_after_choice()
    if view.present:
        bar.button("Leave projector mode", key="leave", on_click=state.put, args=({"present": False},))
    settings, view = state.close_state()
    if not compact:
        follow_theme(palette().background)
        offer_saving()
    _draw_notes()
    cached.warm_up()
    return settings


@contextmanager
def drawing(settings: Settings, instead: Callable[[Settings], None] | None = None) -> Iterator[None]:
    """Whatever fails in this block is said in a sentence where the picture would be; the controls stay.

    Parameters
    ----------
    settings : Settings
        What the block draws.
    instead : callable, optional
        Draws what makes sense even where these settings cannot be run.
    """
    try:
        yield
    except cached.NoRunError as error:
        draw_failure(settings, error)
        if instead is not None:
            with drawing(settings):
                instead(settings)
    except Exception:
        LOG.exception("unexpected failure with %s", settings)
        st.error("This picture could not be drawn. The settings still work; another one may do.")


def palette() -> Palette:
    """Colours of the theme the browser shows."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def sizes() -> Sizes:
    """Sizes of the mode, projector or not."""
    return PROJECTOR if st.session_state["present"] else NORMAL


def draw_note(settings: Settings) -> None:
    """What there is to know about the layer: which part of a network's layer it is, which inputs are dead."""
    if note := cached.picture(layer_note, settings):
        st.caption(note)


def draw_path(start: str) -> None:
    """Where to go from here: the other pages with their questions."""
    navigation.draw_path(st.query_params.to_dict(), start)


def _draw_notes() -> None:
    """Plain text, since parts of the link are quoted."""
    if notes := state.notes():
        with st.container(key="notes", border=True, horizontal=True, vertical_alignment="center"):
            with st.container(gap="xxsmall"):
                for note in notes:
                    st.text(note)
            st.button("Dismiss", key="dismiss", type="tertiary", on_click=state.dismiss_notes)
