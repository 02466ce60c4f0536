"""Groups for the parts that need several: those of the settings, or others, and then it is said."""

from __future__ import annotations

import streamlit as st

from gptq_viz import numerics
from gptq_viz.numerics import GPTQConfig
from gptq_viz.ui import state
from gptq_viz.ui.failure import NoPictureError
from gptq_viz.ui.settings import GROUPS, Settings

FEWEST_COLUMNS = 4


def grouped(inp: int, settings: Settings) -> GPTQConfig:
    """The config with several groups of columns; where the settings make none, that is said.

    Raises
    ------
    NoPictureError
        If the layer is too narrow for several groups of several columns.
    """
    if inp < FEWEST_COLUMNS:
        reason = f"groups of several columns need at least {FEWEST_COLUMNS} columns, this layer has {inp}"
        raise NoPictureError(reason, {"inp": FEWEST_COLUMNS})
    config = numerics.with_groups(inp, settings.config)
    if config.group != settings.group:
        _say_groups(settings, config)
    return config


def _say_groups(settings: Settings, config: GPTQConfig) -> None:
    """With which groups the part is shown, and a button to set them."""
    own = "No groups are" if settings.group is None else "One group is"
    with st.container(horizontal=True, width="content", vertical_alignment="center", gap="small"):
        st.markdown(
            f"{own} set: this part shows groups of {config.group}, which are not in force.", width="content"
        )
        if config.group in GROUPS:
            st.button(
                f"Set groups of {config.group}",
                key="set_groups",
                on_click=state.put,
                args=({"group": config.group},),
            )
