"""One of a few, side by side; the choice is kept while the session lasts, also from page to page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import streamlit as st


def choose_part(parts: Iterable[str], key: str) -> str:
    """The part of a page that is shown; at first the first."""
    return choose("Part of this page", tuple(parts), key)


def choose(label: str, options: Sequence[str], key: str, *, named: Callable[[str], str] = str) -> str:
    """One of the options, which need no label on the screen; at first the first.

    Parameters
    ----------
    label : str
        What is chosen, for those who do not see it.
    options, key
        As for `st.segmented_control`.
    named : callable
        What an option is called.
    """
    chosen: str = st.segmented_control(
        label,
        options,
        default=options[0],
        required=True,
        format_func=named,
        key=key,
        label_visibility="collapsed",
        persist_state="session",
    )
    return chosen
