"""The last five cards: loud inputs, dead inputs, a singular H, scattered groups, and ties."""

from __future__ import annotations

from typing import Any

from gptq_viz.figures.cases import dead_inputs as dead_picture
from gptq_viz.figures.cases import loud_inputs as loud_picture
from gptq_viz.figures.cases import scattered_groups as groups_picture
from gptq_viz.figures.cases import singular_h as singular_picture
from gptq_viz.figures.cases import two_precisions as ties_picture
from gptq_viz.numerics.cases.dead_inputs import dead_inputs
from gptq_viz.numerics.cases.loud_inputs import loud_inputs
from gptq_viz.numerics.cases.scattered_groups import scattered_groups
from gptq_viz.numerics.cases.singular_h import singular_h
from gptq_viz.numerics.cases.two_precisions import two_precisions
from gptq_viz.ui.cases.card import Card
from gptq_viz.ui.settings import Settings

LOUD = Card(
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
    right=loud_picture.right,
    data=loud_inputs,
    figure=loud_picture.figure,
    text=loud_picture.text,
    look_for=loud_picture.look_for,
    numbers=loud_picture.numbers,
    settings=Settings(data="outliers", out=32, inp=64, n=512, bits=2),
)
DEAD = Card(
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
    right=dead_picture.right,
    data=dead_inputs,
    figure=dead_picture.figure,
    text=dead_picture.text,
    look_for=dead_picture.look_for,
    numbers=dead_picture.numbers,
    settings=Settings(data="dead", out=16, inp=32),
)
SINGULAR = Card(
    key="singular_h",
    title="Singular H",
    situation="32 columns, 24 calibration samples, and the damping set to 0.",
    question="What does GPTQ do?",
    answers=(
        "It runs: 24 samples are enough, only less precise",
        "It runs, and makes no error at all on these 24 samples",
        "It cannot start: H has no inverse",
    ),
    right=singular_picture.right,
    data=singular_h,
    figure=singular_picture.figure,
    text=singular_picture.text,
    look_for=singular_picture.look_for,
    numbers=singular_picture.numbers,
    # The setting that fails: its page says why, and has a button with a damping that works.
    settings=Settings(out=16, inp=32, n=24, damp=0.0),
)
GROUPS = Card(
    key="scattered_groups",
    title="Groups",
    situation="Every 16 columns share a scale, and act_order quantizes the loudest columns first.",
    question="Which columns share a scale?",
    answers=(
        "Neighbours: 0 to 15, 16 to 31, and so on, as without act_order",
        "Those quantized one after the other, wherever they are stored",
        "None: act_order gives every column a scale of its own",
    ),
    right=groups_picture.right,
    data=scattered_groups,
    figure=groups_picture.figure,
    text=groups_picture.text,
    look_for=groups_picture.look_for,
    numbers=groups_picture.numbers,
    settings=Settings(out=32, inp=64, n=512, group=16, act_order=True),
)
TIES = Card(
    key="two_precisions",
    title="Ties and float32",
    situation="The same program in float64 and in float32, on the published code’s grid with groups of 8.",
    question="Are the codes the same?",
    answers=(
        "Yes: 7 digits are plenty for 4 bits",
        "Not all of them, and the error is practically the same",
        "No, and float32 makes clearly more error",
    ),
    right=ties_picture.right,
    data=two_precisions,
    figure=ties_picture.figure,
    text=ties_picture.text,
    look_for=ties_picture.look_for,
    numbers=ties_picture.numbers,
    settings=Settings(out=64, inp=96, n=512, bits=4, group=8, grid="reference"),
)

CARDS: tuple[Card[Any], ...] = (LOUD, DEAD, SINGULAR, GROUPS, TIES)
