"""The parts of the page of orders and groups about columns: which is first, and which share a scale."""

from __future__ import annotations

import streamlit as st

from gptq_viz import numerics
from gptq_viz.figures import columns, group_words, order_bars, order_errors, order_remarks
from gptq_viz.ui import cached, page, state
from gptq_viz.ui.explained import draw_explained
from gptq_viz.ui.failure import picture_of_orders
from gptq_viz.ui.grouped import grouped
from gptq_viz.ui.settings import Settings
from gptq_viz.ui.slide import slide_css
from gptq_viz.ui.table import draw_table

ORDER, COLUMNS, SCALES, LAZY, BITS = PARTS = (
    "Which order?",
    "Columns and groups",
    "Group scales",
    "Lazy blocks",
    "Bits per weight",
)
SHOWN_ORDER, ACT_ORDER = "order_shown", "columns_act_order"
OFF, ON = "off", "on"
G_IDX_HEIGHT = 150


def draw_orders(settings: Settings) -> None:
    """Five orders, forecast and run."""
    orders = picture_of_orders(order_errors.orders_data, settings)
    draw_explained(
        order_bars.orders_figure(orders, page.palette(), page.sizes()),
        order_remarks.order_remarks(orders),
        key="orders",
        alt=order_errors.orders_text(orders),
    )


def draw_columns(settings: Settings) -> None:
    """Columns by loudness, ribbons by group, g_idx, and what a kernel reads; H may be singular."""
    layer = cached.layer(settings)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        config = grouped(layer.inp, settings)
        _choose_order(settings.act_order)
    data = columns.columns_data(layer, config)
    _draw_columns(data)
    left, right = st.columns([1, 2], gap="medium")
    with left:
        st.caption("g_idx: the group of each column, as stored")
        g_idx = group_words.g_idx_text(data.group.tolist())
        st.code(g_idx, language=None, wrap_lines=True, height=G_IDX_HEIGHT if len(g_idx) > 200 else "content")
    with right:
        reads = numerics.kernel_reads(layer, config)
        table = group_words.kernel_table(reads, settings.act_order, config.group == settings.group)
        draw_table(table)


def _choose_order(act_order: bool) -> None:
    """The same setting as the sidebar's, at hand beside the picture."""
    st.session_state[ACT_ORDER] = ON if act_order else OFF
    st.segmented_control(
        "act_order",
        (OFF, ON),
        default=st.session_state[
            ACT_ORDER
        ],  # what the browser shows until it has heard of the session's value
        required=True,
        key=ACT_ORDER,
        help="Quantize the columns with the largest activations first. The bars slide to their new places.",
        on_change=_put_order,
    )


def _put_order() -> None:
    state.put({"act_order": st.session_state[ACT_ORDER] == ON})


def _draw_columns(data: columns.ColumnsPicture) -> None:
    """The picture; it moves if another order was shown before."""
    order = "loudest" if data.act_order else "own"
    before = st.session_state.get(SHOWN_ORDER, order)
    st.session_state[SHOWN_ORDER] = order
    container = f"columns_{order}"
    if before != order:
        st.html(slide_css(container, data.slides))
    with st.container(key=container):
        page.chart(
            columns.columns_figure(data, page.palette(), page.sizes()),
            key=f"columns of {order} order",
            alt=columns.columns_text(data),
        )
