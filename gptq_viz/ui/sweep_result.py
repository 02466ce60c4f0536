"""What there is to do with a finished sweep: use one of its settings, read its table, take its rows away."""

from __future__ import annotations

from functools import partial

import streamlit as st

from gptq_viz.figures.sweep_best import chosen
from gptq_viz.figures.sweep_plan_words import ended_text
from gptq_viz.figures.sweep_points import SweepPoint, sweep_points
from gptq_viz.figures.sweep_rows import csv_text, differences, medians_table
from gptq_viz.figures.sweep_values import setting_text
from gptq_viz.figures.swept import Swept
from gptq_viz.ui.sweep_picture import draw_picture, put_setting
from gptq_viz.ui.sweep_session import Kept
from gptq_viz.ui.sweep_start import draw_left_out, planned
from gptq_viz.ui.table import draw_table

USED = "sweep_use"
OTHER = "This sweep is of other choices than those above."


def draw_result(kept: Kept, wanted: Swept | str) -> None:
    """Notes, picture, and what to do with it; only the notes where nothing was computed.

    Parameters
    ----------
    kept : Kept
        The sweep.
    wanted : Swept or str
        What the page's choices are now: they may have changed since.
    """
    points = sweep_points(kept.table, kept.swept)
    _draw_notes(kept, wanted)
    if points:
        draw_picture(points, kept.swept, beside=partial(_draw_use, points, kept.swept))
        _draw_rows(points, kept)


def _draw_notes(kept: Kept, wanted: Swept | str) -> None:
    """Whether all of it ran, and whether it is what the choices ask for."""
    cancelled = kept.progress.state == "cancelled"
    notes = [
        ended_text(kept.progress.done, kept.progress.total, cancelled=cancelled),
        other_choices(kept.swept, wanted),
        "" if kept.has_rows else "There is no result.",
    ]
    as_planned = kept.table.skipped == planned(kept.swept)[0].skipped and not any(notes)
    lists = (
        ("left out of this sweep", () if as_planned else kept.table.skipped),
        ("failed", kept.table.failed),
    )
    if any(notes) or any(settings for _, settings in lists):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="sweep_notes"):
            if text := " ".join(filter(None, notes)):
                st.markdown(f":material/info: {text}", width="content")
            for what, settings in lists:
                if settings:
                    draw_left_out(what, settings)


def other_choices(swept: Swept, wanted: Swept | str) -> str:
    """In what a sweep differs from what is chosen now; empty if in nothing."""
    if isinstance(wanted, str):
        return OTHER
    if swept.asks_as(wanted):
        return ""
    names = [name for name in swept.fixed if name in wanted.fixed]
    before, now = differences(*({name: one.fixed[name] for name in names} for one in (swept, wanted)))
    if before:
        return f"This sweep is of {before}; the settings are {now} now."
    return OTHER


def _draw_use(points: tuple[SweepPoint, ...], swept: Swept) -> None:
    """By keyboard what a click on the picture does."""
    numbers = [swept.settings.index(point.values) for point in points]
    best = chosen(points, swept)
    first = swept.settings.index(best[0].best.values) if best else numbers[0]
    st.selectbox(
        "Use a setting of the sweep",
        numbers,
        numbers.index(first),
        format_func=lambda number: setting_text(swept.names, swept.settings[number]),
        key=USED,
        help="On every page. A click on a point of the picture does the same.",
    )
    st.button("Use this setting", key="sweep_put", on_click=_put_used, args=(swept,))


def _put_used(swept: Swept) -> None:
    number = st.session_state[USED]
    if number in range(len(swept.settings)):
        put_setting(swept, number)


def _draw_rows(points: tuple[SweepPoint, ...], kept: Kept) -> None:
    """Medians as a table, and all rows as a file."""
    with st.expander("Medians as a table; all rows as a file"):
        st.download_button(
            "All rows as CSV",
            lambda: csv_text(kept.table, kept.swept),
            "sweep.csv",
            "text/csv",
            key="sweep_csv",
            icon=":material/download:",
            on_click="ignore",
        )
        best = chosen(points, kept.swept)
        draw_table(medians_table(points, kept.swept, best[0].best if len(best) == 1 else None))
