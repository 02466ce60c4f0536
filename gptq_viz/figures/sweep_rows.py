"""A sweep as a table of medians, as a file of all rows, and as the table that one run makes."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

import numpy as np

from gptq_viz.figures.error_by_method import MethodError
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.sweep_points import Spread, SweepPoint, Table
from gptq_viz.figures.sweep_values import setting_text
from gptq_viz.figures.swept import Swept
from gptq_viz.figures.table import Table as WordTable
from gptq_viz.theme import METHODS

ROW_NAMES = ("seed", "method", "error", "calibration_error")


def medians_table(points: tuple[SweepPoint, ...], swept: Swept, marked: SweepPoint | None) -> WordTable:
    """A row for each setting: true bits, and both errors of every method with where most seeds lie."""
    header = ["setting", "bits a weight"]
    for method in swept.methods:
        header += [f"{METHODS[method].label}, held out", f"{METHODS[method].label}, calibration"]
    rows = []
    for point in points:
        row = [setting_text(swept.names, point.values), f"{point.per_weight:.4g}"]
        for method in swept.methods:
            row += [_words(errors.get(method)) for errors in (point.held_out, point.calibration)]
        rows.append(tuple(row))
    best = next((k for k, point in enumerate(points) if point is marked), -1)
    return WordTable(tuple(header), tuple(rows), tuple(range(1, len(header))), best)


def csv_text(table: Table, swept: Swept) -> str:
    """All rows with all settings, so that the file says by itself what was run; full precision."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*swept.fixed, *swept.names, *ROW_NAMES])
    columns = [table[name].tolist() for name in (*swept.names, *ROW_NAMES)]
    fixed = [_plain(value) for value in swept.fixed.values()]
    writer.writerows([*fixed, *map(_plain, row)] for row in zip(*columns, strict=True))
    return text.getvalue()


def one_run(errors: tuple[MethodError, ...], swept: Swept) -> Table:
    """The settings themselves as a table of a sweep, if they are among its settings; else an empty one."""
    values = tuple(swept.base[name] for name in swept.names)
    found = [one for one in errors if one.method in swept.methods] if values in swept.settings else []
    columns: dict[str, list[Any]] = {
        name: [value] * len(found) for name, value in zip(swept.names, values, strict=True)
    }
    columns |= {
        "seed": [swept.base["seed"]] * len(found),
        "method": [one.method for one in found],
        "error": [one.held_out for one in found],
        "calibration_error": [one.calibration for one in found],
    }
    return {name: np.array(column, dtype=object) for name, column in columns.items()}


def _words(one: Spread | None) -> str:
    """The median, and in brackets the band."""
    if one is None:
        return "–"
    text = three_digits(one.median)
    return text if one.count < 2 else f"{text} ({three_digits(one.low)} to {three_digits(one.high)})"


def _plain(value: Any) -> Any:
    """As a link writes it: none for no groups, 0 and 1 for off and on."""
    if value is None:
        return "none"
    return int(value) if isinstance(value, bool) else value


def differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[str, str]:
    """What two settings do not share, of the one and of the other, in words; empty if they are the same."""
    names = [name for name in before if before[name] != now[name]]
    return setting_text(names, [before[n] for n in names]), setting_text(names, [now[n] for n in names])
