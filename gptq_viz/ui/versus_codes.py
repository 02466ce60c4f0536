"""The parts of RTN vs GPTQ about codes: those that changed, one output they make, the grids they count on."""

from __future__ import annotations

import streamlit as st

from gptq_viz.figures import code_map, code_words, grid_strips, grids, output_clouds, outputs, rows
from gptq_viz.ui import cached, page
from gptq_viz.ui.cards import draw_remarks
from gptq_viz.ui.explained import draw_explained
from gptq_viz.ui.settings import Settings


def draw_codes(settings: Settings) -> None:
    """Which integers GPTQ chose otherwise than RTN."""
    data = cached.picture(code_words.codes_data, settings)
    draw_explained(
        code_map.codes_figure(data, page.palette(), page.sizes()),
        code_words.codes_remarks(data),
        key="versus_codes",
        alt=code_words.codes_text(data),
        shares=(5, 2),
    )


def draw_output(settings: Settings) -> None:
    """One output on held-out samples, quantized against exact."""
    race = cached.race(settings)
    first = outputs.telling_row(cached.picture(rows.rows_data, settings))
    left, right = st.columns([5, 2], gap="medium")
    with right:
        row = _choose_row(race.layer.out, first)
        data = outputs.outputs_data(race, row)
        draw_remarks(outputs.outputs_remarks(data), page.palette().text, stacked=True)
    with left:
        page.chart(
            output_clouds.outputs_figure(data, page.palette(), page.sizes()),
            key="versus_output",
            alt=outputs.outputs_text(data),
        )


def draw_grids(settings: Settings) -> None:
    """Three grids over the weights of one row: which code is 0, and why."""
    race = cached.race(settings)
    first = outputs.telling_row(cached.picture(rows.rows_data, settings))
    left, right = st.columns([2, 1], gap="medium")
    with right:
        row = _choose_row(race.layer.out, first)
        data = grids.grids_data(race, row)
        errors = cached.picture(grids.grid_errors_data, settings)
        draw_remarks(grids.grids_remarks(data, errors), page.palette().text, stacked=True)
    with left:
        page.chart(
            grid_strips.grids_figure(data, page.palette(), page.sizes()),
            key="versus_grids",
            alt=grids.grids_text(data),
        )


def _choose_row(out: int, first: int) -> int:
    """A row of W, at first the one that shows most."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(
            "Row of W",
            width="content",
            help="The output. At first the row in which GPTQ gains most over RTN.",
        )
        row: int = st.number_input(
            "Row of W",
            0,
            out - 1,
            first,
            key="versus_row",
            label_visibility="collapsed",
            persist_state="session",
        )
    return row
