"""Settings that help where something is wrong, and what the button that sets them says."""

from __future__ import annotations

from gptq_viz.numerics.alternatives import Changes
from gptq_viz.ui.settings import FIELDS

LABELS = {"damp": "damping", "n": "samples", "inp": "columns", "bits": "bits", "grid": "grid"}


def remedy_label(remedy: Changes) -> str:
    """What the button does.

    Examples
    --------
    >>> remedy_label({"damp": 0.03, "n": 64})
    'Set damping to 0.03 and samples to 64'
    """
    if "act_order" in remedy:
        return "Turn act_order on"
    changes = (f"{LABELS[key]} to {FIELDS[key].write(value)}" for key, value in remedy.items())
    return f"Set {' and '.join(changes)}"
