"""When it breaks: ten cards that ask before they show, the way on from them, and the advice above them."""

from __future__ import annotations

import re

import pytest
from streamlit.testing.v1 import AppTest

from gptq_viz.figures.cases.verdict import LETTERS
from gptq_viz.ui.cases import shown
from gptq_viz.ui.cases.card import Card, found
from gptq_viz.ui.cases.deck import CARDS, DONE, KEYS, SHOWN
from tests.app.running import (
    OVERVIEW,
    PLAYER,
    WHEN_IT_BREAKS,
    assert_whole,
    html_text,
    link,
    open_page,
    player_header,
)

NAME = "When it breaks"
EVERY = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.key)


def open_card(card: Card, **query: str) -> AppTest:
    app = open_page(WHEN_IT_BREAKS, **query)
    return app if card is CARDS[0] else app.segmented_control(key=SHOWN).set_value(card.key).run()


def press(app: AppTest, key: str) -> AppTest:
    return app.button(key=key).click().run()


def keys(app: AppTest) -> set[str | None]:
    return {button.key for button in app.main.button}


def titles(app: AppTest) -> list[str]:
    """What stands on the row of cards."""
    return list(app.segmented_control(key=SHOWN).options)


def said(app: AppTest) -> str:
    return "\n".join(text.value for text in app.main.markdown)


def sent(app: AppTest) -> bytes:
    """All that is sent for the page beside the sidebar."""
    protos = [getattr(element, "proto", None) for element in app.main]
    return b"".join(proto.SerializeToString() for proto in protos if proto is not None)


def test_there_are_ten_cards_with_keys_and_titles_of_their_own() -> None:
    assert len(CARDS) == len(set(KEYS)) == len({card.title for card in CARDS}) == 10
    for card in CARDS:
        assert re.fullmatch("[a-z_]+", card.key)
        assert 2 <= len(card.answers) <= 3
        assert card.question.endswith("?")
        assert card.situation.endswith(".")
        assert not any(answer.endswith(".") for answer in card.answers)


@EVERY
def test_before_an_answer_nothing_is_computed_or_sent(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown, "found", lambda card: pytest.fail("computed before an answer"))
    app = open_card(card)
    assert_whole(app, NAME)
    assert not app.error
    assert not app.get("plotly_chart")
    assert app.main.subheader[0].value == card.question
    labels = [button.label for button in app.main.button if (button.key or "").startswith("answer_")]
    asked = [f"**{letter}** {text}" for letter, text in zip(LETTERS, card.answers, strict=False)]
    assert labels == [*asked, "Show me"]
    data, page = found(card), sent(app)
    assert card.question.encode() in page
    for hidden in (
        card.picture.text(data),
        card.picture.look_for(data),
        *(one.title for one in card.picture.numbers(data)),
    ):
        assert hidden.encode() not in page


@EVERY
def test_an_answer_is_told_right_or_wrong_with_the_picture_and_its_words(card: Card) -> None:
    data = found(card)
    right = card.picture.right(data)
    wrong = (right + 1) % len(card.answers)
    app = press(open_card(card), f"answer_{wrong}")
    assert f"**{LETTERS[right]}, " in said(app)
    assert f"You said {LETTERS[wrong]}, " in said(app)
    assert "As you said" not in said(app)
    press(app, "ask_again")
    assert not app.get("plotly_chart")
    press(app, f"answer_{right}")
    assert_whole(app, NAME)
    assert not app.error
    assert f"{DONE} As you said: **{LETTERS[right]}, " in said(app)
    [chart] = app.get("plotly_chart")
    assert chart.proto.alt == card.picture.text(data)
    assert f"**Look:** {card.picture.look_for(data)}" in said(app)
    for remark in card.picture.numbers(data):
        assert any(remark.title in text and remark.sentence in text for text in html_text(app))
    assert "answer_none" not in keys(app)


def test_a_card_can_be_shown_without_an_answer() -> None:
    app = press(open_card(CARDS[1]), "answer_none")
    assert "**A, RTN: GPTQ is worse than plain rounding.**" in said(app)
    assert "ou said" not in said(app)
    assert len(app.get("plotly_chart")) == 1


