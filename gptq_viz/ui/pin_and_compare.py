"""The part of RTN vs GPTQ that lays pinned settings side by side."""

from __future__ import annotations

import streamlit as st

from gptq_viz.figures.pin_panels import pin_panels_figure, pin_panels_text
from gptq_viz.figures.pin_words import pins_sentence, pins_table
from gptq_viz.ui import page, pinned, state
from gptq_viz.ui.pin_names import in_common
from gptq_viz.ui.settings import Settings
from gptq_viz.ui.table import draw_table

INVITATION = (
    "Pin these settings, change some in the sidebar, and compare: up to four pins beside the settings of "
    "now. The link keeps them."
)


def draw_pins(settings: Settings) -> None:
    """Every pin beside the settings of now; one that cannot be run leaves the others their pictures."""
    pins = state.pinned()
    _draw_offer(settings, pins)
    shown = pinned.compared(settings, pins)
    drawn = pinned.pins_to_draw(settings, pins)
    one_layer = pinned.share_outputs(shown)
    page.chart(
        pin_panels_figure(drawn, page.palette(), page.sizes(), one_layer=one_layer),
        key="pins",
        alt=pin_panels_text(drawn),
    )
    draw_table(pins_table(drawn))
    if pins:
        _draw_actions(settings, pins)
    if sentence := pins_sentence(drawn, one_layer=one_layer):
        same = in_common(shown)
        st.caption(f"{sentence} Same for all: {same}." if same else sentence)


def _draw_offer(settings: Settings, pins: tuple[Settings, ...]) -> None:
    """The button that pins, and why it is off where it is."""
    why = pinned.why_not(settings, pins)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            "Pin this setting",
            key="pin",
            icon=":material/keep:",
            type="primary",
            disabled=bool(why),
            on_click=pinned.pin,
            args=(settings,),
        )
        if why or not pins:
            st.markdown(f":gray[{why or INVITATION}]", width="stretch")


def _draw_actions(settings: Settings, pins: tuple[Settings, ...]) -> None:
    """For each pin, back to it, and away with it."""
    with st.container(key="pin_actions", horizontal=True, vertical_alignment="center", gap="xsmall"):
        for number, pin in enumerate(pins):
            letter = pinned.LETTERS[number]
            st.button(
                f"Use {letter}",
                key=f"use {letter}",
                help=f"Put the settings of {letter} into the sidebar, on every page.",
                disabled=pin == settings,
                on_click=state.put_settings,
                args=(pin,),
            )
            st.button(
                f"Remove {letter}",
                key=f"remove {letter}",
                type="tertiary",
                on_click=pinned.unpin,
                args=(number,),
            )
        st.button("Remove all", key="remove all", type="tertiary", on_click=pinned.unpin_all)
