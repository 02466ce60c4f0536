"""Which two weights of a layer Geometry shows: the widgets for row and columns, and what they choose."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from gptq_viz.numerics import Block, Race, block_of
from gptq_viz.numerics.telling import Pair, loudness, telling_pair
from gptq_viz.ui import cached, target
from gptq_viz.ui.failure import NoPictureError
from gptq_viz.ui.settings import Settings

CHOSEN, SHOWN = "geometry_chosen", "geometry_shown"
SWAPPED = "geometry_swapped"
REASON = "a picture needs two columns."
TWICE = "The column of the other axis makes the two change places."
ROW, COLUMNS = "geometry_row", ("geometry_column_1", "geometry_column_2")


@dataclass(frozen=True, slots=True)
class Telling:
    """The weights that are shown first, and the size of the layer."""

    pair: Pair
    out: int
    inp: int


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Two weights as the layer has them.

    Parameters
    ----------
    pair : Pair
        Where they stand.
    block : Block
        Their H, target and levels.
    loud : (float, float)
        Root mean square of their inputs.
    """

    pair: Pair
    block: Block
    loud: tuple[float, float]


def choose_weights(settings: Settings) -> Weights:
    """Row and two columns: the telling ones until others are chosen.

    Raises
    ------
    NoRunError
        If the layer cannot be quantized, or has one column only.
    """
    telling = cached.picture(_telling, settings)
    pair = _within(st.session_state.get(CHOSEN, telling.pair), telling)
    st.session_state[SHOWN] = pair
    for key, value in zip((ROW, *COLUMNS), (pair.row, *pair.columns), strict=True):
        st.session_state[key] = value
    _draw_number("Row", ROW, telling.out, "Row of W. The row’s other weights are held where they are.")
    _draw_number("Column 1", COLUMNS[0], telling.inp, f"Along the horizontal axis. {TWICE}")
    _draw_number("Column 2", COLUMNS[1], telling.inp, f"Along the vertical axis. {TWICE}")
    if st.session_state.pop(SWAPPED, False):
        st.toast(f"Column {pair.columns[0]} and column {pair.columns[1]} changed places: {REASON}")
    return _weights(settings, pair)


def draw_reset() -> None:
    """Back to where the page began."""
    st.button(
        "Start again",
        key="geometry_reset",
        icon=":material/restart_alt:",
        help="The two weights that tell most, where the layer has them.",
        disabled=CHOSEN not in st.session_state and not target.is_changed(),
        on_click=_forget,
    )


def _telling(race: Race) -> Telling:
    """What is shown first of a layer that can be quantized."""
    if race.layer.inp < 2:
        raise NoPictureError("Two weights of a row need a layer with at least 2 columns", {"inp": 2})
    return Telling(telling_pair(race.layer, race.config), race.layer.out, race.layer.inp)


@st.cache_resource(max_entries=cached.PICTURES, show_spinner=False)
def _weights(settings: Settings, pair: Pair) -> Weights:
    """Kept, since a layer may have been forgotten by the time a slider moves."""
    layer = cached.layer(settings)
    block = block_of(layer, settings.config, pair.row, pair.columns)
    return Weights(pair, block, loudness(layer, pair.columns))


def _within(pair: Pair, telling: Telling) -> Pair:
    """The pair, if this layer has it, else the nearest one or the telling one."""
    row = min(pair.row, telling.out - 1)
    inside = max(pair.columns) < telling.inp
    return Pair(row, pair.columns if inside else telling.pair.columns)


def _draw_number(label: str, key: str, size: int, text: str) -> None:
    st.number_input(label, 0, size - 1, step=1, key=key, help=text, width=112, on_change=_keep)


def _keep() -> None:
    """Remember what was chosen; a column that is chosen twice changes places. The target goes back."""
    session = st.session_state
    shown: Pair = session[SHOWN]
    first, second = (session[key] for key in COLUMNS)
    if first == second:
        session[SWAPPED] = True
        first, second = shown.columns[::-1]
    session[CHOSEN] = Pair(session[ROW], (first, second))
    target.put_back()


def _forget() -> None:
    """Choose nothing."""
    st.session_state.pop(CHOSEN, None)
    target.forget()
