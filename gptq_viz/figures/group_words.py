"""What is said beside the pictures of groups: tables, g_idx, and what a block changes; all computed."""

from __future__ import annotations

from collections.abc import Sequence

from gptq_viz.figures.block_lines import BlockLines
from gptq_viz.figures.numbers import percent, three_digits
from gptq_viz.figures.rulers import RulersPicture, scale_words, seen_words
from gptq_viz.figures.table import Table
from gptq_viz.numerics import KernelReads, ScaleSources


def kernel_table(reads: Sequence[KernelReads], act_order: bool, grouped: bool) -> Table:
    """The four combinations, that of the settings marked.

    Parameters
    ----------
    reads : sequence of KernelReads
        The four combinations.
    act_order, grouped : bool
        Which of them the settings are.
    """
    rows = tuple(
        (
            "on" if one.act_order else "off",
            "none" if one.group is None else f"of {one.group}",
            str(one.groups),
            str(one.index_reads) if one.index_reads else "–",
            _reading(one),
        )
        for one in reads
    )
    combinations = [(one.act_order, one.groups > 1) for one in reads]
    return Table(
        header=(
            "act_order",
            "groups",
            "scales a row",
            "g_idx",
            "what a kernel reads for a row, beside codes",
        ),
        rows=rows,
        numbers=(2, 3),
        marked=combinations.index((act_order, grouped)),
    )


def _reading(reads: KernelReads) -> str:
    """What has to be read, and how often."""
    if reads.groups == 1:
        return "one scale"
    if not reads.needs_g_idx:
        return f"the next scale every {reads.group} columns: a column’s place tells its group"
    return f"g_idx for every column, another scale {reads.scale_reads} times"


def g_idx_text(g_idx: Sequence[int]) -> str:
    """g_idx as a line of Python."""
    return f"g_idx = [{', '.join(map(str, g_idx))}]"


def sources_table(sources: ScaleSources, shown: RulersPicture, source: str) -> Table:
    """What each source sees and gives, its errors, and how many codes are not those of `updated`.

    Parameters
    ----------
    sources : ScaleSources
        The runs.
    shown : RulersPicture
        The group and row whose scales are told.
    source : str
        The one of the settings, which is marked.
    """
    rows = tuple(
        (
            panel.source,
            seen_words(panel, shown.start),
            scale_words(panel),
            three_digits(sources.held_out[panel.source]),
            three_digits(sources.calibration[panel.source]),
            "–" if panel.source == "updated" else f"{sources.differing['updated', panel.source]:,}",
        )
        for panel in shown.panels
    )
    return Table(
        header=("scales", "taken", "scale", "held out", "calibration", "other codes"),
        rows=rows,
        numbers=(2, 3, 4, 5),
        marked=[panel.source for panel in shown.panels].index(source),
    )


def block_sentence(data: BlockLines, sources: ScaleSources) -> str:
    """What the chosen block does to the codes, and why.

    Parameters
    ----------
    data : BlockLines
        Lines and the chosen block.
    sources : ScaleSources
        Runs with this block.
    """
    trace, block = sources.traces["reference"], data.chosen
    codes = f"Other codes are codes unlike those of updated scales, out of {trace.codes.size:,}."
    reference, others = data.share("reference"), max(data.share("updated"), data.share("static"))
    rest = "no code" if others == 0 else percent(others)
    inside = any(start % block for start in range(0, trace.inp, trace.config.group_size(trace.inp)))
    if reference == others == 0:
        why = (
            "what it sees is out of date, but by too little" if inside else "every group begins with a block"
        )
        return f"Blocks of {block} change no code, with reference scales neither: {why}. {codes}"
    same = sources.differing["static", "reference"] == 0 and block >= trace.inp
    start = ", here those of the start, as static ones do" if same else ""
    return (
        f"Blocks of {block} change {percent(reference)} of the codes with reference scales: they see the "
        f"weights as they were when the block began{start}. With updated and static scales they change "
        f"{rest}. {codes}"
    )
