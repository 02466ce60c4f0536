"""Pinned settings: pinning and removing them, which buttons call, and the runs that are compared."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from gptq_viz.figures.pin_runs import Pin, PinRun, pin_run
from gptq_viz.numerics.examples import DIGITS
from gptq_viz.ui import cached, state
from gptq_viz.ui.pin_names import name_of_now, name_of_pin
from gptq_viz.ui.pins import Pins
from gptq_viz.ui.settings import Settings

MOST = Pins().most
LETTERS = "ABCD"


def pin(settings: Settings) -> None:
    """Add one; without effect where there is no room, or where it is pinned already."""
    if why_not(settings, state.pinned()) == "":
        state.put({"pins": (*state.pinned(), settings)})


def unpin(number: int) -> None:
    """Remove one; the letters of those behind it move up."""
    pins = state.pinned()
    state.put({"pins": (*pins[:number], *pins[number + 1 :])})


def unpin_all() -> None:
    """Remove all."""
    state.put({"pins": ()})


def why_not(settings: Settings, pins: Sequence[Settings]) -> str:
    """Why these settings cannot be pinned, in a sentence; empty where they can."""
    if settings in pins:
        return f"These settings are pinned already, as {LETTERS[list(pins).index(settings)]}."
    if len(pins) >= MOST:
        return f"{MOST} settings are pinned, and there is room for no more. Remove one first."
    return ""


def compared(settings: Settings, pins: Sequence[Settings]) -> tuple[Settings, ...]:
    """The sidebar's settings first, unless they are pinned; then the pins."""
    return tuple(pins) if settings in pins else (settings, *pins)


def share_outputs(settings: Sequence[Settings]) -> bool:
    """Whether all have the same weights and held-out inputs, so that their held-out errors compare.

    The number of samples never changes them, the seed not those of the digit network.
    """
    layers = {(one.data, one.out, one.inp, one.data in DIGITS or one.seed) for one in settings}
    return len(layers) == 1


def pins_to_draw(settings: Settings, pins: Sequence[Settings]) -> tuple[Pin, ...]:
    """All that is compared, each run on its own layer."""
    shown = compared(settings, pins)
    letters = ("", *LETTERS) if len(shown) > len(pins) else LETTERS
    return tuple(_pin(letter, one, settings, pins) for letter, one in zip(letters, shown, strict=False))


def _pin(letter: str, one: Settings, now: Settings, pins: Sequence[Settings]) -> Pin:
    """One of them with its name and its run."""
    name, run = name_of_now(now, pins) if one == now else name_of_pin(one, now), outcome(one)
    if isinstance(run, str):
        return Pin(letter, name, one == now, None, run)
    return Pin(letter, name, one == now, run)


@st.cache_resource(max_entries=cached.PICTURES, show_spinner=False)
def outcome(settings: Settings) -> PinRun | str:
    """The run, or why there is none: kept too, since the layer of a pin is seldom the one at hand."""
    try:
        return cached.picture(pin_run, settings)
    except cached.NoRunError as error:
        return str(error)
