"""A run as files: errors by row and by column as CSV, the layer with its result as npz, names for them."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gptq_viz.numerics import Race, row_errors
from gptq_viz.ui.settings import FIELDS, Settings

Columns = Mapping[str, npt.NDArray[np.generic]]


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """What the two CSV files hold: equally long columns by their names."""

    by_row: Columns
    by_column: Columns


def results(race: Race) -> Results:
    """Errors of all three methods, held out and in calibration.

    By row they are measured by the mean row's outputs, so that their mean is the error of the layer. By
    column they are what each step adds, so that they sum to it; the first is what was wrong before any step,
    at weights of dead inputs, and has column -1.
    """
    layer, names = race.layer, tuple(race.traces)
    by_row: dict[str, npt.NDArray[np.generic]] = {"row": np.arange(layer.out)}
    perm = race.traces["gptq"].perm
    by_column: dict[str, npt.NDArray[np.generic]] = {
        "step": np.arange(layer.inp + 1),
        "column": np.concatenate([[-1], perm]),
    }
    for name in names:
        errors = row_errors(layer.W, race.traces[name].quantized, layer.gram, layer.gram_test)
        by_row |= {f"{name}_held_out": errors.held_out, f"{name}_calibration": errors.calibration}
        for inputs, curves in (("held_out", race.held_out), ("calibration", race.calibration)):
            by_column[f"{name}_{inputs}"] = np.diff(curves[name], prepend=0.0)
    return Results(by_row, by_column)


def csv_text(columns: Columns, settings: Settings) -> str:
    """A line a row, every setting before it, so that files can be joined; full precision, no remarks."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*FIELDS, *columns])
    fixed = [field.write(getattr(settings, key)) for key, field in FIELDS.items()]
    lists = [column.tolist() for column in columns.values()]
    writer.writerows([*fixed, *row] for row in zip(*lists, strict=True))
    return text.getvalue()


def layer_file(race: Race) -> bytes:
    """W, X, X_test and GPTQ's Q, codes, scale, zero and g_idx as npz, in the layer's own column order.

    A level is ``(code - zero) * scale``, scale and zero by row and group (out, n_groups).
    """
    layer, trace = race.layer, race.traces["gptq"]
    given = {"W": layer.W, "X": layer.X, "X_test": layer.X if layer.X_test is None else layer.X_test}
    found = {"Q": trace.quantized, "codes": trace.codes.astype(np.int16), "scale": trace.scale}
    found |= {"zero": trace.zero, "g_idx": trace.g_idx.astype(np.int32)}
    arrays: dict[str, Any] = {name: _in_float32(values) for name, values in given.items()} | found
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def file_stem(settings: Settings) -> str:
    """A file's name without its ending: the layer, the bits, and what is not as usual.

    A script reads its layer from a file of this name, so that another layer must have another one.

    >>> file_stem(Settings(data="outliers", out=16, inp=32, bits=2, group=8, act_order=True))
    'gptq_outliers_16x32_2bits_group8_act_order'
    """
    parts = [settings.data, f"{settings.out}x{settings.inp}", f"{settings.bits}bits"]
    parts += [settings.grid] if settings.grid != "symmetric" else []
    parts += [f"group{settings.group}"] if settings.group is not None else []
    parts += [settings.scales] if settings.group is not None and settings.scales != "updated" else []
    parts += ["act_order"] if settings.act_order else []
    usual = Settings()
    for key in ("n", "seed", "damp"):
        if getattr(settings, key) != getattr(usual, key):
            parts.append(f"{key}{FIELDS[key].write(getattr(settings, key))}")
    return "_".join(["gptq", *parts]).replace(".", "_").replace("-", "_")


def _in_float32(values: npt.NDArray[np.float64]) -> npt.NDArray[np.floating]:
    """Half the size where nothing is lost."""
    small = values.astype(np.float32)
    return small if np.array_equal(small, values) else values
