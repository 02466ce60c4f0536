"""Sweeps that answer a question, each as a button that makes the choices and starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import streamlit as st

from gptq_viz.ui import state
from gptq_viz.ui.sweep_chosen import FIRST, METHOD, NONE, SECOND, SEEDS, put_choices

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

STARTED = "gptq_explorer_sweep_at_once"


@dataclass(frozen=True, slots=True)
class SweepPreset:
    """A name for the button, what to look at, and the choices.

    Parameters
    ----------
    name, help : str
        The button, and what its picture shows.
    grid : mapping
        The values on the axes.
    settings : mapping
        Settings without which the picture would show something else; all others stay.
    seeds, methods : int, tuple of str
        How many seeds, and which methods beside RTN.
    """

    name: str
    help: str
    grid: Mapping[str, tuple[Any, ...]]
    settings: Mapping[str, Any] = field(default_factory=dict)
    seeds: int = 5
    methods: tuple[str, ...] = ("gptq",)


SMALL = {"data": "factor", "out": 16, "inp": 32, "n": 256, "bits": 3, "group": None, "act_order": False}

SWEEP_PRESETS = (
    SweepPreset(
        "What does damping do?",
        "This layer under more and more damping: less and less error is passed on, and at the right end GPTQ "
        "rounds almost as RTN does, unless act_order forms other groups.",
        {"damp": (1e-6, 1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0, 100.0)},
    ),
    SweepPreset(
        "How many samples?",
        "32 columns and hardly any damping. From few samples to many GPTQ’s calibration error rises and its "
        "held-out error falls until they meet; RTN stays where it is. Near n = 32, as many samples as "
        "columns, errors peak: the frozen inverse’s at it, GPTQ’s just below.",
        {"n": (8, 16, 24, 32, 40, 48, 64, 128, 256, 512, 1024)},
        {**SMALL, "damp": 1e-6},
        seeds=10,
        methods=("gptq", "frozen"),
    ),
    SweepPreset(
        "More bits or smaller groups?",
        "Both lower the error, and both cost: a group’s scale takes 16 bits and its zero point as many as a "
        "code. 3 bits in groups of 8 take more bits a weight than 4 bits without groups, for more error.",
        {"bits": (2, 3, 4, 5, 6), "group": (None, 32, 16, 8)},
        {**SMALL, "inp": 64, "n": 512, "damp": 0.01},
    ),
    SweepPreset(
        "Where does act_order pay?",
        "At 2 bits it lowers the error most where some inputs are loud (outliers), and changes little where "
        "all are alike (white).",
        {"act_order": (False, True), "data": ("factor", "white", "outliers")},
        {**SMALL, "bits": 2, "damp": 0.01},
        seeds=10,
    ),
)


def draw_sweep_presets() -> DeltaGenerator:
    """A button for each, in a row that is handed back."""
    bar = st.container(key="sweep_presets", horizontal=True, gap="xsmall")
    with bar:
        for preset in SWEEP_PRESETS:
            st.button(
                preset.name, key=f"sweep {preset.name}", help=preset.help, on_click=_put, args=(preset,)
            )
    return bar


def started_at_once() -> bool:
    """Whether a preset has just been chosen: its sweep begins without another click."""
    return bool(st.session_state.pop(STARTED, False))


def _put(preset: SweepPreset) -> None:
    first, *second = preset.grid
    changes = {
        FIRST: first,
        SECOND: second[0] if second else NONE,
        SEEDS: preset.seeds,
        METHOD: list(preset.methods),
    }
    put_choices(changes, dict(preset.grid))
    state.dismiss_notes()
    state.put(preset.settings)
    st.session_state[STARTED] = True
