from __future__ import annotations

import random

import pytest

from gptq_viz.numerics import EXAMPLES
from gptq_viz.ui import cached
from gptq_viz.ui.links import ALL_FIELDS
from gptq_viz.ui.settings import Settings
from tests.app.running import OVERVIEW, PAGES, PICTURE_WITHOUT_RUN, assert_whole, has_picture, link, open_page
from tests.app.test_pages import NAMES

SINGULAR = {"n": "4", "damp": "0"}
NONSENSE = [
    "",
    "-1",
    "1e999",
    "NaN",
    "½",
    "' OR 1=1 --",
    "<img src=x onerror=alert(1)>",
    "${7*7}",
    "\x00",
    "9" * 10_000,
]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("text", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_in_every_key_leaves_the_default_page_with_notes(page: str, text: str) -> None:
    app = open_page(page, **dict.fromkeys(ALL_FIELDS, text))
    assert_whole(app, NAMES[page])
    assert has_picture(app)
    assert app.text
    assert link(app) == {}


def test_a_link_of_random_rubbish_leaves_the_default_page() -> None:
    rng = random.Random(0)
    for _ in range(5):
        query = {
            "".join(map(chr, rng.choices(range(1, 0xD7FF), k=20))): "".join(
                map(chr, rng.choices(range(1, 255), k=500))
            )
            for _ in range(20)
        }
        app = open_page(OVERVIEW, **query)
        assert_whole(app, "Overview")
        assert has_picture(app)


def test_what_a_link_says_never_becomes_html_or_markdown() -> None:
    evil = "<b>**x**</b>"
    app = open_page(OVERVIEW, bits=evil, **{evil: "1"})
    quoted = [text for text in app.text if evil in text.value]
    assert len(quoted) == 2  # plain text elements
    for kind in ("html", "markdown", "caption"):
        assert all(evil not in str(element.proto) for element in app.get(kind))


@pytest.mark.parametrize("page", PAGES)
def test_a_singular_hessian_is_explained_and_the_button_repairs_it(page: str) -> None:
    app = open_page(page, **SINGULAR)
    assert_whole(app, NAMES[page])
    assert has_picture(app) == (page in PICTURE_WITHOUT_RUN)
    assert any("H is singular; raise damping" in text.value for text in app.markdown)
    [said] = [text.value for text in app.markdown if "singular" in text.value]
    assert "there are fewer samples (4) than columns (16)" in said
    assert "raise damping to" not in said, "the button has the one advice"
    repair = app.button(key="repair")
    assert repair.label == "Set damping to 1e-6"
    repair.click().run()
    assert_whole(app, NAMES[page])
    assert has_picture(app)
    assert link(app) == {"n": "4", "damp": "1e-6"}


@pytest.mark.parametrize("page", PAGES)
def test_controls_repair_a_singular_hessian_too(page: str) -> None:
    app = open_page(page, **SINGULAR)
    app.number_input(key="n").set_value(256).run()
    assert not app.exception
    assert has_picture(app)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("data", EXAMPLES)
def test_the_smallest_and_the_oddest_settings_have_a_picture_or_a_sentence(page: str, data: str) -> None:
    for extra in (
        {"out": "1", "inp": "2", "n": "1"},
        {"out": "3", "inp": "7", "n": "2", "group": "128", "scales": "reference", "bits": "8", "damp": "100"},
        {"out": "1", "inp": "9", "n": "1", "grid": "reference", "group": "8", "act_order": "1", "damp": "0"},
    ):
        app = open_page(page, data=data, **extra)
        assert_whole(app, NAMES[page])
        assert has_picture(app) or any("singular" in text.value for text in app.markdown)


@pytest.mark.parametrize("page", PAGES)
def test_a_failure_that_nobody_foresaw_is_a_calm_sentence(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(cached, "picture", broken)
    monkeypatch.setattr(cached, "payload", broken)
    app = open_page(page)
    assert_whole(app, NAMES[page])
    assert [error.value for error in app.error] == [
        "This picture could not be drawn. The settings still work; another one may do."
    ]
    assert all("secret detail" not in str(element.proto) for element in app.main if hasattr(element, "proto"))


def test_without_a_damping_that_works_there_is_no_button(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(settings: Settings) -> None:
        raise cached.NoRunError("It cannot be done")

    cached.picture.clear()
    monkeypatch.setattr(cached, "race", refuse)
    app = open_page(OVERVIEW)
    assert any("It cannot be done." in text.value for text in app.markdown)
    assert not [button for button in app.button if button.key == "repair"]
