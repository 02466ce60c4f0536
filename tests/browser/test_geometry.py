"""Geometry in a browser: its sliders move the picture in every mode, and an ellipse looks like an ellipse."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from gptq_viz.theme import DARK, LIGHT, Palette
from tests.browser.conftest import OpenPage

PATH = "/geometry"
MODES = [("light", "", LIGHT), ("dark", "", DARK), ("light", "?present=1", LIGHT)]
PIXELS_OF_ONE = "plot => [plot._fullLayout.xaxis, plot._fullLayout.yaxis].map(axis => axis._m)"


def opened(open_page: OpenPage, query: str = "", **options: object) -> Page:
    """The page with its picture drawn."""
    page = open_page(PATH + query, **options)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible(timeout=20_000)
    return page


def overflow(page: Page) -> tuple[int, int]:
    """By how many pixels the page is higher and wider than the window."""
    main = page.get_by_test_id("stMain")
    high, wide = main.evaluate("m => [m.scrollHeight - m.clientHeight, m.scrollWidth - m.clientWidth]")
    return high, wide


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
    expect(plot.get_by_text("the layer’s w")).to_be_visible(timeout=10_000)
    picture = plot.bounding_box()
    assert picture is not None
    assert picture["y"] + picture["height"] <= 722


def test_every_part_is_one_screen_and_the_link_leads_to_the_other_order(open_page: OpenPage) -> None:
    page = opened(open_page, "?bits=4")
    for part, words in (
        ("Two weights", "1: weight"),
        ("Nearest plane", "Babai"),
        ("How close to the optimum?", "The first 8 of 16 columns"),
    ):
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
    for part in ("Two weights", "Nearest plane", "How close to the optimum?"):
        page.get_by_role("radio", name=part).click()
        expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
        assert overflow(page)[1] <= 1, part
        frame = page.locator(".js-plotly-plot").bounding_box()
        assert frame is not None
        for text in page.locator(".js-plotly-plot text").all():
            box = text.bounding_box()
            if box and text.text_content():
                assert box["x"] >= frame["x"] - 1, text.text_content()
                assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1, text.text_content()
