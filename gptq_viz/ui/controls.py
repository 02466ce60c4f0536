"""The settings in the sidebar: every control has a line of help, and one that would change nothing is off."""

from __future__ import annotations

import streamlit as st

from gptq_viz.numerics import ALLOWED_BITS
from gptq_viz.ui import state
from gptq_viz.ui.layer_controls import draw_layer
from gptq_viz.ui.names import GRID_NAMES, SCALES_NAMES
from gptq_viz.ui.presets import PRESETS
from gptq_viz.ui.settings import DAMP_STEPS, FIELDS, GROUPS, Settings

_OWN_DAMPS = "gptq_explorer_damps"


def draw_presets(current: Settings) -> None:
    """A button for each preset; the one in use is marked."""
    st.sidebar.caption("Presets")
    with st.sidebar.container(key="presets", horizontal=True, gap="xsmall"):
        for preset in PRESETS:
            st.button(
                preset.name,
                key=f"preset {preset.name}",
                help=preset.help,
                type="primary" if preset.settings == current else "secondary",
                on_click=state.put_settings,
                args=(preset.settings,),
            )


def draw_controls(current: Settings, present: bool) -> None:
    """All settings; their values are read back from the session state.

    Each value is given to its control too: the browser shows a control's default until it has heard of the
    session's value, and the least number for a moment would be a false setting.
    """
    with st.sidebar:
        st.caption("Layer")
        draw_layer(current)
        st.caption("Quantization")
        _draw_quantization(current)
        st.button(
            "Reset to defaults",
            key="reset",
            icon=":material/restart_alt:",
            help="All settings as in the classroom default.",
            width="stretch",
            on_click=state.put_settings,
            args=(Settings(),),
        )
        st.toggle(
            "Projector", present, key="present", help="Large type and no sidebar, for the back row. Key P."
        )


def _draw_quantization(current: Settings) -> None:
    """How it is quantized."""
    st.select_slider(
        "Bits",
        ALLOWED_BITS,
        current.bits,
        key="bits",
        help="Bits a weight: at 3 bits 7 levels on the symmetric grid, 8 on the others.",
    )
    st.selectbox(
        "Grid",
        list(GRID_NAMES),
        list(GRID_NAMES).index(current.grid),
        key="grid",
        format_func=GRID_NAMES.__getitem__,
        help="Which levels the integers stand for.",
    )
    _draw_groups(current)
    st.select_slider(
        "Damping",
        _damp_options(current.damp),
        current.damp,
        key="damp",
        format_func=FIELDS["damp"].write,
        help="Share of the mean of diag H added to the diagonal. More damping spreads less error.",
    )
    st.toggle(
        "act_order",
        current.act_order,
        key="act_order",
        help="Quantize the columns with the largest activations first.",
    )


def _draw_groups(current: Settings) -> None:
    """Which columns share a scale, and where it comes from."""
    st.selectbox(
        "Columns in a group",
        [state.NO_GROUPS if group is None else group for group in GROUPS],
        GROUPS.index(current.group),
        key="group",
        help="Columns that share a scale. Small groups fit better and cost more bits.",
    )
    grouped = current.group is not None
    st.selectbox(
        "Scales of a group",
        list(SCALES_NAMES),
        list(SCALES_NAMES).index(current.scales),
        key="scales",
        format_func=SCALES_NAMES.__getitem__,
        disabled=not grouped,
        help="From which weights the scale of a group is taken."
        if grouped
        else "Off, because there are no groups: the scale is taken once, from the weights at the start.",
    )


def _damp_options(current: float) -> list[float]:
    """The steps of the slider and every other value that a link has set in this session."""
    own = st.session_state.setdefault(_OWN_DAMPS, set())
    if current not in DAMP_STEPS:
        own.add(current)
    return sorted({*DAMP_STEPS, *own})
