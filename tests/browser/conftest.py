"""A Chromium, the running app, and pages that may not write errors to the console."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.browser import chromium

ROOT = Path(__file__).parents[2]
PLAYER = ROOT / "gptq_viz" / "player"
START_SECONDS = 60

OpenPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of this folder, so that `-m "not browser"` leaves them out."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium; its absence is a failure, never a skipped test."""
    if chromium.find() is None:
        pytest.fail(chromium.MISSING)
    with sync_playwright() as playwright:
        running = chromium.launch(playwright)
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the real app, as `make run` starts it, on a free port of this machine."""
    log = tmp_path_factory.mktemp("server") / "log.txt"
    port = free_port()
    options = {"address": "127.0.0.1", "port": port, "headless": "true", "fileWatcherType": "none"}
    flags = [f"--server.{name}={value}" for name, value in options.items()]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", "app.py", *flags],
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_until_healthy(address, process, log)
        yield address
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.fixture(scope="session")
def static() -> Iterator[str]:
    """Address of the player's files as they lie in the package, so that tests import modules as they are."""
    handler = partial(QuietHandler, directory=str(PLAYER))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
        thread = Thread(target=files.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{files.server_port}"
        files.shutdown()
        thread.join()


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[OpenPage]:
    """Opens pages of the app, each in a context of its own; errors in their consoles fail the test.

    `open_page("/column_by_column?bits=2", color_scheme="dark", viewport=(390, 844))`
    """
    with Opener(browser, server) as open_one:
        yield open_one


@pytest.fixture
def open_static(browser: Browser, static: str) -> Iterator[OpenPage]:
    """The same for the player's files: a page of their folder, from which modules can be imported."""
    with Opener(browser, static) as open_one:
        yield open_one


class Opener:
    """Opener of pages below one address; on leaving, closes them and fails on what they complained of."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.pages: list[Page] = []
        self.errors: list[str] = []

    def __enter__(self) -> OpenPage:
        return self.open

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for page in self.pages:
            page.context.close()
        if kind is None and self.errors:
            pytest.fail("errors in the browser's console:\n" + "\n".join(self.errors))

    def open(
        self,
        path: str = "/",
        *,
        color_scheme: Literal["light", "dark"] = "light",
        viewport: tuple[int, int] = (1280, 720),
        **context: Any,
    ) -> Page:
        """A new page at `path`; `context` holds further options of Playwright's `new_context`."""
        size: Any = dict(zip(("width", "height"), viewport, strict=True))
        page = self.browser.new_context(color_scheme=color_scheme, viewport=size, **context).new_page()
        self.pages.append(page)
        page.on("console", self.note_message)
        page.on("pageerror", lambda error: self.errors.append(f"{error.message}\n{error.stack}"))
        page.goto(self.address + path)
        return page

    def note_message(self, message: ConsoleMessage) -> None:
        """Keeps an error, unless it is one of Streamlit's own 404s on a direct load of a sub-page."""
        where = message.location.get("url", "")
        own = re.fullmatch(re.escape(self.address) + r"/\w+/_stcore/[\w/-]+", where) and "404" in message.text
        if message.type == "error" and not own:
            self.errors.append(f"{message.text} ({where})")


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line in the log for each, and no icon to the browser that asks for one."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".js": "text/javascript"}

    def do_GET(self) -> None:
        """A file, or an empty answer in place of the icon."""
        if self.path != "/favicon.ico":
            return super().do_GET()
        self.send_response(204)
        return self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def free_port() -> int:
    """A port nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def wait_until_healthy(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Returns when the app answers; fails with its log when it does not."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    pytest.fail(f"the app did not start:\n{log.read_text(errors='replace')}")
