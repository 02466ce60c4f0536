"""One card: its question, and after an answer what happens."""

from __future__ import annotations

from typing import Any

import streamlit as st

from gptq_viz.figures.cases.verdict import LETTERS, verdict
from gptq_viz.ui import navigation, page
from gptq_viz.ui.cases.answers import SKIPPED, answer, answer_of, ask_again
from gptq_viz.ui.cases.card import Card, found
from gptq_viz.ui.explained import draw_explained


def draw_card(card: Card[Any]) -> None:
    """The case, and either the choice of answers or what happens."""
    chosen = answer_of(card.key)
    with st.container(key="case", gap="small"):
        if chosen is None:
            _ask(card)
        else:
            _show(card, chosen)


def _ask(card: Card[Any]) -> None:
    """The answers as buttons. Nothing is computed yet, so nothing can be read off the page."""
    st.markdown(card.situation)
    st.subheader(card.question, anchor=False)
    for number, text in enumerate(card.answers):
        st.button(
            f"**{LETTERS[number]}** {text}",
            key=f"answer_{number}",
            on_click=answer,
            args=(card.key, number),
        )


def _show(card: Card[Any], chosen: int) -> None:
    """Verdict, picture, what to look for, numbers, and the ways on."""
    data, picture = found(card), card.picture
    with st.container(gap="xsmall"):
        st.caption(f"{card.situation} **{card.question}**")
        st.markdown(verdict(card.answers, picture.right(data), None if chosen == SKIPPED else chosen))
    left, right = st.columns([2, 1], gap="medium")
    draw_explained(
        picture.figure(data, page.palette(), page.sizes()),
        picture.numbers(data),
        key=f"case_{card.key}",
        alt=picture.text(data),
        places=(left, right.container(gap="xsmall")),
    )
    left.markdown(f"**Look:** {picture.look_for(data)}")


def draw_ways(card: Card[Any]) -> None:
    """To see without an answer; once it is shown, to the player and back to the question."""
    if answer_of(card.key) is None:
        st.button("Show me", key="answer_none", type="tertiary", on_click=answer, args=(card.key, SKIPPED))
        return
    navigation.draw_link("Column by column", "Open this setting in the player", card.settings.texts)
    st.button("Ask again", key="ask_again", type="tertiary", on_click=ask_again, args=(card.key,))
