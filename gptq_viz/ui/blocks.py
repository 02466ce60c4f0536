"""The parts about when weights are brought up to date: for the scales of groups, and in lazy blocks."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from gptq_viz import numerics
from gptq_viz.figures import block_lines, group_words, lane_panels, lane_remarks, lanes, ruler_panels, rulers
from gptq_viz.figures.rulers import RulersPicture
from gptq_viz.numerics import Race, ScaleSources
from gptq_viz.numerics.block_effect import BLOCKS
from gptq_viz.ui import cached, page
from gptq_viz.ui.explained import draw_explained
from gptq_viz.ui.grouped import grouped
from gptq_viz.ui.settings import Settings
from gptq_viz.ui.step import choose_step
from gptq_viz.ui.table import draw_table


def draw_scales(settings: Settings) -> None:
    """Three rulers at the beginning of a group, the runs they make, and what the block changes."""
    layer = cached.layer(settings)
    config = grouped(layer.inp, settings)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        group = st.slider(
            "Group",
            0,
            config.group_count(layer.inp) - 1,
            1,
            key="scales_group",
            help="In order of quantization. The rulers are shown as the turn of its first column comes.",
            width=180,
            persist_state="session",
        )
        row = _choose_row(layer.out, "scales_row")
        block = _choose_block(128, "scales_block", "The published code has 128.")
    sources = numerics.scale_sources(layer, replace(config, block=block))
    data = rulers.rulers_data(sources, group, row)
    page.chart(
        ruler_panels.rulers_figure(data, page.palette(), page.sizes()),
        key="rulers",
        alt=rulers.rulers_text(data),
    )
    _draw_block_effect(settings, sources, data)


def draw_lazy(race: Race) -> None:
    """One row on two lanes, with what the lazy one owes."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        step = choose_step(race.layer.inp)
        block = _choose_block(
            4, "lazy_block", "Columns whose updates to later columns are made together.", race.layer.inp
        )
        row = _choose_row(race.layer.out, "lazy_row")
    found = numerics.lanes(race.layer, replace(race.config, block=block), row)
    data = lanes.lanes_data(found, step)
    by_block = race.config.scales == "reference" and race.config.group_size(race.layer.inp) < race.layer.inp
    draw_explained(
        lane_panels.lanes_figure(data, page.palette(), page.sizes()),
        lane_remarks.lane_remarks(found, data, block_sets_scales=by_block),
        key="lanes",
        alt=lanes.lanes_text(data),
        shares=(5, 2),
    )


def _draw_block_effect(settings: Settings, sources: ScaleSources, shown: RulersPicture) -> None:
    """All sizes of blocks as lines, the runs of the chosen one as a table."""
    left, right = st.columns(2, gap="medium")
    block = sources.traces[settings.scales].config.block
    lines = block_lines.block_lines_data(cached.picture(block_lines.block_effect_data, settings), block)
    with left:
        page.chart(
            block_lines.block_lines_figure(lines, page.palette(), page.sizes()),
            key="blocks",
            alt=block_lines.block_lines_text(lines),
        )
    with right:
        draw_table(group_words.sources_table(sources, shown, settings.scales))
        st.caption(group_words.block_sentence(lines, sources))


def _choose_row(out: int, key: str) -> int:
    row: int = st.number_input(
        "Row i", 0, out - 1, key=key, help="Row of W.", width=130, persist_state="session"
    )
    return row


def _choose_block(default: int, key: str, text: str, widest: int = BLOCKS[-1]) -> int:
    """Up to the smallest block that is as wide as `widest`, if not all."""
    sizes = [size for size in BLOCKS if size == 1 or size < 2 * widest]
    if st.session_state.get(key, 1) not in sizes:
        st.session_state[key] = sizes[-1]
    block: int = st.select_slider(
        "Columns a block",
        sizes,
        min(default, sizes[-1]),
        key=key,
        help=text,
        width=180,
        persist_state="session",
    )
    return block
