"""Pins in a browser: they are in the address, Back takes the last one away, and a new visit finds them."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage

PATH = "/rtn_vs_gptq"


def open_pins(page: Page) -> Page:
    page.get_by_role("radio", name="Pin and compare").click(timeout=15_000)
    expect(page.get_by_role("button", name="Pin this setting")).to_be_visible()
    return page


def panels(page: Page) -> Locator:
    """Names of the panels; the words beside them have no colon."""
    return page.locator(".st-key-pins .annotation-text").filter(has_text=re.compile(r"^(now|[A-D])\b.*:"))


def test_pins_follow_the_address_forwards_back_and_into_a_new_visit(open_page: OpenPage) -> None:
    page = open_pins(open_page(f"{PATH}?bits=2"))
    page.get_by_role("button", name="Pin this setting").click()
    expect(page).to_have_url(re.compile(r"pins=bits\.2$"))
    expect(page.get_by_text("These settings are pinned already, as A.")).to_be_visible()
    page.get_by_role("button", name="4 bits").click()
    expect(page.get_by_role("rowheader", name="now: 4 bits")).to_be_visible()
    page.get_by_role("button", name="Pin this setting").click()
    expect(page).to_have_url(re.compile(r"pins=bits\.2~~bits\.4"))
    expect(page.get_by_role("button", name="Use B")).to_be_visible()

    page.go_back()
    expect(page).to_have_url(re.compile(r"pins=bits\.2$"))
    expect(page.get_by_role("button", name="Use B")).to_be_hidden()
    page.go_forward()
    expect(page.get_by_role("button", name="Use B")).to_be_visible()

    address = page.url.split("/", 3)[3]
    visit = open_pins(open_page(f"/{address}"))
    expect(visit.get_by_role("button", name="Use B")).to_be_visible()
    expect(panels(visit)).to_have_text(["A: 2 bits", "B = now: 4 bits"])
    visit.get_by_role("link", name="Overview").click()
    expect(visit).to_have_url(re.compile(r"pins=bits\.2~~bits\.4"))


def test_four_pins_beside_the_settings_of_now_stand_in_one_picture(open_page: OpenPage) -> None:
    pins = "bits.2~~group.8~~bits.4~act_order.1~~n.4~damp.0"
    page = open_pins(open_page(f"{PATH}?pins={pins}"))
    expect(page.get_by_text("Remove one first")).to_be_visible()
    expect(panels(page)).to_have_count(5)
    picture = page.locator(".st-key-pins").bounding_box()
    assert picture is not None
    assert picture["y"] + picture["height"] <= 720
    projected = open_pins(open_page(f"{PATH}?pins={pins}&present=1"))
    expect(projected.locator(".st-key-pins .main-svg").first).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 390, "height": 844})
    main = page.get_by_test_id("stMain")
    page.wait_for_function("m => m.scrollWidth - m.clientWidth <= 1", arg=main.element_handle())


def test_the_script_and_the_arrays_are_downloaded(open_page: OpenPage) -> None:
    page = open_page(f"{PATH}?bits=2&group=8")
    page.get_by_role("radio", name="Take away").click(timeout=15_000)
    for label, name, start in (
        ("Script", "gptq_factor_8x16_2bits_group8.py", b'"""GPTQ and plain rounding'),
        ("Arrays, npz", "gptq_factor_8x16_2bits_group8.npz", b"PK"),
    ):
        with page.expect_download() as download:
            page.get_by_role("button", name=label).click()
        assert download.value.suggested_filename == name
        with open(download.value.path(), "rb") as file:
            assert file.read(len(start)) == start
