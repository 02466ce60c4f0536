"""Bars that slide to their places when they are drawn anew, unless the reader wants no motion.

Streamlit makes a new picture whenever its data change, so Plotly's own transitions never run. A new bar can
come from where it was, though: a style says where that is, in widths of the bar.
"""

from __future__ import annotations

from collections.abc import Iterable

SECONDS = 0.7


def slide_css(container: str, widths: Iterable[float]) -> str:
    """A style element for the bars of the chart in a container.

    Parameters
    ----------
    container : str
        Key of the container.
    widths : iterable of float
        From how far to the right each bar comes, in its own widths.
    """
    chart = f".st-key-{container} .js-plotly-plot"
    starts = "".join(
        f"{chart} .xy .bars .point:nth-child({number}) {{ --from: {100 * width:.4g}% }}"
        for number, width in enumerate(widths, start=1)
    )
    return (
        "<style>@media (prefers-reduced-motion: no-preference) {"
        "@keyframes slide { from { transform: translateX(var(--from)) } }"
        "@keyframes appear { from { opacity: 0 } }"
        f"{chart} .xy .bars .point {{ transform-box: fill-box; animation: slide {SECONDS}s ease-in-out }}"
        f"{chart} .x2y2 {{ animation: appear {SECONDS}s ease-in }}"
        f"{starts}}}</style>"
    )
