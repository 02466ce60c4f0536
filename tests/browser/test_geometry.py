"""Geometry in a browser: its sliders move the picture in every mode, and an ellipse looks like an ellipse."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from gptq_viz.theme import DARK, LIGHT, Palette
from tests.browser.conftest import OpenPage
from tests.browser.screen import overflow

PATH = "/geometry"
MODES = [("light", "", LIGHT), ("dark", "", DARK), ("light", "?present=1", LIGHT)]
PARTS = {
    "Two weights": "1: weight",
    "Nearest plane": "Babai",
    "How close to the optimum?": "The first 8 of 16 columns",
}
ALL_TEXTS_INSIDE = """() => {
    const plot = document.querySelector(".js-plotly-plot")
    const texts = [...(plot?.querySelectorAll("text") ?? [])].filter(text => text.textContent)
    const frame = plot?.getBoundingClientRect()
    const inside = box => box.left >= frame.left - 1 && box.right <= frame.right + 1
    return texts.length > 10 && texts.every(text => inside(text.getBoundingClientRect()))
}"""
# Streamlit makes a changed chart anew, so the picture is asked for afresh each time.
ABOVE_THE_FOLD = """() => {
    const box = document.querySelector(".js-plotly-plot .main-svg")?.getBoundingClientRect()
    return box && box.height > 300 && box.bottom <= 722
}"""
PIXELS_OF_ONE = "plot => [plot._fullLayout.xaxis, plot._fullLayout.yaxis].map(axis => axis._m)"


def opened(open_page: OpenPage, query: str = "", **options: object) -> Page:
    """The page with its picture drawn."""
    page = open_page(PATH + query, **options)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible(timeout=20_000)
    return page


def has_equal_scales(page: Page) -> bool:
    """Whether one unit is as many pixels across as it is up."""
    across, up = map(abs, page.locator(".js-plotly-plot").evaluate(PIXELS_OF_ONE))
    return bool(abs(across - up) < 0.01 * across)


@pytest.mark.parametrize(("scheme", "query", "palette"), MODES)
def test_a_slider_moves_the_target(open_page: OpenPage, scheme: str, query: str, palette: Palette) -> None:
    page = opened(open_page, query, color_scheme=scheme)
    plot = page.locator(".js-plotly-plot")
    expect(plot.get_by_text("★ optimum").last).to_be_visible()
    assert has_equal_scales(page)
    assert palette.gptq in str(plot.evaluate("plot => JSON.stringify(plot._fullLayout.annotations)"))
    expect(plot.get_by_text("the layer’s w")).to_have_count(0)
    slider = page.get_by_role("slider", name="Shift w[6]")
    for _ in range(12):
        slider.press("ArrowRight")
    # On a busy machine the words of two positions may stand there for a moment.
    expect(plot.get_by_text("the layer’s w").last).to_be_visible(timeout=10_000)
    page.wait_for_function(ABOVE_THE_FOLD, timeout=5_000)


def test_every_part_is_one_screen_and_the_link_leads_to_the_other_order(open_page: OpenPage) -> None:
    page = opened(open_page, "?bits=4")
    for part, words in PARTS.items():
        page.get_by_role("radio", name=part).click()
        expect(page.get_by_text(words).last).to_be_visible(timeout=10_000)
        assert max(overflow(page)) <= 1, part
        if part != "How close to the optimum?":
            assert has_equal_scales(page)
    page.get_by_role("radio", name="Two weights").click()
    page.get_by_test_id("stMain").get_by_role("link", name="Column by column, with act_order").click()
    expect(page.get_by_test_id("player")).to_be_visible(timeout=20_000)
    expect(page).to_have_url(re.compile(r"/column_by_column\?(bits=4&act_order=1|act_order=1&bits=4)$"))


def test_on_a_narrow_screen_nothing_sticks_out(open_page: OpenPage) -> None:
    page = opened(open_page, viewport=(390, 844))
    for part, words in PARTS.items():
        page.get_by_role("radio", name=part).click()
        expect(page.get_by_text(words).last).to_be_visible(timeout=10_000)
        expect(page.locator(".js-plotly-plot")).to_have_count(1)
        assert overflow(page)[1] <= 1, part
        page.wait_for_function(ALL_TEXTS_INSIDE, timeout=5_000)
