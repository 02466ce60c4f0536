"""How heavy the payload is, and how long the engine takes to read it and to seek.

`make bench`, or ``PYTHONPATH=. python benchmarks/engine.py``. "CPU / 4" is Chromium's own throttling of
the page. Times depend on the machine: compare the ratios.
"""

from __future__ import annotations

import base64
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from gptq_viz import player
from gptq_viz.numerics import ALLOWED_BITS, GRIDS, GPTQConfig, example_layer, race
from gptq_viz.player.payload import payload
from tests.browser import chromium

SCRIPT = Path(__file__).with_name("player.js")
ENGINE = Path(player.__file__).parent / "engine.js"
HEAD = f"{'':<64}{'measured':>14}{'bound':>14}{'ratio':>8}"


def row(what: str, measured: float, unit: str, bound: float | None = None, *, least: bool = False) -> None:
    """Print what, measured, and the bound with the share of it that is used (of a least: that is reached)."""
    sign = "≥" if least else "≤"
    ratio = f"{measured / bound:>8.2f}" if bound else ""
    end = "" if bound is None else f"{sign:>4}{bound:>6.3g} {unit:<3}{ratio}"
    print(f"  {what:<62}{measured:>9.2f} {unit:<4}{end}", flush=True)


def payload_sizes() -> None:
    """Bytes of the default settings and of the largest of all grids, groups and bits."""
    print("payload")
    for size, bound in ((64, 56), (256, 800)):
        layer = example_layer("dead", size, size, 2 * size, 1)
        row(f"{size} x {size}, default settings", len(payload(race(layer, GPTQConfig()))) / 1000, "kB", bound)
        largest = max(
            len(payload(race(layer, GPTQConfig(bits=bits, grid=grid, group=group, act_order=True))))
            for bits, grid, group in itertools.product(ALLOWED_BITS, GRIDS, (8, 16, None))
        )
        row(f"{size} x {size}, largest of all settings", largest / 1000, "kB", bound)


@contextmanager
def opened(browser: Browser, address: str, rate: int = 1) -> Iterator[Page]:
    """A page at `address`, whose CPU is `rate` times slower."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    context.add_init_script(path=SCRIPT)
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    page.goto(address)
    yield page
    context.close()


def seeking(browser: Browser) -> None:
    """The engine alone, without drawing."""
    for rate, size in itertools.product((1, 4), (64, 256)):
        print(f"engine, {size} x {size}{', CPU / 4' if rate > 1 else ''}")
        text = base64.b64encode(payload(race(example_layer("factor", size, size, 512, 0), GPTQConfig())))
        with opened(browser, "about:blank", rate) as page:
            arguments = [ENGINE.read_text(encoding="utf-8"), text.decode()]
            times = page.evaluate("([engine, payload]) => bench.seek(engine, payload)", arguments)
        row("decode", times["decoding"], "ms")
        row("first seek, over all columns (no checkpoints yet)", times["first"], "ms")
        row("later seeks to a column, median", times["median"], "ms", 5 if rate == 1 else None)
        row("later seeks to a column, slowest", times["slowest"], "ms", 5 if rate == 1 else None)


def main() -> None:
    """Print the tables."""
    print(HEAD)
    payload_sizes()
    with sync_playwright() as playwright, chromium.launch(playwright) as browser:
        seeking(browser)


if __name__ == "__main__":
    main()
