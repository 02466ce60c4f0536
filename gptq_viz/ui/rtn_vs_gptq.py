"""The page of RTN vs GPTQ: its headline, which stands above every part, and the choice of the part."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from gptq_viz.figures import gain_words, standing
from gptq_viz.figures.gain import gain_data
from gptq_viz.figures.look import method_colour
from gptq_viz.theme import PROJECTOR
from gptq_viz.ui import cached, choices, comparison, page, pin_and_compare, take_away
from gptq_viz.ui.cards import draw_headline
from gptq_viz.ui.failure import picture_of_orders
from gptq_viz.ui.settings import Settings
from gptq_viz.ui.table import draw_table

# Every part by its name, in the order of the page: what draws it.
PARTS: Mapping[str, Callable[[Settings], None]] = {
    "By bits": comparison.draw_bits,
    "By row": comparison.draw_rows,
    "By column": comparison.draw_columns,
    "Weights and outputs": comparison.draw_paths,
    "Codes": choices.draw_codes,
    "One output": choices.draw_output,
    "Grids": choices.draw_grids,
    "Pin and compare": pin_and_compare.draw_pins,
    "Take away": take_away.draw_take_away,
}
# Parts that are not about the one run of the settings, and make sense where there is none.
WITHOUT_RUN: Mapping[str, Callable[[Settings], None]] = {"Pin and compare": pin_and_compare.draw_pins}


def choose_part() -> str:
    """The question that is shown; kept while the session lasts."""
    part: str = st.segmented_control(
        "Part of this page",
        tuple(PARTS),
        default=next(iter(PARTS)),
        required=True,
        key="versus_part",
        label_visibility="collapsed",
        persist_state="session",
    )
    return part


def draw_run(settings: Settings, part: str) -> None:
    """The headline, all four methods, and one part of the page.

    On a projector the part comes before the table, so that its picture is on the first screen.
    """
    if page.sizes() is PROJECTOR:
        with st.container(key="versus_headline"):
            _draw_headline(settings)
        PARTS[part](settings)
        _draw_methods(settings)
        _draw_loss(settings)
    else:
        with st.container(key="versus_standing", gap="xsmall"):
            left, right = st.columns([2, 5], gap="medium", vertical_alignment="center")
            with left:
                _draw_headline(settings)
            with right:
                _draw_methods(settings)
            _draw_loss(settings)
        PARTS[part](settings)
    page.draw_note(settings)


def _draw_headline(settings: Settings) -> None:
    """How many times smaller the error is."""
    gain = cached.picture(gain_data, settings)
    palette, winner = page.palette(), gain_words.winner(gain)
    draw_headline(*gain_words.headline(gain), method_colour(palette, winner) if winner else palette.text)


def _draw_methods(settings: Settings) -> None:
    """The errors of all four methods."""
    errors = picture_of_orders(standing.standing_data, settings)
    draw_table(standing.standing_table(errors, act_order=settings.act_order))


def _draw_loss(settings: Settings) -> None:
    """Whether the loss is what it should be."""
    errors = picture_of_orders(standing.standing_data, settings)
    fixed = settings.group is None or settings.scales == "static"
    said = standing.loss_sentence(errors, act_order=settings.act_order, fixed_scales=fixed)
    st.caption(said, help=standing.TERMS)
