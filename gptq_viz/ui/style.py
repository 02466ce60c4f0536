"""The little CSS that Streamlit's options cannot say: paddings, title, cards, laws, the projector's type."""

from __future__ import annotations

from gptq_viz.theme import PROJECTOR, Palette
from gptq_viz.ui.chart_style import CHARTS

# Streamlit leaves 96 px above and 80 px beside; the header keeps its buttons but lets the title line through.
_FRAME = """
[data-testid="stMainBlockContainer"] { padding: 12px 24px 24px; max-width: 1400px; }
[data-testid="stHeader"] { background: transparent; }
[data-testid="stHeader"], [data-testid="stHeader"] div { pointer-events: none; }
[data-testid="stHeader"] button, [data-testid="stHeader"] a { pointer-events: auto; }
.st-key-titlebar { padding-right: 48px; min-height: 36px; }
.st-key-titlebar h1 { line-height: 1.2; padding: 0; }
.stApp:has([data-testid="stExpandSidebarButton"]) .st-key-titlebar { padding-left: calc(2.5rem + 6px); }
@media (max-width: 768px) {
  [data-testid="stHeader"] { background: %(background)s; height: 52px; min-height: 52px; }
  .st-key-titlebar { padding-top: 44px; padding-right: 0; }
  .stApp .st-key-titlebar.st-key-titlebar { padding-left: 0; }
}
.st-key-cases [data-testid="stButtonGroup"] button { padding-inline: calc(12px - 0.25rem); }
.st-key-u_part [data-testid="stSkeleton"] { height: 2rem; }
.st-key-u_choices { min-height: 3.75rem; }
.st-key-leave button { min-height: 2rem; padding: 2px 12px; }
[data-testid="stSidebarHeader"] { height: 40px; min-height: 40px; margin: 4px 0 0; padding: 0; }
[data-testid="stSidebarHeader"]::before { content: "GPTQ Explorer"; font-weight: 600; }
:is(.st-key-presets, .st-key-sweep_presets, .st-key-pin_actions) button {
  min-height: 32px; padding: 2px 10px;
}
:has(> :is(.st-key-theme, .st-key-narrow, .st-key-chart_buttons)) {
  position: absolute; width: 0; height: 0; overflow: hidden;
}
"""

# The player mounts a moment later: its place is kept, so that nothing jumps.
_PLAYER = """
.st-key-player { min-height: calc(100vh - 90px); }
[data-testid="stMainBlockContainer"] { padding: 8px 10px; max-width: none; }
[data-testid="stMainBlockContainer"] > [data-testid="stVerticalBlock"] { gap: 6px; }
.st-key-titlebar h1 { font-size: 1.25rem; }
"""

_CARDS = """
.headline { display: flex; flex-direction: column; gap: 0.25rem; margin: 0; }
.headline strong { font-size: 5rem; line-height: 1; font-weight: 700; letter-spacing: -0.02em; }
.headline span { font-size: 1.25rem; line-height: 1.35; max-width: 24rem; }
.st-key-versus_standing .headline strong { font-size: 3rem; }
.st-key-versus_standing .headline span { font-size: 1rem; }
.st-key-versus_standing .small-table :is(th, td) { padding-top: 0.12rem; padding-bottom: 0.12rem; }
.fact { border-top: 2px solid %(border)s; padding: 0.5rem 0 0; }
.fact h2 { font-size: 0.875rem; font-weight: 600; padding: 0; margin: 0; color: %(muted)s; }
.fact p { font-size: 0.875rem; line-height: 1.4; margin: 0; color: %(muted)s; }
.fact .numbers { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0.1rem 0 0.2rem; }
.fact b { font-size: 1.5rem; font-weight: 600; }
.headline, .fact { font-variant-numeric: tabular-nums; }
button[kind="primary"], .stMultiSelect [data-tag] { color: %(background)s; }
"""

_LAWS = """
.laws { container-type: inline-size; font-variant-numeric: tabular-nums; }
.laws table { width: 100%%; border-collapse: collapse; font-size: 0.875rem; line-height: 1.35; }
.laws :is(th, td) { padding: 0.4rem 0.75rem 0.4rem 0; text-align: left; vertical-align: top; }
.laws th { font-weight: 400; }
.laws tr { border-bottom: 1px solid %(border)s; }
.laws thead th, .laws .number, .laws .remark { color: %(muted)s; }
.laws thead th { font-weight: 600; white-space: nowrap; }
.laws tbody th span { display: block; color: %(muted)s; }
.laws .verdict, .laws .size { white-space: nowrap; }
.laws .verdict b { margin-right: 0.1rem; }
.laws .remark { width: 28%%; }
.laws .passed .verdict b { color: %(good)s; }
.laws .failed .verdict { color: %(bad)s; font-weight: 700; }
.laws .does-not-apply .verdict { color: %(muted)s; }
@container (max-width: 600px) {
  .laws thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%%); }
  .laws table, .laws tbody { display: block; }
  .laws tr { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.5rem 0; }
  .laws tbody th, .laws td { display: block; padding: 0; }
  .laws tbody th, .laws .remark { flex-basis: 100%%; }
  .laws tbody th { order: -1; font-weight: 600; }
  .laws tbody th span { font-weight: 400; }
  .laws td[data-name]::before { content: attr(data-name) " "; color: %(muted)s; }
}
.st-key-texts [data-testid="stCode"] > div:last-child { visibility: visible; opacity: 1; }
"""

# A table that is wider than a narrow screen scrolls by itself.
_TABLES = """
.small-table { overflow-x: auto; font-variant-numeric: tabular-nums; }
.small-table table { width: 100%%; border-collapse: collapse; font-size: 0.875rem; line-height: 1.35; }
.small-table :is(th, td) { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; }
.small-table th { font-weight: 400; }
.small-table thead th { color: %(muted)s; font-weight: 600; vertical-align: bottom; }
.small-table tr { border-bottom: 1px solid %(border)s; }
.small-table .number { text-align: right; }
.small-table :is(th, td):first-child { padding-left: 0.6rem; }
.small-table .marked :is(th, td) { font-weight: 700; }
.small-table .marked th { box-shadow: inset 4px 0 currentColor; }
@media (max-width: 768px) { .small-table tbody th { min-width: 8rem; } }
"""

# Low and in one line each, so that the picture below them is on the first screen.
_PROJECTOR = """
.st-key-versus_part button { padding-inline: 0.6rem; }
.st-key-versus_headline .headline { flex-direction: row; align-items: baseline; gap: 0.75rem; }
.st-key-versus_headline .headline strong { font-size: 2rem; }
.st-key-versus_headline .headline span { font-size: 1rem; max-width: none; }
"""


def css(palette: Palette, compact: bool) -> str:
    """A style element for one page.

    Parameters
    ----------
    palette : Palette
        Colours of cards and of the words on filled buttons.
    compact : bool
        For the player, which needs the room.
    """
    colours = {
        "border": palette.border,
        "text": palette.text,
        "muted": palette.muted,
        "surface": palette.surface,
        "background": palette.background,
        "good": palette.variant,
        "bad": palette.clipped,
    }
    shared = _FRAME + CHARTS + _CARDS + _LAWS + _TABLES
    return f"<style>{shared % colours}{_PLAYER if compact else ''}</style>"


def projector_css() -> str:
    """A style element for the back row: all of Streamlit's sizes are multiples of the root's type size."""
    return f"<style>html:root {{ font-size: {PROJECTOR.base}px; }}{_PROJECTOR}</style>"
