"""Every chart can be saved as it stands on the screen, as PNG and as SVG."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
from playwright.sync_api import Locator, Page, expect

from gptq_viz.theme import DARK, LIGHT, Palette
from tests.browser.conftest import OpenPage

SVG = "{http://www.w3.org/2000/svg}"
LABEL = "relative output error"
# Boxes of the buttons and of all words of the page's charts and text, where they lie upon each other.
COVERED = """chart => {
  const bar = chart.querySelector(".modebar-group").getBoundingClientRect()
  const meets = box => box.width > 0 && box.left < bar.right && box.right > bar.left
    && box.top < bar.bottom && box.bottom > bar.top
  return [...document.querySelectorAll("[data-testid='stMain'] :is(text, p, h1, h2)")]
    .filter(words => meets(words.getBoundingClientRect())).map(words => words.textContent)
}"""


def charts(page: Page) -> Locator:
    drawn = page.locator(".js-plotly-plot:has(.main-svg)")
    expect(drawn.first).to_be_visible(timeout=15_000)
    return drawn


def button(chart: Locator, format_: str) -> Locator:
    return chart.get_by_role("button", name=f"Save this figure as {format_}")


def point_at(chart: Locator) -> None:
    chart.hover(position={"x": 30, "y": 30})
    expect(button(chart, "PNG")).to_have_css("pointer-events", "auto")


def saved(page: Page, chart: Locator, format_: str, folder: Path) -> Path:
    with page.expect_download() as download:
        button(chart, format_).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def rgb(colour: str) -> str:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return f"rgb({red}, {green}, {blue})"


@pytest.mark.parametrize(("scheme", "palette"), [("light", LIGHT), ("dark", DARK)])
def test_both_formats_show_the_chart_on_the_ground_of_its_page_and_words_keep_their_width(
    open_page: OpenPage, tmp_path: Path, scheme: str, palette: Palette
) -> None:
    page = open_page("/order_and_groups", color_scheme=scheme)
    chart = charts(page).first
    box = chart.locator(".svg-container").bounding_box()
    assert box is not None
    label = chart.get_by_text(LABEL).first
    width_on_screen = label.evaluate("text => text.getComputedTextLength()")
    point_at(chart)
    png, svg = (saved(page, chart, format_, tmp_path) for format_ in ("PNG", "SVG"))
    assert (png.name, svg.name) == ("gptq-orders.png", "gptq-orders.svg")
    content = png.read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">2I", content[16:24])
    assert width == pytest.approx(2 * box["width"], abs=2)
    assert height == pytest.approx(2 * box["height"], abs=2)

    text = svg.read_text(encoding="utf-8")
    picture = Xml.fromstring(text)
    assert picture[0].tag == f"{SVG}rect"
    assert picture[0].get("fill") == rgb(palette.background)
    words = {"".join(element.itertext()): element for element in picture.iter(f"{SVG}text")}
    assert float(words[LABEL].get("textLength", 0)) == pytest.approx(width_on_screen, abs=0.1)
    assert any("greedy pivot" in one for one in words)
    assert "127.0.0.1" not in text
    assert set(re.findall(r"url\(([^#]*)#", text)) <= {"", "&quot;", "'", '"'}


def test_the_buttons_come_with_the_pointer_or_the_focus_and_cover_nothing(open_page: OpenPage) -> None:
    page = open_page("/")
    for chart in charts(page).all():
        bar = chart.locator(".modebar-group")
        page.mouse.move(2, 2)
        expect(bar).to_have_css("opacity", "0")
        place = chart.bounding_box()
        point_at(chart)
        expect(bar).to_have_css("opacity", "1")
        assert chart.bounding_box() == place
        assert chart.evaluate(COVERED) == []
        page.mouse.move(2, 2)
        chart.locator(".modebar-btn").first.focus()
        expect(bar).to_have_css("opacity", "1")
        page.keyboard.press("Tab")
        expect(button(chart, "SVG")).to_be_focused()
