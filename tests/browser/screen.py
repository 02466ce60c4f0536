"""What a window shows of a page, and what it does not."""

from __future__ import annotations

from playwright.sync_api import Page


def overflow(page: Page) -> tuple[int, int]:
    """By how many pixels the page is higher and wider than the window."""
    main = page.get_by_test_id("stMain")
    high, wide = main.evaluate("m => [m.scrollHeight - m.clientHeight, m.scrollWidth - m.clientWidth]")
    return high, wide
