"""Mounts the player on a Streamlit page."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from gptq_viz.player.modules import join_modules
from gptq_viz.player.tokens import css_tokens

if TYPE_CHECKING:
    from streamlit.components.v2.bidi_component import ComponentResult
    from streamlit.components.v2.types import ComponentRenderer

FOLDER = Path(__file__).parent
NAME = "gptq_explorer_player"


def player(
    data: bytes,
    *,
    key: str = "player",
    on_step_change: Callable[[], None] | None = None,
    on_present_change: Callable[[], None] | None = None,
) -> ComponentResult:
    """Draw the player where the page stands.

    Parameters
    ----------
    data : bytes
        What `gptq_viz.player.payload.payload` returns. It is sent whole, and again only when it changes.
    key : str
        Name in the session state. The same key from run to run keeps the player alive over them.
    on_step_change, on_present_change : callable, optional
        Called before the page runs after a pause or scrub, or after the projector key. The news are in
        `st.session_state[key].step` (finished columns) and `.present` (0 or 1).

    Returns
    -------
    result : ComponentResult
        With `step` and `present`, None until the browser has told them.
    """
    return _renderer()(
        data=data,
        key=key,
        width="stretch",
        height="content",
        on_step_change=on_step_change or _nothing,
        on_present_change=on_present_change or _nothing,
    )


@cache
def _renderer() -> ComponentRenderer:
    """The registered component; once a process, since registering anew at each run would replace it."""
    return st.components.v2.component(
        NAME,
        html=(FOLDER / "player.html").read_text(encoding="utf-8"),
        css=css_tokens() + "\n" + (FOLDER / "player.css").read_text(encoding="utf-8"),
        js=join_modules(FOLDER, "player.js"),
    )


def _nothing() -> None:
    """Streamlit keeps a state only if it has a callback."""
