"""Sweeps in a browser: results come as they are made, points are clicked, and who leaves stops the work."""

from __future__ import annotations

import re
import time
from urllib.parse import urlsplit

import psutil
import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import OpenPage

PATH = "/sweeps"
# Many seconds of work, of which the tests wait for a part only.
LONG = "?out=256&inp=256&n=2048"
PATIENCE = 60_000
# What stands below the picture of a sweep that a button starts.
AXES = {
    "Start": "damping",
    "What does damping do?": "damping",
    "How many samples?": "calibration samples n",
    "More bits or smaller groups?": "bits",
}
MODES = [("light", ""), ("dark", "?present=1")]


def opened(open_page: OpenPage, query: str = "", **options: object) -> Page:
    """The page with its first picture."""
    page = open_page(PATH + query, **options)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible(timeout=30_000)
    return page


def start_long(open_page: OpenPage) -> Page:
    """A sweep of 960 runs, with its first results."""
    page = opened(open_page, LONG)
    page.get_by_role("slider", name="Seeds").press("End")
    expect(page.get_by_text("160 runs")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("combobox", name="Second parameter").click()
    page.get_by_role("option", name="Columns in a group").click()
    expect(page.get_by_text("960 runs")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text(re.compile(r"^[1-9]\d* of 960 runs"))).to_be_visible(timeout=PATIENCE)
    return page


def finish(page: Page, button: str) -> None:
    """Starts a sweep by one of the buttons, and waits for its result, which may follow on another one's."""
    page.get_by_role("button", name=button).click()
    page.wait_for_function(
        """axis => document.querySelector(".js-plotly-plot")?._fullLayout?.xaxis.title.text === axis
             && document.querySelector("[data-testid=stProgress]") === null""",
        arg=AXES[button],
        timeout=PATIENCE,
    )
    expect(page.get_by_text("Use a setting of the sweep")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_test_id("stProgress")).to_have_count(0)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()


def points(page: Page, trace: str) -> list[list[float]]:
    """Where the points of a trace are in the window."""
    found: list[list[float]] = page.evaluate(
        """name => {
          const chart = document.querySelector(".js-plotly-plot"), box = chart.getBoundingClientRect()
          const { xaxis, yaxis } = chart._fullLayout
          const trace = chart._fullData.find(one => one.name === name)
          return Array.from(trace.x, (x, k) => [
            box.left + xaxis._offset + xaxis.c2p(x), box.top + yaxis._offset + yaxis.c2p(trace.y[k])
          ])
        }""",
        trace,
    )
    return found


def workers(server: str) -> list[psutil.Process]:
    """Processes that the server at an address has started."""
    port = urlsplit(server).port
    [pid] = {
        one.pid
        for one in psutil.net_connections("tcp")
        if one.status == psutil.CONN_LISTEN and one.laddr and one.laddr.port == port
    }
    return psutil.Process(pid).children(recursive=True)


def done(page: Page) -> int:
    """How many runs of a sweep on its way are done."""
    found = re.match(r"(\d+) of 960 runs", page.get_by_test_id("stProgress").inner_text())
    assert found
    return int(found[1])


def test_results_come_as_they_are_made_the_page_can_be_used_and_cancel_keeps_them(
    open_page: OpenPage, server: str
) -> None:
    page = start_long(open_page)
    expect(page.get_by_test_id("stProgress")).to_be_visible()
    assert len(points(page, "cells")) >= 1
    assert workers(server)
    page.get_by_role("slider", name="Bits").press("ArrowRight")
    expect(page).to_have_url(re.compile("bits=4"), timeout=PATIENCE)
    expect(page.get_by_test_id("stProgress")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text(re.compile(r"Cancelled after \d+ of 960 runs"))).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("This sweep is of 3 bits; the settings are 4 bits now.")).to_be_visible()
    expect(page.get_by_test_id("stProgress")).to_have_count(0)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    assert len(points(page, "cells")) >= 1
    expect(page.get_by_role("button", name="Start")).to_be_enabled()


def test_a_click_on_a_cell_or_a_point_sets_it_everywhere_and_again(open_page: OpenPage) -> None:
    page = opened(open_page)
    finish(page, "More bits or smaller groups?")
    page.mouse.click(*points(page, "cells")[2 * 4 + 1])
    expect(page).to_have_url(re.compile(r"bits=4&group=32"), timeout=PATIENCE)
    finish(page, "What does damping do?")
    for clicks, (number, damp) in enumerate(((6, "10"), (1, "0.0001"), (6, "10")), start=1):
        # After a click the chart is made anew.
        expect(page.locator(f".st-key-sweep_chart-{clicks} .main-svg").first).to_be_visible(timeout=PATIENCE)
        page.mouse.click(*points(page, "GPTQ, held out")[number])
        expect(page).to_have_url(re.compile(rf"damp={damp}(&|$)"), timeout=PATIENCE)
    expect(page.get_by_text("Damping 10: set on every page")).to_be_visible()
    page.get_by_role("link", name="Overview").first.click()
    expect(page).to_have_url(re.compile(r"/\?.*damp=10"), timeout=PATIENCE)


def test_a_finished_sweep_is_asked_for_no_more(open_page: OpenPage) -> None:
    page = opened(open_page, "?out=4&inp=8")
    frames: list[float] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda _: frames.append(time.monotonic()))

    page.on("websocket", listen)
    page.reload()
    expect(page.get_by_text("40 runs")).to_be_visible(timeout=PATIENCE)
    finish(page, "Start")
    page.wait_for_timeout(500)
    ended = len(frames)
    assert ended
    page.wait_for_timeout(2000)
    assert len(frames) == ended


def test_leaving_the_page_stops_the_work(open_page: OpenPage) -> None:
    page = start_long(open_page)
    page.get_by_role("link", name="Overview").first.click()
    expect(page.get_by_role("heading", name="Overview")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("link", name="Sweeps").first.click()
    expect(page.get_by_text(re.compile(r"Cancelled after \d+ of 960 runs"))).to_be_visible(timeout=PATIENCE)


def test_two_tabs_share_the_workers_and_closing_the_browser_leaves_no_process_behind(
    open_page: OpenPage, server: str
) -> None:
    first = start_long(open_page)
    before = done(first)
    second = start_long(open_page)
    assert done(first) > before
    assert workers(server)
    for page in (first, second):
        page.context.close()
    # Nobody is missed for some seconds, and idle workers are kept for some, in case there is more to do.
    deadline = time.monotonic() + 45
    while workers(server):
        assert time.monotonic() < deadline
        time.sleep(0.2)


@pytest.mark.parametrize(("scheme", "query"), MODES)
def test_choices_and_picture_are_one_screen_and_nothing_sticks_out_of_a_narrow_one(
    open_page: OpenPage, scheme: str, query: str
) -> None:
    page = opened(open_page, query, color_scheme=scheme)
    for button in ("How many samples?", "More bits or smaller groups?"):
        finish(page, button)
        box = page.locator(".js-plotly-plot").bounding_box()
        assert box
        assert box["y"] + box["height"] <= 720
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(
        """() => { const main = document.querySelector('[data-testid="stMain"]')
                   return main.scrollWidth - main.clientWidth <= 1 }"""
    )
