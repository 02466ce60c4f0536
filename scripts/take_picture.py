"""Takes the picture of the README, docs/player.png, from a running app.

``make run`` in one terminal, then ``.venv/bin/python scripts/take_picture.py`` in another.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser import chromium  # noqa: E402  (the path has to be set first)

PAGE = "column_by_column?step=5"


def main(address: str = "http://localhost:8501") -> None:
    """The default layer in the sub-step *spread* of column 5, once its fade is over."""
    with sync_playwright() as playwright:
        page = chromium.launch(playwright).new_page(viewport={"width": 1280, "height": 720})
        page.goto(f"{address}/{PAGE}")
        page.wait_for_selector('[data-testid="player"][data-run]')
        for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"):
            page.keyboard.press(key)
        page.wait_for_timeout(1000)
        page.screenshot(path=ROOT / "docs" / "player.png")


if __name__ == "__main__":
    main(*sys.argv[1:])
