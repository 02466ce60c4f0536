"""What is said of the codes that GPTQ chose otherwise than RTN."""

from __future__ import annotations

from gptq_viz.figures.numbers import counted, percent
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics import CodeChanges, Race, code_changes


def codes_data(race: Race) -> CodeChanges:
    """The codes of the run."""
    return code_changes(race)


def flipped_sentence(data: CodeChanges) -> str:
    """How many choices differ, and by how much at most."""
    if not data.changed:
        return "No choice flipped: GPTQ chose the same integers as RTN everywhere."
    share = percent(data.changed / data.difference.size)
    return _capital(f"{share} of the choices flipped, never by more than {counted(data.furthest, 'level')}.")


def codes_text(data: CodeChanges) -> str:
    """Counts by number of levels."""
    counts = ", ".join(
        f"{level:+d}: {count:,}".replace("-", "−") for level, count in data.counts.items() if count
    )
    counts = counts.replace("+0:", "0:")
    return (
        f"Codes of GPTQ less codes of RTN. {flipped_sentence(data)} Codes by difference in levels: {counts}."
    )


def codes_remarks(data: CodeChanges) -> tuple[Remark, ...]:
    """The share that flipped, its direction, and what an equal code means."""
    size = data.difference.size
    flipped = Remark(
        "Choices that flipped",
        ((percent(data.changed / size), f"{data.changed:,} of {size:,}"),),
        flipped_sentence(data),
    )
    if not data.changed:
        return (flipped, _scales(data))
    up = sum(count for level, count in data.counts.items() if level > 0)
    ways = Remark("Which way", ((f"{up:,}", "up"), (f"{data.changed - up:,}", "down")), _single(data))
    return (flipped, ways, _scales(data))


def _single(data: CodeChanges) -> str:
    """How many of them went to a neighbouring level."""
    single = sum(data.counts.get(level, 0) for level in (-1, 1))
    return _capital(f"{percent(single / data.changed)} of those that flipped took a level next to RTN’s.")


def _scales(data: CodeChanges) -> Remark:
    """Whether codes can be compared at all."""
    if data.same_scales:
        return Remark(
            "Scales",
            (("the same", "for both"),),
            "So an equal code is an equal weight: the choices alone differ.",
        )
    return Remark(
        "Scales",
        (("other", "than RTN’s"),),
        "GPTQ’s groups take theirs from other weights or columns. So codes differ for that reason too, "
        "and an equal code may be another weight.",
    )


def _capital(sentence: str) -> str:
    """As sentences begin, also with "less than 1 %"."""
    return sentence[:1].upper() + sentence[1:]
