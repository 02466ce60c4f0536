"""The U factor's page in a browser: its parts fit the screen, its slider moves, one hover tells all four."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.screen import overflow

PATH = "/u_factor"
MODES = [("light", ""), ("dark", ""), ("light", "&present=1")]


def choose(page: Page, part: str) -> None:
    page.get_by_role("radio", name=part).click()


@pytest.mark.parametrize(("scheme", "mode"), MODES)
def test_the_slider_moves_the_elimination_on(open_page: OpenPage, scheme: str, mode: str) -> None:
    page = open_page(f"{PATH}?step=5{mode}", color_scheme=scheme)
    choose(page, "Watch U appear")
    expect(page.get_by_text("Row 5 of H_F⁻¹ / √pivot, and row 5 of U")).to_be_visible(timeout=15_000)
    page.get_by_role("slider", name="Column j").press("ArrowRight")
    expect(page.get_by_text("Row 6 of H_F⁻¹ / √pivot, and row 6 of U")).to_be_visible()
    expect(page).to_have_url(re.compile("step=6"))
    expect(page.locator(".js-plotly-plot .legend").get_by_text("row 6 of U")).to_be_visible()
    picture = page.locator(".js-plotly-plot").bounding_box()
    assert picture is not None
    assert picture["y"] + picture["height"] <= 720


def test_every_part_is_one_screen_beside_the_open_sidebar(open_page: OpenPage) -> None:
    page = open_page(PATH)
    for part, words in (
        ("From H to U", "H: what a change costs"),
        ("Watch U appear", "never updated"),
        ("Damping", "At damp → ∞"),
        ("The nudge", "The move δ of row 0"),
    ):
        choose(page, part)
        expect(page.get_by_text(words).last).to_be_visible(timeout=15_000)
        expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
        assert max(overflow(page)) <= 1, part


def test_one_hover_tells_the_same_place_of_all_four_matrices(open_page: OpenPage) -> None:
    page = open_page(PATH)
    panels = page.locator(".js-plotly-plot .hm image")
    expect(panels).to_have_count(4, timeout=15_000)
    box = panels.nth(3).bounding_box()
    assert box is not None
    # Row 2, column 9 of 16: above the diagonal of U.
    page.mouse.move(box["x"] + box["width"] * 9.5 / 16, box["y"] + box["height"] * 2.5 / 16, steps=3)
    hover = page.locator(".js-plotly-plot .hoverlayer")
    for name in ("H", "damped H", "H⁻¹", "U"):
        expect(hover).to_contain_text(f"{name}[2, 9] = ")


def test_on_a_narrow_screen_nothing_sticks_out(open_page: OpenPage) -> None:
    page = open_page(PATH, viewport=(390, 844))
    for part in ("Watch U appear", "Damping", "The nudge"):
        choose(page, part)
        expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible(timeout=15_000)
        assert overflow(page)[1] <= 1, part
