"""Settings and view in a session: from the link, through the widgets, back into the link.

Streamlit forgets a widget's value when the page changes, so a plain dict in the session state holds them and
every run assigns them to the widgets' keys before the widgets are made. The keys are those of the URL.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from gptq_viz.ui.links import ALL_FIELDS, VIEW_FIELDS, View, read_link, write_link
from gptq_viz.ui.settings import FIELDS, Settings

STORE = "gptq_explorer"
NOTES = "gptq_explorer_notes"
OFFERED = "gptq_explorer_offered"
WIDGET_KEYS = (*FIELDS, "present")
NO_GROUPS = "none"
PLAYER = "player"


def open_state() -> tuple[Settings, View]:
    """Settings and view of this run; to be called before the widgets are made."""
    session = st.session_state
    query = st.query_params.to_dict()
    # An offer holds for one run alone: after that the widgets are ahead of the address.
    followed = query == session.pop(OFFERED, None)
    if STORE not in session or _came_by_history() or followed:
        repeated = [key for key in query if len(st.query_params.get_all(key)) > 1]
        settings, view, notes = read_link(query, repeated)
        session[NOTES] = notes
        put(_values(settings, view))
    store = session[STORE]
    for key in WIDGET_KEYS:
        # An assignment: setdefault loses the value when the page changes.
        session[key] = session.get(key, _to_widget(store[key]))
    settings, view = _read_widgets()
    if PLAYER in session and session[PLAYER].get("present") is not None:
        # Left by another button, the mode would still be on for the player, and its key then news to no one.
        session[PLAYER]["present"] = int(view.present)
    return settings, view


def close_state() -> tuple[Settings, View]:
    """Copy what the widgets say into the store and into the address bar; to be called after them."""
    settings, view = _read_widgets()
    values = _values(settings, view)
    if any(values[key] != st.session_state[STORE][key] for key in FIELDS):
        dismiss_notes()  # they spoke of the link, and the settings are no longer the link's
    st.session_state[STORE] = values
    link = write_link(settings, view)
    if st.query_params.to_dict() != link:
        st.query_params.from_dict(link)
    return settings, view


def put(values: Mapping[str, Any]) -> None:
    """Set some values, for the widgets too; only before the widgets are made, so at best in a callback."""
    st.session_state[STORE] = {**st.session_state.get(STORE, _values(Settings(), View())), **values}
    for key in set(values) & set(WIDGET_KEYS):
        st.session_state[key] = _to_widget(values[key])


def pinned() -> tuple[Settings, ...]:
    """The settings that are pinned for comparison, in the order of the link."""
    pins: tuple[Settings, ...] = st.session_state[STORE]["pins"]
    return pins


def offer(link: Mapping[str, str]) -> None:
    """Let a link with other settings be followed; without an offer a session stays at its own settings."""
    st.session_state[OFFERED] = dict(link)


def put_settings(settings: Settings) -> None:
    """Set all settings at once and start at the first column; projector mode and pins stay."""
    dismiss_notes()
    put({**{key: getattr(settings, key) for key in FIELDS}, "step": 0})


def keep_step() -> None:
    """Called when the player has stopped at a column: the link follows."""
    _keep("step")


def keep_present() -> None:
    """Called when the player's projector key was pressed."""
    _keep("present")


def notes() -> tuple[str, ...]:
    """What the link said that could not be used, until they are dismissed or a setting is changed."""
    return tuple(st.session_state.get(NOTES, ()))


def dismiss_notes() -> None:
    """They have been read."""
    st.session_state[NOTES] = ()


def _keep(key: str) -> None:
    """Take over what the player says; anything may come from a browser."""
    said: Any = getattr(st.session_state[PLAYER], key, None)
    with suppress(ValueError, TypeError, OverflowError):
        put({key: ALL_FIELDS[key].read(str(int(said)))})


def _read_widgets() -> tuple[Settings, View]:
    """Checked values of the widgets; a browser may send anything, and a bad one leaves the last good one."""
    values = dict(st.session_state[STORE])
    for key in WIDGET_KEYS:
        try:
            values[key] = ALL_FIELDS[key].check(_from_widget(st.session_state[key]))
        except ValueError:
            continue
    values["step"] = min(values["step"], values["inp"])
    settings = Settings(**{key: values[key] for key in FIELDS})
    return settings, View(**{key: values[key] for key in VIEW_FIELDS})


def _values(settings: Settings, view: View) -> dict[str, Any]:
    """All values by key."""
    return {key: getattr(settings if key in FIELDS else view, key) for key in ALL_FIELDS}


def _to_widget(value: Any) -> Any:
    """A select box takes None for nothing chosen, so the widget of `group` holds a word."""
    return NO_GROUPS if value is None else value


def _from_widget(value: Any) -> Any:
    """The value that a widget stands for."""
    return None if value == NO_GROUPS else value


def _came_by_history() -> bool:
    """Whether Back or Forward asked for this run: then the address bar is right and the session is not."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation
