"""The system's Chromium, as tests and benchmarks start it."""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MISSING = (
    "The browser tests need a Chromium and found none: install it (Debian: apt-get install chromium), "
    "or name one by the environment variable CHROMIUM."
)


def find() -> str | None:
    """Path of the browser that CHROMIUM names, else of one that is installed; None if there is none."""
    return next(filter(None, map(shutil.which, (os.environ.get("CHROMIUM", ""), *NAMES))), None)


def launch(playwright: Playwright) -> Browser:
    """Start it.

    Raises
    ------
    RuntimeError
        If there is none; says how to get one.
    """
    path = find()
    if path is None:
        raise RuntimeError(MISSING)
    return playwright.chromium.launch(executable_path=path, args=list(FLAGS))
