"""How fast the player paints: time to a picture, frames, messages, memory.

`make bench`, or ``PYTHONPATH=. python benchmarks/player.py``; payload and seeking are in `engine.py`.
Chromium draws headless and in software, and shares its CPU with the server. "CPU / 4" is its own
throttling of the page. Times depend on the machine: compare the ratios.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Callable

from engine import HEAD, opened, row
from playwright.sync_api import Browser, CDPSession, Page, WebSocket, sync_playwright
from server import SERVER, server

from tests.browser import chromium

SECONDS, SAMPLES, STEPS = 6, 10, 10_000


def film(port: int, size: int) -> str:
    """Address of the player with a layer of `size` columns and rows."""
    return f"http://127.0.0.1:{port}/column_by_column?out={size}&inp={size}&n=1024"


def wait_for_picture(page: Page) -> None:
    """Until the player has drawn and the page has come to rest."""
    page.wait_for_function("bench.root()?.dataset.run", timeout=60_000)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(3000)


def change_seed(page: Page, sample: int) -> None:
    """A new layer: everything is computed anew."""
    page.locator(".st-key-seed input").fill(str(100 + sample))
    page.evaluate("bench.paintAfterChange()")
    page.keyboard.press("Enter")


def change_order(page: Page, sample: int) -> None:
    """The same layer, quantized in another order; before it, unmeasured, another layer."""
    run = page.evaluate("bench.root().dataset.run")
    page.locator(".st-key-seed input").fill(str(300 + sample))
    page.keyboard.press("Enter")
    page.wait_for_function("(run) => bench.root().dataset.run !== run", arg=run)
    page.wait_for_timeout(1000)
    page.evaluate("bench.paintAfterChange()")
    page.locator(".st-key-act_order label").click()


def pictures(browser: Browser, port: int) -> None:
    """Time from a widget's change to the new picture, each setting seen for the first time."""
    changes: dict[str, Callable[[Page, int], None]] = {"new seed": change_seed, "act_order": change_order}
    for size, bound in ((64, 150), (256, 300)):
        print(f"new setting, {size} x {size}, n 1024: from the widget's change to the picture")
        for name, change in changes.items():
            with opened(browser, film(port, size)) as page:
                wait_for_picture(page)
                times = []
                for sample in range(SAMPLES):
                    change(page, sample)
                    times.append(page.evaluate("bench.painted"))
                    page.wait_for_timeout(1000)
            row(f"{name}, median of {SAMPLES}", statistics.median(times), "ms", bound)
            row(f"{name}, fastest", min(times), "ms", bound)
            row(f"{name}, slowest", max(times), "ms")


def playing(browser: Browser, port: int) -> None:
    """Frames while playing, at the start of a run where a step changes most, and what the server hears.

    Frames are lost when other programs want the CPU; the CPU that the page itself takes for one is not.
    """
    cases: list[tuple[int, int, float | None]] = [(256, 1, 60), (256, 4, None), (128, 1, 60), (128, 4, 50)]
    for (size, rate, bound), (presses, speed) in itertools.product(cases, ((0, 1), (2, 4))):
        with opened(browser, "about:blank", rate) as page:
            heard: list[str | bytes] = []
            page.on("websocket", lambda socket, heard=heard: listen(socket, heard))
            page.goto(film(port, size))
            wait_for_picture(page)
            for _ in range(presses):
                page.keyboard.press("]")
            page.keyboard.press("Space")
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            heard.clear()
            before = cpu_seconds(session)
            shown = page.evaluate("(seconds) => bench.frames(seconds)", SECONDS)
            cpu = 1000 * (cpu_seconds(session) - before) / (shown["fps"] * SECONDS)
            messages, column = len(heard), page.evaluate("bench.root().dataset.step")
        print(f"playing, {size} x {size}, speed {speed}, to column {column}{', CPU / 4' if rate > 1 else ''}")
        row("frames a second", shown["fps"], "fps", bound, least=True)
        row("99 % of the gaps between frames below", shown["slow"], "ms")
        row("CPU of the page's main thread for a frame, throttle included", cpu, "ms", 1000 / (bound or 60))
        row("messages to or from the server", messages, "", 0)


def cpu_seconds(session: CDPSession) -> float:
    """CPU seconds that the page's main thread has worked since the session began to count."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))


def listen(socket: WebSocket, heard: list[str | bytes]) -> None:
    """Note every message of a WebSocket, in both directions."""
    socket.on("framesent", lambda message: heard.append(message))
    socket.on("framereceived", lambda message: heard.append(message))


def memory(browser: Browser, port: int) -> None:
    """Growth of the page's heap, buffers included, over many sub-steps."""
    print(f"memory over {STEPS:,} sub-steps")
    for size in (16, 64):
        with opened(browser, film(port, size)) as page:
            wait_for_picture(page)
            session = page.context.new_cdp_session(page)
            sizes = []
            for count in (1000, STEPS):
                page.evaluate("(count) => bench.steps(count)", count)
                session.send("HeapProfiler.collectGarbage")
                usage = session.send("Runtime.getHeapUsage")
                sizes.append((usage["usedSize"] + usage.get("backingStorageSize", 0)) / 1e6)
            row(f"{size} x {size}: heap after the first 1,000", sizes[0], "MB")
            row(f"{size} x {size}: growth", sizes[1] - sizes[0], "MB", 5)


def main() -> None:
    """Print the tables."""
    print(HEAD)
    with (
        sync_playwright() as playwright,
        chromium.launch(playwright) as browser,
        server(SERVER) as (port, _),
    ):
        pictures(browser, port)
        playing(browser, port)
        memory(browser, port)


if __name__ == "__main__":
    main()
