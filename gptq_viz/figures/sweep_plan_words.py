"""What a sweep will take, said before it starts, and what became of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from gptq_viz.figures.numbers import counted
from gptq_viz.figures.remarks import Remark
from gptq_viz.figures.sweep_values import setting_text
from gptq_viz.figures.swept import Swept

MOST_NAMED = 12


class SkippedSetting(Protocol):
    """A setting that is not run, and why."""

    @property
    def values(self) -> Mapping[str, Any]:
        """By parameter."""
        ...

    @property
    def reason(self) -> str:
        """Words that end a sentence."""
        ...


def seconds_text(seconds: float) -> str:
    """A rough time.

    >>> seconds_text(0.3), seconds_text(20.4), seconds_text(66), seconds_text(185)
    ('about a second', 'about 20 s', 'about 70 s', 'about 3 min')
    """
    if seconds < 1.5:
        return "about a second"
    if seconds < 10:
        return f"about {seconds:.0f} s"
    if seconds < 120:
        return f"about {round(seconds, -1):.0f} s"
    return f"about {seconds / 60:.0f} min"


def left_out_remarks(skipped: Iterable[SkippedSetting]) -> tuple[Remark, ...]:
    """A reason each, with the settings that it stops."""
    remarks = []
    for reason, settings in _by_reason(skipped).items():
        rest = f" and {len(settings) - MOST_NAMED} more" if len(settings) > MOST_NAMED else ""
        number = (f"{len(settings):,}", "setting" if len(settings) == 1 else "settings")
        remarks.append(
            Remark(reason[:1].upper() + reason[1:], (number,), "; ".join(settings[:MOST_NAMED]) + rest)
        )
    return tuple(remarks)


def _by_reason(skipped: Iterable[SkippedSetting]) -> dict[str, list[str]]:
    """Reasons that differ in their numbers only, as "fewer samples (8)", are one."""
    groups: dict[str, list[str]] = {}
    for one in skipped:
        words = setting_text(tuple(one.values), tuple(one.values.values()))
        groups.setdefault(re.sub(r" \(\d+\)", "", one.reason), []).append(words)
    return groups


def plan_text(runs: int, seconds: float, workers: int | None, settings: int, seeds: int) -> str:
    """What a sweep would do.

    Parameters
    ----------
    seconds : float
        Of computing.
    workers : int or None
        How many share them; None if that is not known.

    Examples
    --------
    >>> plan_text(1200, 61.2, 3, 60, 20)
    '**1,200 runs, about 20 s**: 60 settings with 20 seeds each'
    >>> plan_text(1200, 61.2, None, 60, 20)
    '**1,200 runs, about 60 s of computing**: 60 settings with 20 seeds each'
    """
    takes = f"{seconds_text(seconds)} of computing" if workers is None else seconds_text(seconds / workers)
    start = f"**{counted(runs, 'run')}, {takes}**" if runs else "**No runs**"
    each = "1 seed" if seeds == 1 else f"{seeds} seeds each"
    return f"{start}: {counted(settings, 'setting')} with {each}"


def idle_text(swept: Swept) -> str:
    """Says so where an axis changes nothing; else empty."""
    if "scales" in swept.names and "group" not in swept.names and swept.base["group"] is None:
        return "There are no groups, so where their scales come from changes nothing."
    return ""


def nothing_text(skipped: Iterable[SkippedSetting]) -> str:
    """Why nothing can be run."""
    return f"None of these settings can be run: {'; '.join(_by_reason(skipped))}."


def limit_text(seconds: float, most: float, seeds: int) -> str:
    """What to reduce where a sweep is longer than the host allows; empty where it is not.

    >>> limit_text(50.0, 60.0, 20)
    ''
    >>> limit_text(300.0, 60.0, 20).split(". ")[1]
    'It fits with 4 seeds instead of 20, or with fewer values.'
    """
    if seconds <= most:
        return ""
    fitting = int(seeds * most / seconds)
    said = f"This would compute for {seconds_text(seconds)}, and this server allows {seconds_text(most)}. "
    if fitting:
        return f"{said}It fits with {counted(fitting, 'seed')} instead of {seeds}, or with fewer values."
    return f"{said}Pick fewer values or a smaller layer: even one seed takes too long."


def progress_text(done: int, total: int, seconds_left: float | None, *, waiting: bool) -> str:
    """How far a sweep is.

    >>> progress_text(0, 1200, None, waiting=True), progress_text(300, 1200, 15.2, waiting=False)
    ('1,200 runs, waiting for a worker', '300 of 1,200 runs, about 15 s left')
    """
    if waiting:
        return f"{counted(total, 'run')}, waiting for a worker"
    left = "" if seconds_left is None else f", {_exact(seconds_left)} left"
    return f"{done:,} of {counted(total, 'run')}{left}"


def _exact(seconds: float) -> str:
    return seconds_text(seconds) if seconds < 10 or seconds >= 120 else f"about {seconds:.0f} s"


def ended_text(done: int, total: int, *, cancelled: bool) -> str:
    """What became of a sweep that did not run to its end; empty for one that did.

    >>> ended_text(300, 1200, cancelled=True), ended_text(1200, 1200, cancelled=False)
    ('Cancelled after 300 of 1,200 runs.', '')
    """
    return f"Cancelled after {done:,} of {counted(total, 'run')}." if cancelled else ""
