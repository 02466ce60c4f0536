"""The part of RTN vs GPTQ to take home: the run as a script, its results as files."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from gptq_viz.numerics import draws_layer, script
from gptq_viz.ui import cached
from gptq_viz.ui.result_files import csv_text, file_stem, layer_file, results
from gptq_viz.ui.settings import Settings

CODE_HEIGHT = 370  # what is left of a screen


def draw_take_away(settings: Settings) -> None:
    """The script with its button, and beside it everything else that can be saved."""
    stem, drawn = file_stem(settings), draws_layer(cached.layer(settings))
    text = script(cached.layer(settings), settings.config, settings.seed, stored=f"{stem}.npz")
    left, right = st.columns([7, 2], gap="medium")
    with left:
        st.caption(_script_sentence(drawn, stem))
        st.code(text, language="python", height=CODE_HEIGHT)
    with right:
        _draw_files(settings, stem, text)


def _script_sentence(drawn: bool, stem: str) -> str:
    """What the script is, and what it needs."""
    said = "This run in plain NumPy, to read and to change. It prints this page’s errors of RTN and GPTQ."
    return said if drawn else f"{said} It reads the layer from {stem}.npz: download the arrays too."


def _draw_files(settings: Settings, stem: str, text: str) -> None:
    """A button a file; the large one is made when it is asked for."""
    found = cached.picture(results, settings)
    _draw_file("Script", text, f"{stem}.py", "text/x-python", "To run with Python and NumPy.")
    _draw_file(
        "Rows, CSV",
        csv_text(found.by_row, settings),
        f"{stem}_rows.csv",
        "text/csv",
        "Errors by row, measured by the mean row’s outputs: their mean is the error of the layer.",
    )
    _draw_file(
        "Columns, CSV",
        csv_text(found.by_column, settings),
        f"{stem}_columns.csv",
        "text/csv",
        "What each step adds to the error, in order of quantization: the sum is the error of the layer.",
    )
    _draw_file(
        "Arrays, npz",
        lambda: layer_file(cached.race(settings)),
        f"{stem}.npz",
        "application/octet-stream",
        "W, X, X_test, and GPTQ’s Q, codes, scale, zero, g_idx. A level is (code − zero) · scale.",
    )
    st.caption("Charts have buttons of their own: point at one to save it as PNG or SVG.")


def _draw_file(label: str, data: str | Callable[[], bytes], name: str, mime: str, words: str) -> None:
    """One of them, with what is in it."""
    st.download_button(
        label,
        data,
        name,
        mime,
        key=f"take {label}",
        help=words,
        icon=":material/download:",
        on_click="ignore",
        width="stretch",
    )
