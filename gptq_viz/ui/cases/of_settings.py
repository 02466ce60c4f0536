"""Cards about settings: heavy damping and none, scales too small for a push, groups, and precision."""

from __future__ import annotations

from gptq_viz.figures.cases import clipped_weights as clipped_picture
from gptq_viz.figures.cases import heavy_damping as damping_picture
from gptq_viz.figures.cases import scattered_groups as groups_picture
from gptq_viz.figures.cases import singular_h as singular_picture
from gptq_viz.figures.cases import two_precisions as ties_picture
from gptq_viz.numerics.cases.clipped_weights import SEED as CLIPPED_SEED
from gptq_viz.numerics.cases.clipped_weights import clipped_weights
from gptq_viz.numerics.cases.heavy_damping import heavy_damping
from gptq_viz.numerics.cases.scattered_groups import scattered_groups
from gptq_viz.numerics.cases.singular_h import singular_h
from gptq_viz.numerics.cases.two_precisions import two_precisions
from gptq_viz.ui.cases.card import Card
from gptq_viz.ui.settings import Settings

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
    data=heavy_damping,
    picture=damping_picture,
    settings=Settings(out=32, inp=64, n=512, damp=100.0),
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
    data=clipped_weights,
    picture=clipped_picture,
    settings=Settings(data="outliers", out=16, inp=32, bits=2, seed=CLIPPED_SEED),
)

SINGULAR_H = Card(
    key="singular_h",
    title="Singular H",
    situation="32 columns, 24 calibration samples, and the damping set to 0.",
    question="What does GPTQ do?",
    answers=(
        "It runs: 24 samples are enough, only less precise",
        "It runs, and makes no error at all on these 24 samples",
        "It cannot start: H has no inverse",
    ),
    data=singular_h,
    picture=singular_picture,
    # The setting that fails: its page says why, and has a button with a damping that works.
    settings=Settings(out=16, inp=32, n=24, damp=0.0),
)

SCATTERED_GROUPS = Card(
    key="scattered_groups",
    title="Groups",
    situation="Every 16 columns share a scale, and act_order quantizes the loudest columns first.",
    question="Which columns share a scale?",
    answers=(
        "Neighbours: 0 to 15, 16 to 31, and so on, as without act_order",
        "Those quantized one after the other, wherever they are stored",
        "None: act_order gives every column a scale of its own",
    ),
    data=scattered_groups,
    picture=groups_picture,
    settings=Settings(out=32, inp=64, n=512, group=16, act_order=True),
)

TWO_PRECISIONS = Card(
    key="two_precisions",
    title="Ties and float32",
    situation="The same program in float64 and in float32, on the published code’s grid with groups of 8.",
    question="Are the codes the same?",
    answers=(
        "Yes: 7 digits are plenty for 4 bits",
        "Not all of them, and the error is practically the same",
        "No, and float32 makes clearly more error",
    ),
    data=two_precisions,
    picture=ties_picture,
    settings=Settings(out=64, inp=96, n=512, bits=4, group=8, grid="reference"),
)
