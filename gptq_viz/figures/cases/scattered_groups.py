"""Scattered groups, drawn: ribbons from the order of quantization to the columns as stored, and errors."""

from __future__ import annotations

import plotly.graph_objects as go

from gptq_viz.figures.axes import quiet_axis
from gptq_viz.figures.cases.error_axis import height_of_two
from gptq_viz.figures.cases.stems import Stem, draw_stems, stems_text
from gptq_viz.figures.heads import draw_head
from gptq_viz.figures.look import layout
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.remarks import Remark
from gptq_viz.figures.ribbons import draw_ribbons
from gptq_viz.numerics.cases.scattered_groups import ScatteredGroups
from gptq_viz.theme import Palette, Sizes

NAMES = {
    "natural": ("gptq", "GPTQ, the layer’s own order"),
    "act_order": ("act_order", "GPTQ, act_order"),
    "static": ("act_order", "GPTQ, act_order, static scales"),
}
STEMS = 0.54


def figure(data: ScatteredGroups, palette: Palette, sizes: Sizes) -> go.Figure:
    """Above: where act_order leaves the columns of each group. Below: errors."""
    drawn = go.Figure()
    g_idx = data.runs["act_order"].reads.g_idx
    draw_ribbons(drawn, data.place, g_idx, palette, sizes)
    draw_stems(drawn, _stems(data), "", palette, sizes, below=STEMS)
    unit = sizes.axis
    drawn.update_layout(
        layout(palette, sizes),
        height=height_of_two(sizes),
        margin={"l": unit // 2, "r": unit, "t": round(1.8 * unit), "b": round(3.2 * unit)},
        barmode="overlay",
        xaxis2=quiet_axis(palette, sizes) | {"range": [-0.5, len(g_idx) - 0.5], "nticks": 12, "anchor": "y2"},
        yaxis2={"domain": [STEMS + 0.12, 1], "range": [0, 1], "visible": False, "fixedrange": True},
    )
    head = "<b>act_order</b>: above as quantized, below as stored"
    draw_head(drawn, head, palette.muted, sizes, x="paper", y="paper")
    return drawn


def text(data: ScatteredGroups) -> str:
    """How the groups lie, and all errors."""
    reads = data.runs["act_order"].reads
    return (
        f"Ribbons lead {len(data.place)} columns from the order in which act_order quantizes them to where "
        f"they are stored: {reads.groups} groups lie in {reads.scale_reads} pieces there. Below, relative "
        f"output error on held-out inputs: {stems_text(_stems(data))}."
    )


def look_for(data: ScatteredGroups) -> str:
    """The upper row of cells against the lower."""
    if data.runs["act_order"].scattered:
        return (
            "Whole blocks above, crumbs below: g_idx is not sorted, so a column’s place no longer tells its "
            "scale."
        )
    return "The groups lie the same above and below: this order leaves them together."


def numbers(data: ScatteredGroups) -> tuple[Remark, ...]:
    """What a kernel reads, and what it gets for that."""
    plain, loud, static = (data.runs[name] for name in NAMES)
    seen = ", ".join(three_digits(run.calibration) for run in (plain, loud, static))
    return (
        Remark(
            "Other scales, from column to column",
            (
                (str(plain.reads.scale_reads), "own order"),
                (str(loud.reads.scale_reads), "act_order"),
                (str(static.reads.scale_reads), "static"),
            ),
            f"How often a kernel that reads a row as stored needs another scale. {_index_sentence(data)}",
        ),
        Remark(
            "Held-out error",
            (
                (three_digits(plain.held_out), "own order"),
                (three_digits(loud.held_out), "act_order"),
                (three_digits(static.held_out), "static"),
                (three_digits(data.rtn_held_out), "RTN"),
            ),
            "Static scales are taken at the start, from groups of neighbours; act_order only changes the "
            f"order. On calibration inputs {seen}; RTN {three_digits(data.rtn_calibration)}.",
        ),
    )


def right(data: ScatteredGroups) -> int:
    """The number of the card's answer that holds."""
    return 1 if data.runs["act_order"].scattered else 0


def _index_sentence(data: ScatteredGroups) -> str:
    """Who has to read g_idx."""
    reading = [
        {"natural": "own order", "act_order": "act_order", "static": "static scales"}[name]
        for name, run in data.runs.items()
        if run.reads.index_reads
    ]
    if not reading:
        return "None of them needs g_idx."
    entries = data.runs["act_order"].reads.index_reads
    return f"With {' and '.join(reading)} it reads g_idx too, {entries} entries."


def _stems(data: ScatteredGroups) -> list[Stem]:
    """RTN first, then the three ways."""
    rtn = Stem("rtn", "RTN", data.rtn_held_out, data.rtn_calibration)
    return [rtn] + [
        Stem(method, label, data.runs[name].held_out, data.runs[name].calibration)
        for name, (method, label) in NAMES.items()
    ]
