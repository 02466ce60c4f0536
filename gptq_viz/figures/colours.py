"""Colours from colours: between two, nearly transparent, and which words can be read on one."""

from __future__ import annotations

# Of black and white one always has a contrast of at least 4.5; of text and page colours not always one has.
INKS = ("#000000", "#FFFFFF")


def mixed(first: str, second: str, share: float) -> str:
    """The colour on the way from the first to the second.

    >>> mixed("#000000", "#FF8000", 0.5)
    '#804000'
    """
    pairs = zip(_channels(first), _channels(second), strict=True)
    return "#" + "".join(f"{round(a + share * (b - a)):02X}" for a, b in pairs)


def faint(colour: str, opacity: float) -> str:
    """The colour, nearly transparent.

    >>> faint("#00568F", 0.5)
    'rgba(0, 86, 143, 0.5)'
    """
    red, green, blue = _channels(colour)
    return f"rgba({red}, {green}, {blue}, {opacity})"


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
    shares = (channel / 255 for channel in _channels(colour))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _channels(colour: str) -> tuple[int, ...]:
    """Red, green and blue, 0 to 255."""
    return tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5))
