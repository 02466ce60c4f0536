"""RTN vs GPTQ in a browser: every part draws, and stands with the headline on one screen."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.screen import overflow

PATH = "/rtn_vs_gptq"
# What stands beside each picture.
PARTS = {
    "By bits": "Gap: RTN’s error less GPTQ’s",
    "By row": "Rows with less error than by RTN",
    "By column": "All columns together",
    "Weights and outputs": "GPTQ’s error as a multiple of RTN’s",
    "Codes": "Choices that flipped",
    "One output": "Relative error of output 2",
    "Grids": "reference: 0 is code 4",
}


def choose(page: Page, part: str) -> None:
    page.get_by_role("radio", name=part, exact=True).click()
    expect(page.get_by_text(PARTS[part])).to_be_visible(timeout=15_000)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()


def test_headline_and_every_part_are_one_screen_beside_the_open_sidebar(open_page: OpenPage) -> None:
    page = open_page(PATH)
    for part in PARTS:
        choose(page, part)
        assert max(overflow(page)) <= 1, part
        expect(page.get_by_text("smaller output error than plain rounding")).to_be_in_viewport()


def test_on_a_projector_the_headline_and_every_picture_are_on_the_first_screen(open_page: OpenPage) -> None:
    page = open_page(f"{PATH}?present=1")
    for part in PARTS:
        choose(page, part)
        expect(page.get_by_text("smaller output error than plain rounding")).to_be_in_viewport(ratio=1)
        expect(page.locator(".js-plotly-plot .main-svg").first).to_be_in_viewport(ratio=1)


def test_on_a_narrow_screen_nothing_sticks_out(open_page: OpenPage) -> None:
    page = open_page(PATH, viewport=(390, 844), color_scheme="dark")
    for part in ("By row", "By column", "Grids"):
        choose(page, part)
        assert overflow(page)[1] <= 1, part
