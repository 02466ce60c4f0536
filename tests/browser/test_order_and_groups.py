"""Order and groups in a browser: its parts fit the screen, its controls move, bars slide where they may."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.screen import overflow

PATH = "/order_and_groups"
MODES = [("light", ""), ("dark", ""), ("light", "&present=1")]
PARTS = {
    "Which order?": "The forecast picks",
    "Columns and groups": "what a kernel reads",
    "Group scales": "other codes",
    "Lazy blocks": "Passes over the later columns",
    "Bits per weight": "True bits per weight, these settings",
}


def choose(page: Page, part: str) -> None:
    page.get_by_role("radio", name=part).click()
    expect(page.get_by_text(PARTS[part]).last).to_be_visible(timeout=15_000)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()


@pytest.mark.parametrize(("scheme", "mode"), MODES)
def test_updates_pile_up_as_the_slider_moves(open_page: OpenPage, scheme: str, mode: str) -> None:
    page = open_page(f"{PATH}?step=3{mode}", color_scheme=scheme)
    choose(page, "Lazy blocks")
    expect(page.get_by_text("to 12 columns")).to_be_visible()
    for _ in range(2):
        page.get_by_role("slider", name="Column j").press("ArrowRight")
    expect(page).to_have_url(re.compile("step=5"))
    expect(page.get_by_text("to 8 columns")).to_be_visible()
    picture = page.locator(".js-plotly-plot").bounding_box()
    assert picture is not None
    assert picture["y"] + picture["height"] <= 760


def test_every_part_is_one_screen_beside_the_open_sidebar(open_page: OpenPage) -> None:
    page = open_page(PATH)
    for part in PARTS:
        choose(page, part)
        assert max(overflow(page)) <= 1, part


def test_on_a_narrow_screen_nothing_sticks_out(open_page: OpenPage) -> None:
    page = open_page(PATH, viewport=(390, 844))
    for part in PARTS:
        choose(page, part)
        assert overflow(page)[1] <= 1, part


@pytest.mark.parametrize(("motion", "moving"), [("no-preference", True), ("reduce", False)])
def test_bars_slide_to_the_other_order_unless_no_motion_is_wanted(
    open_page: OpenPage, motion: str, moving: bool
) -> None:
    page = open_page(PATH, reduced_motion=motion)
    choose(page, "Columns and groups")
    # Animations are noted as they begin, since a slow browser may end them before it is asked.
    page.evaluate(
        "() => { window.begun = []; addEventListener('animationstart', e => begun.push(e.animationName)) }"
    )
    page.get_by_role("radio", name="on", exact=True).click()
    expect(page.locator(".js-plotly-plot").get_by_text("loudest first")).to_be_visible()
    expect(page.get_by_text("g_idx = [1, 1")).to_be_hidden()
    if moving:
        page.wait_for_function("() => begun.filter(name => name === 'slide').length >= 12")
    else:
        page.wait_for_timeout(500)
        assert page.evaluate("begun.filter(name => name === 'slide').length") == 0
