"""Where Geometry's two weights lie, in which order they are rounded, and with which ellipse: the widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from gptq_viz.numerics import Block, with_correlation
from gptq_viz.numerics.block import shifted

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

ORDER, ELLIPSE, CORRELATION = "geometry_order", "geometry_ellipse", "geometry_correlation"
MOVES = ("geometry_move_1", "geometry_move_2")
OF_THE_LAYER, OWN = ELLIPSES = ("of the layer", "my own")
WIDEST = 0.99
FARTHEST = 2.0


def choose_order(columns: tuple[int, int]) -> int:
    """Which of the two GPTQ rounds first, 0 or 1."""
    first: int = st.segmented_control(
        "Rounded first",
        (0, 1),
        default=0,
        required=True,
        format_func=lambda k: f"column {columns[k]}",
        key=ORDER,
        help="GPTQ rounds this weight first, and the other one answers.",
        persist_state="session",
    )
    return first


def choose_ellipse() -> bool:
    """Whether the correlation is one's own."""
    chosen: str = st.segmented_control(
        "Ellipse",
        ELLIPSES,
        default=OF_THE_LAYER,
        required=True,
        key=ELLIPSE,
        help="From H of the layer, or with a correlation of your own between inputs just as loud.",
        persist_state="session",
    )
    return chosen == OWN


def move_block(block: Block, columns: tuple[int, int], own: bool) -> Block:
    """The block with the correlation and the target of the sliders."""
    places = st.columns(3, gap="small")
    for key in MOVES:
        st.session_state.setdefault(key, 0.0)
    correlation = _choose_correlation(places[0], block, own)
    moves = tuple(
        place.slider(
            f"Shift w[{column}]",
            -FARTHEST,
            FARTHEST,
            step=0.05,
            key=key,
            help="Moves the target by so many grid steps. At 0 it is where the layer has it.",
            persist_state="session",
        )
        for place, column, key in zip(places[1:], columns, MOVES, strict=True)
    )
    return shifted(with_correlation(block, correlation) if own else block, moves)


def _choose_correlation(place: DeltaGenerator, block: Block, own: bool) -> float:
    """The slider's, or in the slider what the layer has."""
    if not own:
        st.session_state[CORRELATION] = min(max(round(block.correlation, 2), -WIDEST), WIDEST)
    correlation: float = place.slider(
        "Correlation",
        -WIDEST,
        WIDEST,
        step=0.01,
        key=CORRELATION,
        disabled=not own,
        help="Of the inputs of both columns: turns and stretches the ellipse."
        if own
        else "Of the inputs of both columns. Choose an ellipse of your own to change it.",
        persist_state="session",
    )
    return correlation


def is_changed() -> bool:
    """Whether any of these widgets is not as it was at first."""
    session = st.session_state
    own = session.get(ELLIPSE, OF_THE_LAYER) == OWN
    return own or any(session.get(key) for key in (ORDER, *MOVES))


def put_back() -> None:
    """The target to where the layer has it; before the widgets are made."""
    for key in MOVES:
        st.session_state[key] = 0.0


def forget() -> None:
    """All of these widgets as they were at first; before they are made."""
    for key in (ORDER, ELLIPSE, CORRELATION, *MOVES):
        st.session_state.pop(key, None)
