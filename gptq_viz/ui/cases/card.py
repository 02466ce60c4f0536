"""A card: a question with answers to choose from, and what is shown once one was chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import plotly.graph_objects as go
import streamlit as st

from gptq_viz.figures.remarks import Remark
from gptq_viz.theme import Palette, Sizes
from gptq_viz.ui.settings import Settings

T = TypeVar("T")
KEPT = 10  # the data of every card; a card holds numbers, never a layer


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
    right : callable
        From the data to the number of the answer that it supports: the verdict is computed, too.
    data : callable
        Runs the case on its preset; kept for all visitors. At most 300 ms.
    figure : callable
        ``figure(data, palette, sizes)``, with its height set.
    text : callable
        The picture in words, its alt.
    look_for : callable
        One sentence: what to look for in the picture.
    numbers : callable
        Two or three remarks: the numbers beside the picture, each with a sentence.
    settings : Settings
        The case in the player.
    """

    key: str
    title: str
    situation: str
    question: str
    answers: tuple[str, ...]
    right: Callable[[T], int]
    data: Callable[[], T]
    figure: Callable[[T, Palette, Sizes], go.Figure]
    text: Callable[[T], str]
    look_for: Callable[[T], str]
    numbers: Callable[[T], tuple[Remark, ...]]
    settings: Settings


def found(card: Card[T]) -> T:
    """The data of a card, computed once for everyone."""
    result: T = _found(card.key, card)
    return result


@st.cache_resource(max_entries=KEPT, show_spinner=False)
def _found(key: str, _card: Card[Any]) -> Any:
    """Known by the key alone: what a card computes depends on nothing else."""
    return _card.data()
