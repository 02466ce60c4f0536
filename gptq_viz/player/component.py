"""Mounts the player, and the check of its replay, on a Streamlit page."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import streamlit as st

from gptq_viz.player.modules import join_modules
from gptq_viz.player.tokens import css_tokens
from gptq_viz.player.witness import Replayed, read_replayed

if TYPE_CHECKING:
    from streamlit.components.v2.bidi_component import ComponentResult
    from streamlit.components.v2.types import ComponentRenderer

FOLDER = Path(__file__).parent
NAME = "gptq_explorer_player"
CHECK_NAME = "gptq_explorer_replay_check"


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


def replay_check(data: bytes, *, key: str = "replay_check") -> Replayed | None:
    """Let the browser replay a run and say how far its weights are from the server's.

    Parameters
    ----------
    data : bytes
        What `gptq_viz.player.witness.witness` returns.
    key : str
        Beginning of its name in the session state.

    Returns
    -------
    replayed : Replayed or None
        What the browser found; None until it has told. The page runs once more when it tells.
    """
    # The bytes are part of the key, so that what was found for one run is never taken for another's.
    result = _check_renderer()(
        data=data,
        key=f"{key}_{crc32(data):08x}",
        width="stretch",
        height="content",
        on_replayed_change=_nothing,
    )
    return read_replayed(result.replayed)


@cache
def _renderer() -> ComponentRenderer:
    """The registered component; once a process, since registering anew at each run would replace it."""
    return _registered(NAME, "player")


@cache
def _check_renderer() -> ComponentRenderer:
    """The same for the check."""
    return _registered(CHECK_NAME, "replay_check")


def _registered(name: str, part: str) -> ComponentRenderer:
    """A component of the markup, style and script called `part`, which is its root's class too."""
    return st.components.v2.component(
        name,
        html=(FOLDER / f"{part}.html").read_text(encoding="utf-8"),
        css=css_tokens(f".{part}") + "\n" + (FOLDER / f"{part}.css").read_text(encoding="utf-8"),
        js=join_modules(FOLDER, f"{part}.js"),
    )


def _nothing() -> None:
    """Streamlit keeps a state only if it has a callback."""
