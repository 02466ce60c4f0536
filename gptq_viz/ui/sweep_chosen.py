"""What was chosen to be swept, kept while the session lasts; the widgets are given it on every run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from gptq_viz.figures.swept import Swept
from gptq_viz.ui.settings import Settings
from gptq_viz.ui.sweep_options import PARAMETERS, defaults

CHOICES = "gptq_explorer_sweep_choices"
NONE = "none"
FIRST, SECOND, SEEDS, METHOD = "sweep_first", "sweep_second", "sweep_seeds", "sweep_methods"
VALUES = "sweep_values_"
MOST_SEEDS = 20
RACED = ("gptq", "frozen")
START: Mapping[str, Any] = {FIRST: "damp", SECOND: NONE, SEEDS: 5, METHOD: ["gptq"], "values": {}}


def choices() -> Mapping[str, Any]:
    """What is chosen; a browser may have sent anything, and the second parameter is never the first."""
    chosen = {**START, **st.session_state.get(CHOICES, {})}
    if chosen[FIRST] not in PARAMETERS:
        chosen[FIRST] = START[FIRST]
    if chosen[SECOND] not in PARAMETERS or chosen[SECOND] == chosen[FIRST]:
        chosen[SECOND] = NONE
    if chosen[SEEDS] not in range(1, MOST_SEEDS + 1):
        chosen[SEEDS] = START[SEEDS]
    chosen[METHOD] = [name for name in RACED if name in chosen[METHOD]]
    return chosen


def taken_values(name: str, settings: Settings) -> tuple[Any, ...]:
    """The chosen values of a parameter, or the defaults until some are chosen."""
    values: tuple[Any, ...] = choices()["values"].get(name, defaults(name, settings))
    return values


def put_choices(changes: Mapping[str, Any], values: Mapping[str, tuple[Any, ...]]) -> None:
    """Choose parameters and their values; only before the widgets are made, so at best in a callback."""
    chosen = choices()
    st.session_state[CHOICES] = {**chosen, **changes, "values": {**chosen["values"], **values}}


def keep_values(swept: Swept) -> None:
    """From now on these values are chosen ones, so that another setting does not add its own."""
    put_choices({}, swept.grid)


def take(key: str) -> None:
    """A widget has changed."""
    put_choices({key: st.session_state[key]}, {})


def take_values(name: str) -> None:
    """The widget of a parameter's values has changed."""
    put_choices({}, {name: tuple(st.session_state[VALUES + name])})
