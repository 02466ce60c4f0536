"""When it breaks in a browser: cards are answered from the keyboard, and pictures fit the first screen."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from gptq_viz.ui.cases.deck import CARDS
from tests.browser.conftest import OpenPage

PATH = "/when_it_breaks"


def bottom(page: Page, selector: str) -> float:
    box = page.locator(selector).last.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def test_every_card_is_answered_from_the_keyboard_on_the_first_screen_and_fits_a_phone(
    open_page: OpenPage,
) -> None:
    page = open_page(PATH)
    expect(page.get_by_text(CARDS[0].question)).to_be_visible(timeout=30_000)
    page.get_by_role("radio", name=CARDS[0].title).focus()
    for letter in "ABC":
        page.keyboard.press("Tab")
        expect(page.locator("button:focus")).to_have_text(re.compile(f"^{letter} "))
    assert bottom(page, "button[role=radio]") == bottom(page, "button[role=radio] >> nth=0")
    for card in CARDS:
        expect(page.get_by_text(card.question)).to_be_visible()
        expect(page.locator(".js-plotly-plot")).to_have_count(0)
        assert bottom(page, ".st-key-answer_none") <= 720, card.key
        page.locator(".st-key-answer_1 button").press("Enter")
        expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
        assert bottom(page, ".js-plotly-plot") <= 720, card.key
        assert bottom(page, ".st-key-cases_next") <= 720, card.key
        if card is not CARDS[-1]:
            page.get_by_role("button", name="Next").press("Enter")
    page.set_viewport_size({"width": 390, "height": 844})
    fits = "m => m.scrollWidth <= m.clientWidth + 1"
    main = page.get_by_test_id("stMain").element_handle()
    page.wait_for_function(fits, arg=main)  # the picture is drawn anew a moment later
    page.get_by_role("link", name="Open this setting in the player").press("Enter")
    expect(page).to_have_url(re.compile(r"/column_by_column\?.*grid=reference"))
