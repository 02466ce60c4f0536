"""What a page shows instead of a picture: the reason in a sentence, and the nearest setting that works."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

import streamlit as st

from gptq_viz.numerics import Race
from gptq_viz.ui import cached, state
from gptq_viz.ui.remedy import remedy_label
from gptq_viz.ui.settings import DAMP_STEPS, Settings

T = TypeVar("T")


class NoPictureError(cached.NoRunError):
    """As its parent, where other settings than a larger damping help.

    Parameters
    ----------
    reason : str
        A sentence for the user, without its full stop.
    remedy : mapping
        Values of settings with which there is a picture; none if it is not known which.
    """

    def __init__(self, reason: str, remedy: Mapping[str, Any]) -> None:
        super().__init__(reason)
        self.remedy = remedy


def draw_failure(settings: Settings, error: cached.NoRunError) -> None:
    """Say why there is no picture, and offer a way out where there is one."""
    with st.container(key="failure", border=True):
        reason = str(error)
        remedy = error.remedy if isinstance(error, NoPictureError) else _more_damping(settings)
        offer = " The button takes the slider’s next step that works." if "damp" in remedy else ""
        st.markdown(f":material/error: {reason[:1].upper()}{reason[1:]}.{offer}")
        if remedy:
            st.button(remedy_label(remedy), key="repair", type="primary", on_click=state.put, args=(remedy,))


def _more_damping(settings: Settings) -> Mapping[str, Any]:
    """The smallest damping that works, if there is one."""
    damp = working_damp(settings, cached.race)
    return {} if damp is None else {"damp": damp}


def working_damp(settings: Settings, run: Callable[[Settings], object]) -> float | None:
    """The smallest larger damping of the slider with which `run` does not fail; None if there is none."""
    for damp in DAMP_STEPS:
        if damp > settings.damp:
            with suppress(cached.NoRunError):
                run(replace(settings, damp=damp))
                return damp
    return None


def picture_of_orders(data: Callable[[Race], T], settings: Settings) -> T:
    """As `cached.picture`, for data that factor H in other orders of columns than the run's too.

    Raises
    ------
    NoPictureError
        H may be singular to working precision in one order and not in another.
    """

    def compared(settings: Settings) -> T:
        try:
            return cached.picture(data, settings)
        except ValueError as error:
            raise cached.NoRunError(str(error)) from error

    try:
        return compared(settings)
    except cached.NoRunError as error:
        damp = working_damp(settings, compared)
        raise NoPictureError(str(error), {} if damp is None else {"damp": damp}) from error
