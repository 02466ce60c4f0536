"""The part of the sidebar that makes the layer: the example, its size, samples and seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from gptq_viz.ui import cached
from gptq_viz.ui.fields import Whole
from gptq_viz.ui.names import EXAMPLE_NAMES
from gptq_viz.ui.settings import FIELDS, Settings

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator


def draw_layer(current: Settings) -> None:
    """What is quantized."""
    st.selectbox(
        "Example layer",
        list(EXAMPLE_NAMES),
        list(EXAMPLE_NAMES).index(current.data),
        key="data",
        format_func=EXAMPLE_NAMES.__getitem__,
        help="Where weights and inputs come from: made by a seed, or from a network that reads digits.",
    )
    # A row at a time, so that the Tab key goes the way the eye does.
    left, right = st.columns(2, gap="small")
    _number(left, current, "out", "Rows", "Outputs of the layer, one row of W each")
    _number(right, current, "inp", "Columns", "Inputs of the layer; GPTQ quantizes one after the other")
    left, right = st.columns(2, gap="small")
    if current.data.startswith("digits"):
        _number(left, current, "n", "Samples", "Training images that H is computed from, one row of X each")
        _number(right, current, "seed", "Seed", "Which training images are drawn; the network stays the same")
    else:
        _number(left, current, "n", "Samples", "Calibration samples that H is computed from, a row of X each")
        _number(right, current, "seed", "Seed", "Another seed, another layer of the same kind")
    if cut := cut_sentence(current):
        st.caption(cut)


def cut_sentence(current: Settings) -> str:
    """What a network cannot give of what the fields ask for; empty where it gives everything."""
    if not current.data.startswith("digits"):
        return ""
    layer, cuts = cached.layer(current), []
    if layer.inp < current.inp:
        cuts.append(f"{layer.inp} columns")
    if layer.n < current.n:
        cuts.append(f"{layer.n:,} training images")
    return f"There are only {' and '.join(cuts)}: all are used." if cuts else ""


def _number(place: DeltaGenerator, current: Settings, key: str, label: str, text: str) -> None:
    """A whole number over the full range of its field, which stands in the help."""
    field = FIELDS[key]
    assert isinstance(field, Whole)
    place.number_input(
        label,
        min_value=field.low,
        max_value=field.high,
        value=getattr(current, key),
        step=1,
        key=key,
        help=f"{text} ({field.low}–{field.high}).",
    )
