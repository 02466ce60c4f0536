"""Settings worth a look, each with one line that says what to look at."""

from __future__ import annotations

from dataclasses import dataclass

from gptq_viz.ui.settings import Settings


@dataclass(frozen=True, slots=True)
class Preset:
    """A name for the button, what to look at, and the settings."""

    name: str
    help: str
    settings: Settings


PRESETS = (
    Preset("Classroom default", "8 × 16 weights at 3 bits: small enough to read every number.", Settings()),
    Preset("2 bits", "Three levels only: a weight keeps little more than its sign.", Settings(bits=2)),
    Preset("4 bits", "The usual choice in practice: both errors are small.", Settings(bits=4)),
    Preset(
        "act_order, outliers",
        "A few inputs are 8 times louder; act_order quantizes their columns first.",
        Settings(data="outliers", out=16, inp=32, bits=2, act_order=True),
    ),
    Preset(
        "Groups of 8",
        "Every 8 columns get scales of their own, taken from the weights as they stand by then.",
        Settings(out=16, inp=32, group=8),
    ),
    Preset(
        "Few samples",
        "Fewer calibration samples than columns: the calibration error flatters, the held-out error tells.",
        Settings(out=16, inp=32, n=24),
    ),
    Preset(
        "White inputs",
        "Inputs that know nothing of each other: there is nothing to compensate with.",
        Settings(data="white"),
    ),
    Preset(
        "Digits, layer 2",
        "A layer of a network trained on handwritten digits, with the inputs it really gets.",
        Settings(data="digits2", out=16, inp=32),
    ),
)
