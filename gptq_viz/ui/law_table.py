"""The laws as a table of HTML: `st.table` would load pandas, 70 MB for the whole server."""

from __future__ import annotations

from html import escape

from gptq_viz.figures.verdicts import COLUMNS, Line


def law_table(lines: tuple[Line, ...]) -> str:
    """Rows that become blocks on a narrow screen; the roles keep it a table for screen readers there too."""
    head = "".join(f'<th role="columnheader" scope="col">{escape(name)}</th>' for name in COLUMNS)
    body = "".join(map(_row, lines))
    return (
        '<div class="laws"><table role="table">'
        f'<thead role="rowgroup"><tr role="row">{head}</tr></thead>'
        f'<tbody role="rowgroup">{body}</tbody></table></div>'
    )


def _row(line: Line) -> str:
    """One law; its name is the head of its row."""
    verdict, number, _, residual, limit, remark = map(escape, COLUMNS)
    state = line.verdict.replace(" ", "-")
    return (
        f'<tr role="row" class="{state}">'
        f'<td role="cell" class="verdict" title="{verdict}">'
        f"<b>{escape(line.sign)}</b> {escape(line.word)}</td>"
        f'<td role="cell" class="number" data-name="{number}">{escape(line.number)}</td>'
        f'<th role="rowheader" scope="row">{escape(line.name)}<span>{escape(line.formula)}</span></th>'
        f'<td role="cell" class="size" data-name="{residual}">{escape(line.residual)}</td>'
        f'<td role="cell" class="size" data-name="{limit}">{escape(line.limit)}</td>'
        f'<td role="cell" class="remark" title="{remark}">{escape(line.remark)}</td></tr>'
    )
