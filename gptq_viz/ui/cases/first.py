"""The first five cards: samples that are too few, of another kind, or white, heavy damping, and clipping."""

from __future__ import annotations

from typing import Any

from gptq_viz.figures.cases import clipped_weights as clipped_picture
from gptq_viz.figures.cases import few_samples as few_picture
from gptq_viz.figures.cases import heavy_damping as damping_picture
from gptq_viz.figures.cases import shifted_inputs as shifted_picture
from gptq_viz.figures.cases import white_inputs as white_picture
from gptq_viz.numerics.cases.clipped_weights import SEED as CLIPPED_SEED
from gptq_viz.numerics.cases.clipped_weights import clipped_weights
from gptq_viz.numerics.cases.few_samples import few_samples
from gptq_viz.numerics.cases.heavy_damping import heavy_damping
from gptq_viz.numerics.cases.shifted_inputs import shifted_inputs
from gptq_viz.numerics.cases.white_inputs import white_inputs
from gptq_viz.ui.cases.card import Card
from gptq_viz.ui.settings import Settings

FEW_SAMPLES = Card(
    key="few_samples",
    title="Few samples",
    situation="A layer with 32 columns, whose neighbouring inputs are alike, and a tiny damping of 1e-6. "
    "It is calibrated on 8 samples, then on more and more of them, up to 256. The same with 9 seeds.",
    question="How does the error on inputs it never saw go with the number of samples?",
    answers=(
        "It falls steadily: every sample helps",
        "It hardly matters: with any number it is below that of plain rounding, RTN",
        "It rises at first, above RTN’s, then falls off a cliff",
    ),
    right=few_picture.right,
    data=few_samples,
    figure=few_picture.figure,
    text=few_picture.text,
    look_for=few_picture.look_for,
    numbers=few_picture.numbers,
    settings=Settings(data="ar1", out=16, inp=32, n=20, damp=1e-6),
)

SHIFTED_INPUTS = Card(
    key="shifted_inputs",
    title="Shift",
    situation="Calibration inputs whose neighbours are alike (correlation 0.95), plenty of them. In use come "
    "inputs whose neighbours are opposite (−0.95).",
    question="Which is better in use?",
    answers=(
        "RTN: GPTQ is worse than plain rounding",
        "Neither: what GPTQ had gained is gone, and both are alike",
        "GPTQ, though by less than in calibration",
    ),
    right=shifted_picture.right,
    data=shifted_inputs,
    figure=shifted_picture.figure,
    text=shifted_picture.text,
    look_for=shifted_picture.look_for,
    numbers=shifted_picture.numbers,
    settings=Settings(data="shift", out=32, inp=64, n=512),
)

HEAVY_DAMPING = Card(
    key="heavy_damping",
    title="Damping",
    situation="Damping adds a multiple of the diagonal’s mean to the diagonal of H, which keeps H from being "
    "singular. One layer is quantized again and again, with more and more of it.",
    question="What becomes of GPTQ when it grows to 100 times that mean?",
    answers=(
        "It only gets safer: more damping never hurts",
        "It turns into plain rounding, RTN",
        "It breaks down: its error grows far above RTN’s",
    ),
    right=damping_picture.right,
    data=heavy_damping,
    figure=damping_picture.figure,
    text=damping_picture.text,
    look_for=damping_picture.look_for,
    numbers=damping_picture.numbers,
    settings=Settings(out=32, inp=64, n=512, damp=100.0),
)

WHITE_INPUTS = Card(
    key="white_inputs",
    title="White inputs",
    situation="Inputs that know nothing of each other, 32 columns in groups of 8, and 64 samples. "
    "The same with 30 seeds.",
    question="What does GPTQ buy on inputs it never saw?",
    answers=(
        "A smaller error than RTN’s, if only by a little",
        "Nothing: both errors are alike",
        "A larger error than RTN’s",
    ),
    right=white_picture.right,
    data=white_inputs,
    figure=white_picture.figure,
    text=white_picture.text,
    look_for=white_picture.look_for,
    numbers=white_picture.numbers,
    settings=Settings(data="white", out=16, inp=32, n=64, group=8),
)

CLIPPED_WEIGHTS = Card(
    key="clipped_weights",
    title="Clipping",
    situation="2 bits, and two columns whose inputs are 8 times louder. Each row has one scale, taken from "
    "its largest weight, so at the start no weight lies beyond the last level.",
    question="How many weights lie beyond it by more than half a step when their turn comes?",
    answers=(
        "None: the scale fits every weight of the row",
        "A few: GPTQ pushes them there, and they are clipped",
        "Every tenth or more: 2 bits are far too few",
    ),
    right=clipped_picture.right,
    data=clipped_weights,
    figure=clipped_picture.figure,
    text=clipped_picture.text,
    look_for=clipped_picture.look_for,
    numbers=clipped_picture.numbers,
    settings=Settings(data="outliers", out=16, inp=32, bits=2, seed=CLIPPED_SEED),
)

CARDS: tuple[Card[Any], ...] = (FEW_SAMPLES, SHIFTED_INPUTS, HEAVY_DAMPING, WHITE_INPUTS, CLIPPED_WEIGHTS)
