"""A big number with its sentence, and cards of facts: words and numbers made here, never from a link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st

from gptq_viz.figures.remarks import Remark


@dataclass(frozen=True, slots=True)
class Fact:
    """A card: what it is about, one or two numbers with their names, and a sentence."""

    title: str
    numbers: tuple[tuple[str, str, str], ...]
    sentence: str


def draw_headline(number: str, sentence: str, colour: str) -> None:
    """The page's one number, large, and what it means."""
    st.html(
        f'<p class="headline"><strong style="color: {colour}">{escape(number)}</strong>'
        f"<span>{escape(sentence)}</span></p>"
    )


def draw_facts(facts: tuple[Fact, ...], *, stacked: bool = False) -> None:
    """Cards side by side, or `stacked`; on a narrow screen always one below the other."""
    places = [st.container() for _ in facts] if stacked else st.columns(len(facts))
    for place, fact in zip(places, facts, strict=True):
        numbers = "".join(
            f'<span style="color: {colour}"><b>{escape(number)}</b> {escape(name)}</span>'
            for number, name, colour in fact.numbers
        )
        place.html(
            f'<div class="fact"><h2>{escape(fact.title)}</h2><p class="numbers">{numbers}</p>'
            f"<p>{escape(fact.sentence)}</p></div>"
        )


def draw_remarks(said: Sequence[Remark], colour: str, *, stacked: bool = False) -> None:
    """Remarks as cards, all their numbers in one colour."""
    facts = (
        Fact(one.title, tuple((number, name, colour) for number, name in one.numbers), one.sentence)
        for one in said
    )
    draw_facts(tuple(facts), stacked=stacked)
