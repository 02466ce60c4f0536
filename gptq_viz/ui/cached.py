"""Runs kept between reruns and between visitors: bounded, keyed by the frozen settings, never by arrays.

`cache_resource` hands out the same read-only objects to everyone; `cache_data` would pickle them each time.
"""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable
from contextlib import suppress
from types import FunctionType
from typing import TypeVar

import streamlit as st

from gptq_viz import numerics
from gptq_viz.figures.layer_note import layer_note
from gptq_viz.numerics import Layer, Race, Spectrum
from gptq_viz.numerics.examples import LayerKey
from gptq_viz.numerics.singular import SingularHessianError
from gptq_viz.player import witness as witnesses
from gptq_viz.player.payload import payload as pack
from gptq_viz.ui.chips import chips
from gptq_viz.ui.settings import Settings


class NoRunError(Exception):
    """These settings cannot be run; the message is a sentence for the user."""

    def __str__(self) -> str:
        """One advice on damping is enough, and that is the button's: a step of the slider."""
        cause = self.__cause__
        return cause.reason if isinstance(cause, SingularHessianError) else super().__str__()


# A race at 256 x 256 holds 20 MB with its inputs, a payload at most 0.8 MB, with the server's weights 1.2 MB,
# the data of a picture 0.1 MB.
RACES = 2
PAYLOADS = 48
WITNESSES = 4
PICTURES = 64

M_ARENA_MAX, M_MMAP_THRESHOLD = -8, -3  # malloc.h

T = TypeVar("T")


def layer(settings: Settings) -> Layer:
    """The layer of these settings; runs that differ only in how it is quantized share it."""
    return _layer(settings.layer_key)


@st.cache_resource(max_entries=RACES, show_spinner=False)
def _layer(key: LayerKey) -> Layer:
    return numerics.example_layer(*key)


@st.cache_resource(max_entries=RACES, show_spinner=False)
def race(settings: Settings) -> Race:
    """RTN, frozen inverse and GPTQ on the same layer with the same settings.

    Raises
    ------
    NoRunError
        If the layer cannot be quantized with them, such as a singular H without damping.
    """
    try:
        return numerics.race(layer(settings), settings.config)
    except ValueError as error:
        raise NoRunError(str(error)) from error


@st.cache_resource(max_entries=PAYLOADS, show_spinner=False)
def payload(settings: Settings) -> bytes:
    """What the player needs of a race; the same bytes for the same settings, so it is sent only once.

    Raises
    ------
    NoRunError
        As `race`, and if a number is too large for the browser.
    """
    run = race(settings)
    try:
        return pack(run, chips(settings, run), layer_note(run))
    except ValueError as error:
        raise NoRunError(str(error)) from error


@st.cache_resource(max_entries=WITNESSES, show_spinner=False)
def witness(settings: Settings) -> bytes:
    """A payload, and weights of its race that the browser's replay must meet.

    Raises
    ------
    NoRunError
        As `payload`.
    """
    sent = payload(settings)
    return witnesses.witness(race(settings), sent)


@st.cache_resource(max_entries=PICTURES, show_spinner=False)
def spectrum(settings: Settings) -> Spectrum:
    """Eigenvalues of H; works for settings that cannot be run too."""
    return numerics.spectrum(layer(settings), settings.config)


def _name(function: FunctionType) -> str:
    """What a function is known by in the key of a cache."""
    return f"{function.__module__}.{function.__qualname__}"


@st.cache_resource(max_entries=PICTURES, show_spinner=False, hash_funcs={FunctionType: _name})
def picture(data: Callable[[Race], T], settings: Settings) -> T:
    """Data of a picture, made from a race by `data`, which must not hold on to the race.

    Raises
    ------
    NoRunError
        As `race`.
    """
    return data(race(settings))


@st.cache_resource(show_spinner=False)
def warm_up() -> None:
    """Once a process: the default run, small heaps, and all that is loaded by then out of the collector."""
    _limit_heaps()
    payload(Settings())
    # Streamlit collects garbage after every run; what stays for good need not be looked at each time.
    gc.collect()
    gc.freeze()


def _limit_heaps() -> None:
    """Let glibc share its heaps between threads, and keep large arrays out of them.

    Streamlit runs every script in a new thread, and glibc keeps what a thread has freed for threads that
    use the same heap: 60 layers of 256 x 256 left 330 MB behind, with two heaps 225 MB. An array beyond the
    threshold goes back to the system when it is freed: 390 MB with 8192 inputs became 255 MB. Other systems
    lack the call.
    """
    with suppress(AttributeError, OSError, TypeError):
        libc = ctypes.CDLL(None)
        libc.mallopt(M_ARENA_MAX, 2)
        libc.mallopt(M_MMAP_THRESHOLD, 4 << 20)
