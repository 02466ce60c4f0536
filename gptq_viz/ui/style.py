"""The little CSS that Streamlit's options cannot say: paddings, the title line, the projector's type size."""

from __future__ import annotations

from gptq_viz.theme import NORMAL, PROJECTOR, Sizes

# Streamlit leaves 96 px above and 80 px beside; the header keeps its buttons but lets the title line through.
_FRAME = """
[data-testid="stMainBlockContainer"] { padding: 12px 24px 24px; }
[data-testid="stHeader"] { background: transparent; pointer-events: none; }
[data-testid="stHeader"] button, [data-testid="stHeader"] a { pointer-events: auto; }
.st-key-titlebar { padding-right: 48px; min-height: 36px; }
.st-key-titlebar h1 { font-size: 1.5rem; line-height: 1.2; padding: 0; }
.stApp:has([data-testid="stExpandSidebarButton"]) .st-key-titlebar { padding-left: 44px; }
.st-key-presets button { min-height: 32px; padding: 2px 10px; }
[data-testid="stSidebarHeader"] { height: 32px; min-height: 32px; margin: 4px 0 0; padding: 0; }
"""

_PLAYER = """
[data-testid="stMainBlockContainer"] { padding: 8px 10px; }
[data-testid="stMainBlockContainer"] > [data-testid="stVerticalBlock"] { gap: 6px; }
.st-key-titlebar h1 { font-size: 1.25rem; }
"""


def css(sizes: Sizes, compact: bool) -> str:
    """A style element for one page.

    Parameters
    ----------
    sizes : Sizes
        `NORMAL` or `PROJECTOR`.
    compact : bool
        For the player, which needs the room.
    """
    rules = _FRAME + (_PLAYER if compact else "")
    if sizes != NORMAL:
        rules += f"html:root {{ font-size: {PROJECTOR.base}px; }}\n"
    return f"<style>{rules}</style>"
