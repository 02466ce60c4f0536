"""The parts of RTN vs GPTQ about codes: those that changed, one output they make, the grids they count on."""

from __future__ import annotations

import streamlit as st

from gptq_viz.figures import code_map, code_words, grid_strips, grids, output_clouds, outputs, rows
from gptq_viz.ui import cached, page
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
    places = st.columns([5, 2], gap="medium")
    with places[1]:
        row = _choose_row(settings)
    data = outputs.outputs_data(cached.race(settings), row)
    draw_explained(
        output_clouds.outputs_figure(data, page.palette(), page.sizes()),
        outputs.outputs_remarks(data),
        key="versus_output",
        alt=outputs.outputs_text(data),
        places=places,
    )


def draw_grids(settings: Settings) -> None:
    """Three grids over the weights of one row: which code is 0, and why."""
    places = st.columns([2, 1], gap="medium")
    with places[1]:
        row = _choose_row(settings)
    data = grids.grids_data(cached.race(settings), row)
    draw_explained(
        grid_strips.grids_figure(data, page.palette(), page.sizes()),
        grids.grids_remarks(data, cached.picture(grids.grid_errors_data, settings)),
        key="versus_grids",
        alt=grids.grids_text(data),
        places=places,
    )


def _choose_row(settings: Settings) -> int:
    """A row of W, at first the one that shows most."""
    shown = outputs.telling_row(cached.picture(rows.rows_data, settings))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(
            "Row of W",
            width="content",
            help="The output. At first the row in which GPTQ gains most over RTN.",
        )
        row: int = st.number_input(
            "Row of W",
            0,
            cached.layer(settings).out - 1,
            shown,
            key="versus_row",
            label_visibility="collapsed",
            persist_state="session",
        )
    return row
