"""Cards about the inputs: too few of them, of another kind, white, loud, and dead."""

from __future__ import annotations

from gptq_viz.figures.cases import dead_inputs as dead_picture
from gptq_viz.figures.cases import few_samples as few_picture
from gptq_viz.figures.cases import loud_inputs as loud_picture
from gptq_viz.figures.cases import shifted_inputs as shifted_picture
from gptq_viz.figures.cases import white_inputs as white_picture
from gptq_viz.numerics.cases.dead_inputs import dead_inputs
from gptq_viz.numerics.cases.few_samples import few_samples
from gptq_viz.numerics.cases.loud_inputs import loud_inputs
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
    data=few_samples,
    picture=few_picture,
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
    data=shifted_inputs,
    picture=shifted_picture,
    settings=Settings(data="shift", out=32, inp=64, n=512),
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
    data=white_inputs,
    picture=white_picture,
    settings=Settings(data="white", out=16, inp=32, n=64, group=8),
)

LOUD_INPUTS = Card(
    key="loud_inputs",
    title="Loud inputs",
    situation="One input in 16 is eight times louder than the others. The layer has their columns here and "
    "there, and 2 bits a weight.",
    question="When should GPTQ quantize the loud columns?",
    answers=(
        "First: then all others can make up for them",
        "Last: then they can make up for all others",
        "It makes no difference: each column is rounded with the same scale",
    ),
    data=loud_inputs,
    picture=loud_picture,
    settings=Settings(data="outliers", out=32, inp=64, n=512, bits=2),
)

DEAD_INPUTS = Card(
    key="dead_inputs",
    title="Dead inputs",
    situation="One input in 8 is 0 in every calibration sample, so GPTQ sets its weights to 0. In use the "
    "same inputs fire like all others.",
    question="Was it right to set those weights to 0?",
    answers=(
        "It does not matter: calibration has shown that they do nothing",
        "No: rounded and kept they would have cost far less",
        "Yes: weights that were never calibrated do more harm than none",
    ),
    data=dead_inputs,
    picture=dead_picture,
    settings=Settings(data="dead", out=16, inp=32),
)
