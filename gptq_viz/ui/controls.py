"""The settings in the sidebar: every control has a line of help, and one that would change nothing is off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from gptq_viz.numerics import ALLOWED_BITS
from gptq_viz.ui import state
from gptq_viz.ui.fields import Whole
from gptq_viz.ui.names import EXAMPLE_NAMES, GRID_NAMES, SCALES_NAMES
from gptq_viz.ui.presets import PRESETS
from gptq_viz.ui.settings import DAMP_STEPS, FIELDS, GROUPS, Settings

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

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


def draw_controls(current: Settings) -> None:
    """All settings; their values are read back from the session state."""
    with st.sidebar:
        st.caption("Layer")
        _draw_layer(digits=current.data.startswith("digits"))
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
        st.toggle("Projector", key="present", help="Large type and no sidebar, for the back row. Key P.")


def _draw_layer(digits: bool) -> None:
    """What is quantized."""
    st.selectbox(
        "Example layer",
        list(EXAMPLE_NAMES),
        key="data",
        format_func=EXAMPLE_NAMES.__getitem__,
        help="Where weights and inputs come from: made by a seed, or from a network that reads digits.",
    )
    left, right = st.columns(2, gap="small")
    _number(left, "out", "Rows", "Outputs of the layer, one row of W each.")
    _number(right, "inp", "Columns", "Inputs of the layer. GPTQ quantizes one column after the other.")
    if digits:
        _number(left, "n", "Inputs", "Training images that H is computed from; all of them if n is larger.")
        _number(right, "seed", "Seed", "Which training images are drawn; the network stays the same.")
    else:
        _number(
            left, "n", "Inputs", "Calibration inputs that H is computed from. Held-out inputs are others."
        )
        _number(right, "seed", "Seed", "Another seed, another layer of the same kind.")


def _number(place: DeltaGenerator, key: str, label: str, text: str) -> None:
    """A whole number over the full range of its field."""
    field = FIELDS[key]
    assert isinstance(field, Whole)
    place.number_input(label, min_value=field.low, max_value=field.high, step=1, key=key, help=text)


def _draw_quantization(current: Settings) -> None:
    """How it is quantized."""
    st.select_slider(
        "Bits",
        ALLOWED_BITS,
        key="bits",
        help="Bits a weight: at 3 bits 7 levels on the symmetric grid, 8 on the others.",
    )
    st.selectbox(
        "Grid",
        list(GRID_NAMES),
        key="grid",
        format_func=GRID_NAMES.__getitem__,
        help="Which levels the integers stand for.",
    )
    st.selectbox(
        "Columns in a group",
        [state.NO_GROUPS if group is None else group for group in GROUPS],
        key="group",
        help="Columns that share a scale. Small groups fit better and cost more bits.",
    )
    grouped = current.group is not None
    st.selectbox(
        "Scales of a group",
        list(SCALES_NAMES),
        key="scales",
        format_func=SCALES_NAMES.__getitem__,
        disabled=not grouped,
        help="From which weights the scale of a group is taken."
        if grouped
        else "Off, because there are no groups: the scale is taken once, from the weights at the start.",
    )
    st.select_slider(
        "Damping",
        _damp_options(current.damp),
        key="damp",
        format_func=FIELDS["damp"].write,
        help="Share of the mean of diag H added to the diagonal. More damping spreads less error.",
    )
    st.toggle("act_order", key="act_order", help="Quantize the columns with the largest activations first.")


def _damp_options(current: float) -> list[float]:
    """The steps of the slider and every other value that a link has set in this session."""
    own = st.session_state.setdefault(_OWN_DAMPS, set())
    if current not in DAMP_STEPS:
        own.add(current)
    return sorted({*DAMP_STEPS, *own})
