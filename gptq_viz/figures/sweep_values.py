"""Values of swept parameters: what they are called, and where they stand on an axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from gptq_viz.figures.damping_strip import written
from gptq_viz.figures.tradeoff import group_words

# What an axis is called.
AXIS_NAMES = {
    "bits": "bits",
    "damp": "damping",
    "n": "calibration samples n",
    "group": "columns in a group",
    "act_order": "act_order",
    "inp": "columns of W (inputs)",
    "out": "rows of W (outputs)",
    "grid": "grid",
    "scales": "scales of a group",
    "data": "example layer",
}
LOGARITHMIC = ("damp", "n", "inp", "out")
# No value of these is more than another: nothing lies between two of them, so no line joins them.
UNORDERED = ("act_order", "grid", "scales", "data")
# In a sentence, where it takes more than a number and a noun.
WORDS = {
    "damp": "damping {}",
    "act_order": "act_order {}",
    "grid": "{} grid",
    "scales": "{} scales",
    "seed": "seed {}",
}
# Of the width of a picture: a letter at a tick, and the room between two of them.
LETTER, ROOM = 0.018, 0.01


def value_text(name: str, value: Any) -> str:
    """A value as it stands at an axis.

    >>> value_text("damp", 0.0), value_text("damp", 1e-6), value_text("group", None), value_text("n", 8192)
    ('0', '1e-6', 'none', '8,192')
    >>> value_text("act_order", True), value_text("data", "factor")
    ('on', 'factor')
    """
    if name == "act_order":
        return "on" if value else "off"
    if name == "damp":
        return written(value) if value else "0"
    if name == "n":
        return f"{value:,}"
    return "none" if value is None else str(value)


def setting_text(names: Sequence[str], values: Sequence[Any]) -> str:
    """A setting in a sentence.

    >>> setting_text(("bits", "group"), (4, None)), setting_text(("n",), (1,)), setting_text(("inp",), (16,))
    ('4 bits, no groups', '1 sample', '16 columns')
    """
    return ", ".join(_words(name, value) for name, value in zip(names, values, strict=True))


def _words(name: str, value: Any) -> str:
    text = value_text(name, value)
    if name == "group":
        return group_words(value)
    if name == "data":
        return text
    counted = {"bits": "bit", "n": "sample", "inp": "column", "out": "row"}
    if name in counted:
        return f"{text} {counted[name]}{'' if value == 1 else 's'}"
    return WORDS[name].format(text)


def places(name: str, values: Sequence[Any]) -> tuple[float, ...]:
    """Where values stand: by their logarithm, by their size, or at even distances.

    >>> places("n", (10, 1000)), places("bits", (2, 3, 8)), places("group", (None, 64))
    ((1.0, 3.0), (2.0, 3.0, 8.0), (0.0, 1.0))
    >>> places("damp", (0.0, 0.01, 1.0))
    (-3.0, -2.0, 0.0)
    """
    if name in LOGARITHMIC:
        logs = [math.log10(value) for value in values if value > 0]
        # 0 has no logarithm: it stands apart, to the left of all others.
        left = min(logs, default=0.0) - max(0.25 * (max(logs, default=0.0) - min(logs, default=0.0)), 1.0)
        return tuple(math.log10(value) if value > 0 else left for value in values)
    if name == "bits":
        return tuple(float(value) for value in values)
    return tuple(float(number) for number in range(len(values)))


def tick_texts(name: str, values: Sequence[Any]) -> tuple[str, ...]:
    """Texts of the ticks; empty where one would run into its neighbour. The ends have theirs.

    >>> tick_texts("n", (8, 31, 32, 33, 1024))
    ('8', '31', '', '', '1,024')
    """
    where, texts = places(name, values), [value_text(name, value) for value in values]
    width = (max(where) - min(where)) or 1.0
    kept: list[int] = []
    for k in (0, len(where) - 1, *range(1, len(where) - 1)):
        rooms = ((other, LETTER * (len(texts[k]) + len(texts[other])) / 2 + ROOM) for other in kept)
        if all(abs(where[k] - where[other]) > room * width for other, room in rooms):
            kept.append(k)
    return tuple(text if k in kept else "" for k, text in enumerate(texts))
