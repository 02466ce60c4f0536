"""Which words can be read on a coloured ground."""

from __future__ import annotations

# Of black and white one always has a contrast of at least 4.5; of text and page colours not always one has.
INKS = ("#000000", "#FFFFFF")


def ink_on(ground: str) -> str:
    """Black or white, whichever reads better on a colour.

    >>> ink_on("#FFFFFF"), ink_on("#5B1A6B")
    ('#000000', '#FFFFFF')
    """
    return max(INKS, key=lambda ink: contrast(ink, ground))


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21, as WCAG defines it.

    >>> contrast("#FFFFFF", "#000000"), contrast("#777777", "#777777")
    (21.0, 1.0)
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
