"""What there is to know about a layer before looking at its pictures."""

from __future__ import annotations

from gptq_viz.numerics import Race


def layer_note(race: Race) -> str:
    """Which part of a larger layer it is, and which inputs are dead; empty where there is nothing to say."""
    return " ".join(filter(None, (race.layer.note, dead_sentence(race))))


def dead_sentence(race: Race) -> str:
    """How many inputs never fire in calibration, and what that does to their weights."""
    dead = race.traces["gptq"].dead
    count = int(dead.sum())
    if count == 0:
        return ""
    if count == dead.size:
        return "Every input is dead (always 0) in calibration: all weights become 0, so Q = 0 by any method."
    subject = "1 input is" if count == 1 else f"{count} of {dead.size} inputs are"
    theirs = "its" if count == 1 else "their"
    return f"{subject} dead (always 0) in calibration: {theirs} weights become 0."
