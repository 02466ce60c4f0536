"""While the app runs, the browser asks no server but its own."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from gptq_viz.ui.navigation import PAGES, Page

# Made by the page itself, no request over a network.
WITHOUT_NETWORK = {"data", "blob"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_asks_no_other_host(browser: Browser, server: str, page: Page) -> None:
    asked: list[str] = []
    context = browser.new_context()
    context.on("request", lambda request: asked.append(request.url))
    shown = context.new_page()
    shown.on("websocket", lambda socket: asked.append(socket.url.replace("ws:", "http:", 1)))
    shown.goto(server + "/" + Path(page.file).stem.removeprefix("app"))
    expect(shown.get_by_role("heading", name=page.name, exact=True)).to_be_visible(timeout=20_000)
    shown.wait_for_load_state("networkidle")
    context.close()
    assert f"{server}/_stcore/stream" in {url.split("?")[0] for url in asked}
    foreign = [
        url for url in asked if urlsplit(url).scheme not in WITHOUT_NETWORK and not url.startswith(server)
    ]
    assert foreign == []
