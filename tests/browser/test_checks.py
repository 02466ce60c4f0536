"""The Checks page in a real browser: the replay holds, in every theme and on every screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from gptq_viz.theme import DARK, LIGHT
from tests.browser.conftest import OpenPage

LOOKS = {
    "light": ("/checks", {}),
    "dark": ("/checks", {"color_scheme": "dark"}),
    "projector": ("/checks?present=1", {}),
    "narrow": ("/checks", {"viewport": (390, 844)}),
    "large": ("/checks?out=256&inp=256&bits=2&grid=asymmetric&group=8&act_order=1", {}),
}
HOLDS = re.compile(r"^✓ largest difference \d\.\de-\d+ of the largest weight, limit 1e-5: holds$")


def opened(open_page: OpenPage, look: str) -> Page:
    path, options = LOOKS[look]
    page = open_page(path, **options)
    expect(page.get_by_test_id("replay-check")).to_have_attribute("data-verdict", "holds", timeout=30_000)
    return page


@pytest.mark.parametrize("look", LOOKS)
def test_the_replay_holds_and_says_so_to_everyone(open_page: OpenPage, look: str) -> None:
    page = opened(open_page, look)
    status = page.get_by_test_id("replay-check").get_by_role("status")
    expect(status).to_have_text(HOLDS)
    expect(page.locator(".headline")).to_contain_text("identities hold on this layer")
    # The server is told, and the text for a bug report has it.
    expect(page.get_by_test_id("stCode").last).to_contain_text("the same bits after seeking back")
    main = page.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollWidth - main.clientWidth") <= 0


def test_the_laws_are_a_table_for_screen_readers_on_narrow_screens_too(open_page: OpenPage) -> None:
    for look in ("light", "narrow"):
        page = opened(open_page, look)
        table = page.get_by_role("table")
        expect(table.get_by_role("columnheader")).to_have_count(6)
        expect(table.get_by_role("rowheader")).to_have_count(23)
        expect(table.get_by_role("cell").filter(has_text="holds")).to_have_count(22)


def test_a_change_of_settings_is_checked_anew(open_page: OpenPage) -> None:
    page = opened(open_page, "light")
    report = page.get_by_test_id("stCode").last
    first = page.get_by_test_id("replay-check").get_by_role("status").inner_text()
    page.get_by_test_id("stSidebar").get_by_role("button", name="Groups of 8").click()
    expect(report).to_contain_text("group 8", timeout=20_000)
    expect(page.get_by_test_id("replay-check")).to_contain_text("all 16 rows after 8, 16, 24 and 32 columns")
    expect(page.get_by_test_id("replay-check").get_by_role("status")).to_have_text(HOLDS)
    assert page.get_by_test_id("replay-check").get_by_role("status").inner_text() != first
    expect(report).to_contain_text("the same bits after seeking back")


def test_the_check_follows_a_change_of_theme(open_page: OpenPage) -> None:
    page = opened(open_page, "light")
    check = page.get_by_test_id("replay-check")
    colour = "root => getComputedStyle(root).getPropertyValue('--gv-text').trim()"
    assert check.evaluate(colour) == LIGHT.text
    page.get_by_test_id("stMainMenu").click()
    page.get_by_test_id("stMainMenuPopover").get_by_text("Dark").last.click()
    expect(check).to_have_attribute("data-theme", "dark", timeout=10_000)
    assert check.evaluate(colour) == DARK.text
    expect(check).to_have_attribute("data-verdict", "holds")


def test_the_whole_report_is_copied_by_a_button_that_can_be_seen(open_page: OpenPage) -> None:
    page = open_page("/checks", permissions=["clipboard-read", "clipboard-write"])
    expect(page.get_by_test_id("stCode").last).to_contain_text("the same bits", timeout=30_000)
    for code, words in (("first", "/checks?data=factor&out=8"), ("last", "nearest-plane algorithm")):
        button = getattr(page.get_by_test_id("stCode"), code).get_by_role("button", name="Copy to clipboard")
        expect(button).to_be_visible()
        button.click()
        page.wait_for_function(
            "async words => (await navigator.clipboard.readText()).includes(words)", arg=words
        )
