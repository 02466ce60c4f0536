"""Small tables: lines between the rows, numbers flush right, one row in bold."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from gptq_viz.figures.table import Table


def draw_table(table: Table) -> None:
    """Draw it where the page is."""
    head = _cells(table.header, table, ["th scope=col"] * len(table.header))
    tags = ["th scope=row", *["td"] * (len(table.header) - 1)]
    body = "".join(
        f"<tr{' class=marked' if number == table.marked else ''}>{_cells(row, table, tags)}</tr>"
        for number, row in enumerate(table.rows)
    )
    st.html(
        f'<div class="small-table"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _cells(texts: Sequence[str], table: Table, tags: Sequence[str]) -> str:
    """One row."""
    return "".join(
        f"<{tag}{' class=number' if column in table.numbers else ''}>{escape(text)}</{tag.split()[0]}>"
        for column, (text, tag) in enumerate(zip(texts, tags, strict=True))
    )
