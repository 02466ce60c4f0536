"""The look is written down once: what Streamlit's file repeats agrees with the theme."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from gptq_viz.theme import DARK, LIGHT, PROJECTOR
from gptq_viz.ui import style

ROOT = Path(__file__).parents[2]
CONFIG: dict[str, Any] = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
THEMES = {"light": LIGHT, "dark": DARK}


@pytest.mark.parametrize("name", THEMES)
def test_streamlits_colours_are_the_themes(name: str) -> None:
    palette, section = THEMES[name], CONFIG["theme"][name]
    expected = {
        "primaryColor": palette.gptq,
        "backgroundColor": palette.background,
        "secondaryBackgroundColor": palette.surface,
        "textColor": palette.text,
        "linkColor": palette.gptq,
        "grayTextColor": palette.muted,
        "borderColor": palette.border,
    }
    assert section == expected


def luminance(colour: str) -> float:
    """Relative luminance of a hex colour, as WCAG defines it."""
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast of two hex colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_words_can_be_read_and_marks_can_be_seen(name: str) -> None:
    palette = THEMES[name]
    for ground in (palette.background, palette.surface):
        assert contrast(palette.text, ground) >= 4.5
        assert contrast(palette.muted, ground) >= 4.5
        for method in (palette.rtn, palette.gptq, palette.frozen, palette.variant, palette.clipped):
            assert contrast(method, ground) >= 4.5  # method colours also write the direct labels


@pytest.mark.parametrize("name", THEMES)
def test_words_on_filled_buttons_can_be_read(name: str) -> None:
    palette = THEMES[name]
    assert contrast(palette.background, palette.gptq) >= 4.5
    assert (
        f'button[kind="primary"], .stMultiSelect [data-tag] {{ color: {palette.background}; }}'
        in style.css(palette, False)
    )


def test_projector_mode_raises_the_type_size_and_nothing_else_does() -> None:
    assert f"font-size: {PROJECTOR.base}px" in style.projector_css()
    assert "html:root" not in style.css(LIGHT, True)


def test_the_players_page_leaves_at_most_ten_pixels_around_the_player() -> None:
    rule = '[data-testid="stMainBlockContainer"] { padding: '
    padding = style.css(LIGHT, True).rsplit(rule, 1)[1].split(";")[0]
    assert all(int(side.removesuffix("px")) <= 10 for side in padding.split())


def test_server_is_closed_by_default() -> None:
    assert CONFIG["server"]["address"] == "localhost"
    assert CONFIG["server"]["enableXsrfProtection"] is True
    assert CONFIG["server"]["enableAgentApi"] is False
    assert CONFIG["browser"]["gatherUsageStats"] is False
    assert CONFIG["client"]["showSidebarNavigation"] is False
    assert CONFIG["client"]["toolbarMode"] == "viewer"
