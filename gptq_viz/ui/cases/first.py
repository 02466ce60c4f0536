"""The first five cards: inputs that are too few, others, or white, heavy damping, and clipping."""

from __future__ import annotations

from typing import Any

from gptq_viz.figures.cases import heavy_damping as heavy_damping_picture
from gptq_viz.numerics.cases.heavy_damping import heavy_damping
from gptq_viz.ui.cases.card import Card
from gptq_viz.ui.settings import Settings

HEAVY_DAMPING = Card(
    key="heavy_damping",
    title="Heavy damping",
    situation="Damping adds a constant to the diagonal of H and keeps it from being singular. "
    "The same layer is quantized again and again, with more and more of it.",
    question="What becomes of GPTQ when the damping grows to 100?",
    answers=(
        "It only becomes safer: more damping never hurts",
        "It turns into plain rounding, RTN",
        "It breaks down: worse than RTN",
    ),
    right=heavy_damping_picture.right,
    data=heavy_damping,
    figure=heavy_damping_picture.figure,
    text=heavy_damping_picture.text,
    look_for=heavy_damping_picture.look_for,
    numbers=heavy_damping_picture.numbers,
    settings=Settings(out=16, inp=32, damp=100.0),
)

CARDS: tuple[Card[Any], ...] = (HEAVY_DAMPING,)
