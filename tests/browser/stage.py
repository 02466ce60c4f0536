"""The player on an open page, in the words of its tests."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect


@dataclass(frozen=True, slots=True)
class Moment:
    """What the player's root says of itself."""

    step: int
    phase: str
    playing: bool
    columns: int


@dataclass(frozen=True, slots=True)
class Stage:
    """A page with a player that has been painted."""

    page: Page

    @property
    def root(self) -> Locator:
        """The player's root element."""
        return self.page.get_by_test_id("player")

    def now(self) -> Moment:
        """The present count, phase and mode."""
        read: dict[str, Any] = self.root.evaluate("root => ({ ...root.dataset })")
        return Moment(int(read["step"]), read["phase"], read["playing"] == "true", int(read["columns"]))

    def at(self) -> tuple[int, str]:
        """Finished columns and phase."""
        now = self.now()
        return now.step, now.phase

    def press(self, *keys: str) -> tuple[int, str]:
        """Press keys one after the other; where the player stands then."""
        for key in keys:
            self.page.keyboard.press(key)
        return self.at()

    def button(self, name: str) -> Locator:
        """A button of the player by its accessible name."""
        return self.root.get_by_role("button", name=name, exact=True)

    def part(self, name: str) -> Locator:
        """A named place of the player, such as its caption."""
        return self.root.locator(f'[data-part="{name}"]')

    def caption(self) -> str:
        """The sentence below the transport."""
        return self.part("caption").inner_text()

    def query(self) -> dict[str, str]:
        """The settings in the address bar."""
        return {key: values[0] for key, values in parse_qs(urlsplit(self.page.url).query).items()}

    def wait_for_query(self, key: str, value: str | None) -> None:
        """Waits until the address says `value` for `key`; None: until it no longer names the key."""
        pattern = rf"[?&]{key}={value}(&|$)" if value is not None else rf"^(?!.*[?&]{key}=)"
        expect(self.page).to_have_url(re.compile(pattern), timeout=10_000)


def stage_of(page: Page) -> Stage:
    """Waits until the player on this page has painted its first run."""
    stage = Stage(page)
    expect(stage.root).to_have_attribute("data-run", re.compile(".+"), timeout=30_000)
    return stage


def wait_for_new_run(stage: Stage, before: str) -> None:
    """Waits until another payload than `before` has been painted."""
    expect(stage.root).not_to_have_attribute("data-run", before, timeout=15_000)


def run_of(stage: Stage) -> str:
    """The fingerprint of the payload on the screen."""
    return stage.root.get_attribute("data-run") or ""
