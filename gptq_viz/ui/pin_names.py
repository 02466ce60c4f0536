"""Short names of pinned settings: what tells one from another, and what all have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gptq_viz.figures.numbers import counted
from gptq_viz.ui.chips import groups, order
from gptq_viz.ui.names import INPUT_NAMES
from gptq_viz.ui.settings import FIELDS, Settings

# Parts of a setting in the order they are named, each with its words.
PARTS: Mapping[str, Callable[[Settings], str]] = {
    "data": lambda one: INPUT_NAMES[one.data],
    "size": lambda one: f"{one.out} × {one.inp}",
    "n": lambda one: counted(one.n, "sample"),
    "seed": lambda one: f"seed {one.seed}",
    "bits": lambda one: f"{one.bits} bits",
    "grid": lambda one: f"{one.grid} grid",
    "groups": groups,
    "damp": lambda one: f"damping {FIELDS['damp'].write(one.damp)}",
    "act_order": order,
}
SAME = "the same result"


def name_of_now(now: Settings, pins: Sequence[Settings]) -> str:
    """The settings of now by all in which a pin differs.

    Examples
    --------
    >>> name_of_now(Settings(), [Settings(bits=2), Settings(bits=2, group=8)])
    '3 bits, no groups'
    """
    telling = [words for words in PARTS.values() if any(words(pin) != words(now) for pin in pins)]
    return ", ".join(words(now) for words in telling) or "the settings of the sidebar"


def name_of_pin(pin: Settings, now: Settings) -> str:
    """A pin by what it changes of the settings of now.

    Examples
    --------
    >>> name_of_pin(Settings(bits=2, group=8, scales="static"), Settings())
    '2 bits, groups of 8, static'
    """
    # Two settings that differ may still be one run: without groups, nothing asks where scales come from.
    return ", ".join(words(pin) for words in PARTS.values() if words(pin) != words(now)) or SAME


def in_common(settings: Sequence[Settings]) -> str:
    """What is the same for all; empty if nothing is.

    Examples
    --------
    >>> in_common([Settings(), Settings(n=64, seed=3, grid="reference", damp=0.1)])
    'factor inputs, 8 × 16, 3 bits, no groups, act_order off'
    """
    texts = [{words(one) for one in settings} for words in PARTS.values()]
    return ", ".join(text.pop() for text in texts if len(text) == 1)
