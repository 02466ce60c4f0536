from __future__ import annotations

import re

import pytest

from gptq_viz.numerics import EXAMPLES
from gptq_viz.ui import navigation
from gptq_viz.ui.presets import PRESETS, Preset
from tests.app.running import (
    OVERVIEW,
    PAGES,
    PLAYER,
    ROOT,
    assert_whole,
    has_picture,
    html_text,
    link,
    open_page,
    player_bytes,
    player_header,
)

NAMES = {page.file: page.name for page in navigation.PAGES}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_every_preset_shows_a_finished_result(page: str, preset: Preset) -> None:
    app = open_page(page, **preset.settings.texts)
    assert_whole(app, NAMES[page])
    assert has_picture(app)
    assert link(app) == preset.settings.texts


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("data", EXAMPLES)
def test_every_example_layer_shows_a_finished_result(page: str, data: str) -> None:
    app = open_page(page, data=data)
    assert_whole(app, NAMES[page])
    assert has_picture(app)


@pytest.mark.parametrize("present", ["0", "1"])
@pytest.mark.parametrize("page", PAGES)
def test_the_title_comes_first_in_every_mode(page: str, present: str) -> None:
    app = open_page(page, present=present, data="dead", n="1", damp="0")
    [first, *_] = app.main.children[0].children.values()
    assert first.type == "title"
    assert first.value == NAMES[page]


def test_listed_pages_exist_and_ask_the_question_that_the_list_says() -> None:
    for page in navigation.PAGES:
        text = (ROOT / page.file).read_text(encoding="utf-8")
        assert re.search(rf'page\.begin\(\s*"{page.name}",\s*question="{re.escape(page.question)}"', text)


def test_every_page_file_is_listed() -> None:
    files = {"app.py", *(f"pages/{path.name}" for path in (ROOT / "pages").glob("*.py"))}
    assert {page.file for page in navigation.PAGES} == files


def test_sections_stand_in_the_order_of_a_visit() -> None:
    sections = list(dict.fromkeys(page.section for page in navigation.PAGES))
    assert sections == [name for name in ("Watch", "Understand", "Measure", "Use") if name in sections]


@pytest.mark.parametrize("page", PAGES)
def test_the_sidebar_links_to_every_page(page: str) -> None:
    app = open_page(page)
    linked = [element.proto.label for element in app.sidebar.get("page_link")]
    assert linked == [page.name for page in navigation.PAGES]


def test_links_carry_the_settings() -> None:
    app = open_page(OVERVIEW, bits="2", seed="9")
    for element in app.get("page_link"):
        assert "bits=2" in element.proto.query_string
        assert "seed=9" in element.proto.query_string


def test_the_overview_leads_to_every_other_page_with_its_question() -> None:
    app = open_page(OVERVIEW)
    labels = [element.proto.label for element in app.main.get("page_link")]
    assert labels == [page.name for page in navigation.PAGES if page.file != OVERVIEW]
    questions = [caption.value for caption in app.main.caption]
    assert questions == [page.question for page in navigation.PAGES if page.file != OVERVIEW]


def test_the_player_gets_the_settings_as_chips() -> None:
    header = player_header(open_page(PLAYER, bits="2", group="8", inp="32", seed="12", act_order="1"))
    assert header["chips"] == [
        "8 × 32",
        "256 samples",
        "2 bits",
        "damping 0.01",
        "groups of 8",
        "act_order on",
        "factor inputs · seed 12",
    ]


def test_chips_name_what_is_unusual_and_what_there_really_is() -> None:
    header = player_header(
        open_page(PLAYER, data="digits1", inp="128", n="1", grid="reference", group="8", scales="static")
    )
    assert header["chips"][:3] == ["window 8 × 64 of 256 × 64", "1 sample", "3 bits, reference"]
    assert header["chips"][4:7] == ["groups of 8, static", "act_order off", "digits1 images · seed 75"]


@pytest.mark.parametrize(
    ("query", "chip"),
    [
        ({"data": "digits2", "out": "16", "inp": "32"}, "window 16 × 32 of 256 × 256"),
        ({"data": "digits1", "out": "256", "inp": "256"}, "256 × 64"),
        ({"data": "digits1", "inp": "2", "n": "1", "seed": "1"}, "all inputs dead: Q = 0"),
        ({"data": "dead", "inp": "8"}, "1 dead input"),
        ({"data": "dead", "inp": "64"}, "8 dead inputs"),
        ({"data": "outliers"}, "outlier inputs · seed 75"),
        ({"damp": "0.123456789012345678"}, "damping 0.1235"),
        ({"damp": "1e-6"}, "damping 1e-6"),
    ],
)
def test_a_chip_says_it_shortly(query: dict[str, str], chip: str) -> None:
    assert chip in player_header(open_page(PLAYER, **query))["chips"]


def test_no_chip_speaks_of_dead_inputs_where_there_are_none() -> None:
    assert not any("dead" in chip for chip in player_header(open_page(PLAYER))["chips"])


def test_a_window_of_a_network_layer_says_so() -> None:
    [note] = [text.value for text in open_page(OVERVIEW, data="digits2").main.caption][:1]
    assert "8 × 16" in note
    assert "256 × 256" in note
    assert player_header(open_page(PLAYER, data="digits2"))["note"] == note


def test_step_and_projector_mode_never_change_what_is_sent_to_the_player() -> None:
    plain = player_bytes(open_page(PLAYER))
    assert player_bytes(open_page(PLAYER, step="5")) == plain
    assert player_bytes(open_page(PLAYER, present="1")) == plain


def test_charts_say_in_words_what_they_show() -> None:
    alts = [element.proto.alt for element in open_page(OVERVIEW).get("plotly_chart")]
    assert len(alts) == 2
    assert "RTN 0.0413" in alts[0]
    assert "Root mean square change" in alts[1]


def test_the_overview_shows_its_result_in_the_first_run() -> None:
    app = open_page(OVERVIEW)
    assert html_text(app)[0].startswith("3.1× smaller output error than plain rounding")
    assert not app.get("spinner")
    assert not app.get("skeleton")
