"""The widgets that say what to sweep: parameters, values, seeds and methods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import partial
from typing import Any

import streamlit as st

from gptq_viz.figures.sweep_values import value_text
from gptq_viz.figures.swept import Swept
from gptq_viz.theme import METHODS
from gptq_viz.ui.settings import Settings
from gptq_viz.ui.sweep_chosen import (
    FIRST,
    METHOD,
    MOST_SEEDS,
    NONE,
    RACED,
    SECOND,
    SEEDS,
    VALUES,
    choices,
    take,
    take_values,
    taken_values,
)
from gptq_viz.ui.sweep_options import PARAMETERS, options


def choose_sweep(settings: Settings, *, shown: bool = True) -> Swept | str:
    """What was chosen, or a sentence that says what is missing; draws the choices if they are `shown`."""
    chosen = choices()
    names = [name for name in (chosen[FIRST], chosen[SECOND]) if name != NONE]
    if shown:
        _draw(names, settings, chosen)
    return _swept(names, settings, chosen)


def _draw(names: list[str], settings: Settings, chosen: Mapping[str, Any]) -> None:
    """Two rows: what and how often, and the values."""
    places = st.columns([3, 3, 3, 4], gap="small", vertical_alignment="bottom")
    with places[0]:
        _select("Parameter", FIRST, list(PARAMETERS), "Along the horizontal axis.", chosen)
    with places[1]:
        others = [NONE, *(name for name in PARAMETERS if name != chosen[FIRST])]
        _select("Second parameter", SECOND, others, "Upwards: with two parameters a heat map.", chosen)
    with places[2]:
        _seeds(settings, chosen)
    with places[3]:
        _methods(chosen)
    for place, name in zip(st.columns(len(names), gap="small"), names, strict=True):
        with place:
            _values(name, settings)


def _select(label: str, key: str, names: list[str], text: str, chosen: Mapping[str, Any]) -> None:
    st.session_state[key] = chosen[key]
    st.selectbox(
        label,
        names,
        names.index(chosen[key]),
        key=key,
        format_func=lambda name: PARAMETERS.get(name, name),
        help=text,
        on_change=take,
        args=(key,),
    )


def _seeds(settings: Settings, chosen: Mapping[str, Any]) -> None:
    st.session_state[SEEDS] = chosen[SEEDS]
    st.slider(
        "Seeds",
        1,
        MOST_SEEDS,
        chosen[SEEDS],
        key=SEEDS,
        help=f"Layers of the same kind, from the setting’s own seed on: {settings.seed}, "
        f"{settings.seed + 1} and so on. The band shows how far they differ.",
        on_change=take,
        args=(SEEDS,),
    )


def _methods(chosen: Mapping[str, Any]) -> None:
    st.session_state[METHOD] = chosen[METHOD]
    st.pills(
        "Methods, beside RTN",
        RACED,
        selection_mode="multi",
        default=chosen[METHOD],
        key=METHOD,
        format_func=lambda method: METHODS[method].label,
        help="RTN is always there, on the same grid and groups. The frozen inverse is a common mistake.",
        on_change=take,
        args=(METHOD,),
    )


def _values(name: str, settings: Settings) -> None:
    """The chosen values, or the defaults until some are chosen."""
    taken = taken_values(name, settings)
    st.session_state[VALUES + name] = list(taken)
    st.multiselect(
        f"Values: {PARAMETERS[name]}",
        options(name, settings, taken),
        list(taken),
        key=VALUES + name,
        format_func=partial(value_text, name),
        placeholder="At least one value",
        on_change=take_values,
        args=(name,),
    )


def _swept(names: list[str], settings: Settings, chosen: Mapping[str, Any]) -> Swept | str:
    """The choices as one object, with values in the order of the axes."""
    grid = {}
    for name in names:
        taken = taken_values(name, settings)
        grid[name] = tuple(value for value in options(name, settings, taken) if value in taken)
        if not grid[name]:
            return f"Pick at least one value of {PARAMETERS[name]}."
    if not chosen[METHOD]:
        return "Pick a method: RTN alone has nothing to be compared with."
    return Swept(
        grid=grid,
        base={field.name: getattr(settings, field.name) for field in fields(settings)},
        seeds=tuple(range(settings.seed, settings.seed + chosen[SEEDS])),
        methods=("rtn", *(name for name in ("frozen", "gptq") if name in chosen[METHOD])),
    )
