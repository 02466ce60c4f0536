"""The page of RTN vs GPTQ: its headline and its table, which stand with every part, and the parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from gptq_viz.figures import standing
from gptq_viz.figures.gain import gain_data
from gptq_viz.figures.method_look import current_method
from gptq_viz.theme import PROJECTOR
from gptq_viz.ui import cached, page, pin_and_compare, take_away, versus_codes, versus_errors
from gptq_viz.ui.failure import picture_of_orders
from gptq_viz.ui.overview import draw_gain
from gptq_viz.ui.settings import Settings
from gptq_viz.ui.table import draw_table

# Every part by its name, in the order of the page: what draws it.
PARTS: Mapping[str, Callable[[Settings], None]] = {
    "By bits": versus_errors.draw_bits,
    "By row": versus_errors.draw_rows,
    "By column": versus_errors.draw_columns,
    "Weights and outputs": versus_errors.draw_paths,
    "Codes": versus_codes.draw_codes,
    "One output": versus_codes.draw_output,
    "Grids": versus_codes.draw_grids,
    "Pin and compare": pin_and_compare.draw_pins,
    "Take away": take_away.draw_take_away,
}
# Parts that are not about the one run of the settings, and make sense where there is none.
WITHOUT_RUN: Mapping[str, Callable[[Settings], None]] = {"Pin and compare": pin_and_compare.draw_pins}


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
    """How many times smaller the error is, or larger."""
    gptq = current_method(act_order=settings.act_order)
    draw_gain(cached.picture(gain_data, settings), page.palette(), gptq)


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
