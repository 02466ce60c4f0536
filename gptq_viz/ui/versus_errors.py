"""The parts of RTN vs GPTQ that compare errors: by bits, by row, by column, weights against outputs."""

from __future__ import annotations

import streamlit as st

from gptq_viz.figures import (
    bits,
    bits_lines,
    bits_words,
    column_bars,
    column_shares,
    column_words,
    row_dots,
    row_moves,
    row_paths,
    row_words,
    rows,
)
from gptq_viz.ui import cached, page
from gptq_viz.ui.choose import choose
from gptq_viz.ui.explained import draw_explained
from gptq_viz.ui.failure import picture_of_orders
from gptq_viz.ui.settings import Settings

WIDE = (5, 2)
INPUTS = ("Calibration, with damping", "Held out")
ORDERS = ("In order of quantization", "In the layer’s order")


def draw_bits(settings: Settings) -> None:
    """All methods with every number of bits."""
    data = picture_of_orders(bits.bits_data, settings)
    draw_explained(
        bits_lines.bits_figure(data, page.palette(), page.sizes()),
        bits_words.bits_remarks(data),
        key="versus_bits",
        alt=bits.bits_text(data),
        shares=WIDE,
    )


def draw_rows(settings: Settings) -> None:
    """Both methods row by row."""
    data = cached.picture(rows.rows_data, settings)
    draw_explained(
        row_dots.rows_figure(data, page.palette(), page.sizes()),
        row_words.rows_remarks(data),
        key="versus_rows",
        alt=rows.rows_text(data),
        shares=WIDE,
    )


def draw_columns(settings: Settings) -> None:
    """Where along the columns both methods spend their error."""
    with st.container(horizontal=True, gap="medium"):
        inputs = choose("Inputs", INPUTS, "versus_inputs")
        # Without act_order the two are one.
        order = choose("Order of the columns", ORDERS, "versus_order") if settings.act_order else ORDERS[0]
    held_out = inputs == INPUTS[1]
    found = cached.picture(column_shares.held_out_data if held_out else column_shares.losses_data, settings)
    data = column_shares.column_shares(
        found, held_out=held_out, by_step=order == ORDERS[0], act_order=settings.act_order
    )
    draw_explained(
        column_bars.shares_figure(data, page.palette(), page.sizes()),
        column_words.shares_remarks(data),
        key="versus_columns",
        alt=column_words.shares_text(data),
        shares=WIDE,
    )


def draw_paths(settings: Settings) -> None:
    """Where every row goes from RTN to GPTQ: in the weights, and in the outputs."""
    data = cached.picture(rows.rows_data, settings)
    draw_explained(
        row_paths.paths_figure(data, page.palette(), page.sizes()),
        row_moves.moves_remarks(data),
        key="versus_paths",
        alt=row_moves.moves_text(data),
        shares=WIDE,
    )