@EVERY
def test_the_link_opens_the_player_with_the_settings_of_the_card(card: Card) -> None:
    app = press(open_card(card, bits="5", present="1", pins="default"), "answer_0")
    [offered] = [element.proto for element in app.main.get("page_link")]
    query = dict(pair.split("=") for pair in offered.query_string.split("&"))
    assert query == card.settings.texts | {"present": "1", "pins": "default"}
    app.query_params.clear()
    for key, text in query.items():
        app.query_params[key] = text
    app.switch_page(PLAYER).run()
    assert not app.exception
    assert link(app) == query
    if card.settings.damp:  # without damping the case is that there is no run
        assert player_header(app)["inp"] == card.settings.inp


def test_answered_cards_are_marked_and_asking_again_hides_them() -> None:
    app = press(open_card(CARDS[2]), "answer_0")
    expected = [card.title for card in CARDS]
    expected[2] = f"{DONE} {expected[2]}"
    assert titles(app) == expected
    press(app, "ask_again")
    assert titles(app) == [card.title for card in CARDS]
    assert not app.get("plotly_chart")
    assert app.main.subheader[0].value == CARDS[2].question


def test_an_answer_is_still_there_after_another_card_and_another_page() -> None:
    app = press(open_card(CARDS[2]), "answer_0")
    press(app, "cases_next")
    assert app.main.subheader[0].value == CARDS[3].question
    app.switch_page(OVERVIEW).run()
    app.switch_page(WHEN_IT_BREAKS).run()
    assert app.segmented_control(key=SHOWN).value == CARDS[3].key
    press(app, "cases_previous")
    assert "You said A, " in said(app)
    assert titles(app)[2] == f"{DONE} {CARDS[2].title}"


def test_previous_and_next_go_round() -> None:
    app = press(open_card(CARDS[0]), "cases_previous")
    assert app.main.subheader[0].value == CARDS[-1].question
    press(app, "cases_next")
    assert app.main.subheader[0].value == CARDS[0].question


def test_the_sidebar_changes_the_advice_and_no_card() -> None:
    app = press(open_card(CARDS[0]), "answer_2")
    [before] = app.get("plotly_chart")
    [line] = app.main.expander
    assert line.label == "**Your settings:** nothing to warn of."
    app.number_input(key="n").set_value(20).run()
    [after] = app.get("plotly_chart")
    assert after.proto.spec == before.proto.spec
    [line] = app.main.expander
    assert line.label.startswith("**Your settings:** ")
    assert "warning" in line.label
    assert "Few samples" in line.label
    assert "Cases have settings of their own" in "\n".join(text.value for text in app.main.caption)


@pytest.mark.parametrize(
    ("query", "icon"),
    [
        ({}, "check_circle"),
        ({"n": "20"}, "warning"),
        ({"data": "shift"}, "error"),
        ({"n": "4", "damp": "0"}, "error"),
    ],
)
def test_the_gravest_advice_is_a_sign_in_the_line_of_the_settings(query: dict[str, str], icon: str) -> None:
    app = open_page(WHEN_IT_BREAKS, **query)
    [line] = app.main.expander
    assert line.icon == f":material/{icon}:"
    assert app.main.subheader[0].value == CARDS[0].question


@pytest.mark.parametrize(("present", "order"), [("0", ["advice", "case"]), ("1", ["case", "advice"])])
def test_on_a_projector_the_case_comes_first(present: str, order: list[str]) -> None:
    app = open_page(WHEN_IT_BREAKS, present=present)
    kinds = {"expander": "advice", "subheader": "case"}
    found = [kinds[element.type] for element in app.main if element.type in kinds]
    assert found[: len(order)] == order


def test_settings_that_cannot_run_leave_the_cards_as_they_are() -> None:
    app = press(open_page(WHEN_IT_BREAKS, n="4", damp="0"), "answer_2")
    assert len(app.get("plotly_chart")) == 1
    [line] = app.main.expander
    assert line.label == "**Your settings:** GPTQ cannot run with them."
    press(app, "repair")
    assert "cannot run" not in app.main.expander[0].label
    assert len(app.get("plotly_chart")) == 1


def test_every_control_has_a_label() -> None:
    app = press(open_card(CARDS[0]), "answer_none")
    assert all(button.label for button in app.main.button)
    assert app.segmented_control(key=SHOWN).label == f"Case; {DONE} means answered"
