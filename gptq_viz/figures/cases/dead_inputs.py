"""Dead inputs, drawn: who is silent in calibration, and what zeroed and kept weights cost when it wakes."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.axes import quiet_axis
from gptq_viz.figures.cases.error_axis import height_of_two
from gptq_viz.figures.cases.stems import Stem, draw_stems, stems_text
from gptq_viz.figures.heads import draw_head
from gptq_viz.figures.look import layout
from gptq_viz.figures.numbers import three_digits, times
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics.cases.dead_inputs import DeadInputs
from gptq_viz.theme import Palette, Sizes

NAMES = {"rtn": "RTN", "gptq": "GPTQ"}
TREATMENTS = {"zeroed": "dead columns set to 0", "kept": "dead columns rounded and kept"}
STEMS = 0.54


def figure(data: DeadInputs, palette: Palette, sizes: Sizes) -> go.Figure:
    """Above: the mean square of every input, dead ones hatched. Below: errors of both treatments."""
    drawn = go.Figure()
    columns = np.arange(len(data.dead))
    for dead, name in ((False, "live"), (True, "dead in calibration, live held out")):
        chosen = data.dead == dead
        drawn.add_bar(
            x=columns[chosen],
            y=(data.loudness_held_out if dead else data.loudness)[chosen],
            width=0.8,
            name=name,
            marker={
                "color": palette.background if dead else palette.magnitude[1],
                "line": {"color": palette.clipped if dead else palette.magnitude[1], "width": 1},
                "pattern": {"shape": "/" if dead else "", "fgcolor": palette.clipped, "size": 6},
            },
            hovertemplate=f"input %{{x}}, {name}: mean square %{{y:.3g}}<extra></extra>",
        )
    draw_stems(drawn, _stems(data), "2", palette, sizes, below=STEMS)
    _lay_out(drawn, len(columns), palette, sizes)
    return drawn


def text(data: DeadInputs) -> str:
    """Which inputs are dead, and all errors."""
    dead = ", ".join(str(column) for column in np.flatnonzero(data.dead))
    return (
        f"Mean square of {len(data.dead)} inputs; hatched: inputs {dead}, which never fire in calibration "
        f"and do held out. Below, relative output error on held-out inputs: {stems_text(_stems(data))}."
    )


def look_for(data: DeadInputs) -> str:
    """Where the difference shows, and where it does not."""
    return (
        "Hollow marks are the same for both treatments: calibration cannot tell them apart. Solid marks tell "
        "what it costs when the hatched inputs wake up."
    )


def numbers(data: DeadInputs) -> tuple[Remark, ...]:
    """Both treatments where the dead inputs live, and where they stay silent."""
    zeroed, kept = data.runs["gptq", "zeroed"], data.runs["gptq", "kept"]
    return (
        Remark(
            "GPTQ, held out: the dead inputs live",
            (
                (three_digits(zeroed.held_out), "set to 0"),
                (three_digits(kept.held_out), "kept"),
            ),
            _verdict(data),
        ),
        Remark(
            "The same, should they stay silent",
            ((three_digits(zeroed.silent), "set to 0"), (three_digits(kept.silent), "kept")),
            "A weight on an input that is always 0 changes no output, so calibration says nothing about it.",
        ),
        Remark(
            "RTN, held out",
            (
                (three_digits(data.runs["rtn", "zeroed"].held_out), "set to 0"),
                (three_digits(data.runs["rtn", "kept"].held_out), "kept"),
            ),
            "Kept weights are rounded with the scale of their row, by both methods; the other columns stay.",
        ),
    )


def right(data: DeadInputs) -> int:
    """The number of the card's answer that holds."""
    return {"": 0, "kept": 1, "zeroed": 2}[data.better]


def _verdict(data: DeadInputs) -> str:
    """How much the better treatment is worth."""
    zeroed, kept = (data.runs["gptq", treatment].held_out for treatment in TREATMENTS)
    rule = "Set to 0 is the rule here and in the published code."
    if not data.better:
        return f"{rule} Both come to practically the same."
    if data.better == "kept":
        return f"{rule} It costs {times(zeroed, kept)} times the error of keeping them."
    return f"{rule} Keeping them costs {times(kept, zeroed)} times its error."


def _stems(data: DeadInputs) -> list[Stem]:
    """RTN and GPTQ, each with both treatments."""
    return [
        Stem(method, f"{NAMES[method]}, {words}", run.held_out, run.calibration)
        for method in NAMES
        for treatment, words in TREATMENTS.items()
        for run in [data.runs[method, treatment]]
    ]


def _lay_out(drawn: go.Figure, inp: int, palette: Palette, sizes: Sizes) -> None:
    """Bars above the stems."""
    unit = sizes.axis
    quiet = quiet_axis(palette, sizes)
    drawn.update_layout(
        layout(palette, sizes),
        height=height_of_two(sizes),
        margin={"l": round(2.4 * unit), "r": unit, "t": round(3.2 * unit), "b": round(3.2 * unit)},
        barmode="overlay",
        xaxis=quiet | {"range": [-0.6, inp - 0.4], "nticks": 12, "anchor": "y"},
        yaxis=quiet | {"domain": [STEMS + 0.14, 1], "rangemode": "tozero", "nticks": 4},
    )
    head = "<b>Mean square of each input</b><br>hatched: 0 in calibration, this held out"
    draw_head(drawn, head, palette.muted, sizes)
