"""A card: a question with answers to choose from, and what is shown once one was chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import plotly.graph_objects as go
import streamlit as st

from gptq_viz.figures.remarks import Remark
from gptq_viz.theme import Palette, Sizes
from gptq_viz.ui.settings import Settings

T = TypeVar("T")
Drawn = TypeVar("Drawn", contravariant=True)
KEPT = 10  # the data of every card; a card holds numbers, never a layer


class Picture(Protocol[Drawn]):
    """A module of `gptq_viz.figures.cases`: what is drawn and said of a case."""

    def figure(self, data: Drawn, palette: Palette, sizes: Sizes, /) -> go.Figure:
        """The picture, with its height set."""

    def text(self, data: Drawn, /) -> str:
        """The picture in words, its alt."""

    def look_for(self, data: Drawn, /) -> str:
        """One sentence: what to look for in the picture."""

    def numbers(self, data: Drawn, /) -> tuple[Remark, ...]:
        """Two or three remarks: the numbers beside the picture, each with a sentence."""

    def right(self, data: Drawn, /) -> int:
        """The number of the answer that the data support: the verdict is computed, too."""


@dataclass(frozen=True, slots=True)
class Card(Generic[T]):
    """Predict, then see: a case with settings of its own, which the sidebar does not change.

    Parameters
    ----------
    key : str
        Names the card in the session and in keys of widgets: lower case, no spaces.
    title : str
        Two or three words, for the row of cards. Says nothing of the result.
    situation : str
        One or two sentences: what is done to the layer.
    question : str
        What will happen? Ends with a question mark.
    answers : tuple of str
        Two or three to choose from, each a short sentence without its full stop.
    data : callable
        Runs the case on its preset; kept for all visitors. At most 300 ms.
    picture : Picture
        What is made of the data.
    settings : Settings
        The case in the player.
    """

    key: str
    title: str
    situation: str
    question: str
    answers: tuple[str, ...]
    data: Callable[[], T]
    picture: Picture[T]
    settings: Settings


def found(card: Card[T]) -> T:
    """The data of a card, computed once for everyone."""
    result: T = _found(card.key, card)
    return result


@st.cache_resource(max_entries=KEPT, show_spinner=False)
def _found(key: str, _card: Card[Any]) -> Any:
    """Known by the key alone: what a card computes depends on nothing else."""
    return _card.data()
