"""What was answered in this session: by card, a number of its answers, or that it was only looked at."""

from __future__ import annotations

import streamlit as st

STORE = "cases_answers"
SKIPPED = -1  # shown without a prediction


def answer_of(key: str) -> int | None:
    """The answer to a card; `SKIPPED` if it was shown without one, None if it is still hidden."""
    return _answers().get(key)


def answer(key: str, number: int) -> None:
    """Choose an answer, or `SKIPPED`; from now on the card shows what happens."""
    st.session_state[STORE] = {**_answers(), key: number}


def ask_again(key: str) -> None:
    """Hide what happens."""
    st.session_state[STORE] = {card: number for card, number in _answers().items() if card != key}


def _answers() -> dict[str, int]:
    """A plain dict: Streamlit forgets the values of widgets that are not on the page."""
    found: dict[str, int] = st.session_state.get(STORE, {})
    return found
