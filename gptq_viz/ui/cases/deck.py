"""All the cards, of which one is shown: chosen by its name, or the one before or after."""

from __future__ import annotations

from typing import Any

import streamlit as st

from gptq_viz.ui.cases import of_inputs, of_settings
from gptq_viz.ui.cases.answers import answer_of
from gptq_viz.ui.cases.card import Card
from gptq_viz.ui.cases.shown import draw_card, draw_ways
from gptq_viz.ui.choose import choose

CARDS: tuple[Card[Any], ...] = (
    of_inputs.FEW_SAMPLES,
    of_inputs.SHIFTED_INPUTS,
    of_settings.HEAVY_DAMPING,
    of_inputs.WHITE_INPUTS,
    of_settings.CLIPPED_WEIGHTS,
    of_inputs.LOUD_INPUTS,
    of_inputs.DEAD_INPUTS,
    of_settings.SINGULAR_H,
    of_settings.SCATTERED_GROUPS,
    of_settings.TWO_PRECISIONS,
)
TITLES = {card.key: card.title for card in CARDS}
KEYS = tuple(TITLES)
SHOWN = "cases_shown"
DONE = "✓"
OWN_SETTINGS = "Cases have settings of their own, whatever the sidebar says."


def draw_deck() -> None:
    """Choose a card and see it."""
    with st.container(key="cases", gap="xsmall"):
        shown = choose(f"Case; {DONE} means answered", KEYS, SHOWN, named=_label)
        card = CARDS[KEYS.index(shown)]
        draw_card(card)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            draw_ways(card)
            st.caption(OWN_SETTINGS, width="stretch")
            _draw_step("Previous", -1, ":material/arrow_back:")
            _draw_step("Next", 1, ":material/arrow_forward:")


def _label(key: str) -> str:
    """The title, with a mark once it was answered."""
    return TITLES[key] if answer_of(key) is None else f"{DONE} {TITLES[key]}"


def _draw_step(name: str, step: int, icon: str) -> None:
    """A button to the card before or after; from the last to the first."""
    st.button(name, key=f"cases_{name.lower()}", icon=icon, type="tertiary", on_click=_go, args=(step,))


def _go(step: int) -> None:
    place = KEYS.index(st.session_state.get(SHOWN) or KEYS[0])
    st.session_state[SHOWN] = KEYS[(place + step) % len(KEYS)]
