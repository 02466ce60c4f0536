"""Take away: the script that the page shows is the one of its settings, and the files hold its numbers."""

from __future__ import annotations

import csv
import io
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from gptq_viz.numerics import Race, example_layer, race, script
from gptq_viz.ui.result_files import csv_text, file_stem, layer_file, results
from gptq_viz.ui.settings import FIELDS, Settings
from tests.app.running import open_page
from tests.numerics.test_script import numbers_of
from tests.numerics.tolerance import assert_close

PAGE, PART = "pages/rtn_vs_gptq.py", "Take away"
SOME = (
    Settings(),
    Settings(data="dead", out=5, inp=24, n=60, group=8, act_order=True, grid="asymmetric", bits=2),
    Settings(data="digits1", out=4, inp=12, n=50, bits=4),
    Settings(out=1, inp=2, n=1, damp=1.0),
)
# Each has a layer or a result of its own.
ALIKE = (
    *SOME,
    Settings(n=64),
    Settings(seed=3),
    Settings(damp=0.03),
    Settings(damp=1e-6),
    Settings(group=8),
    Settings(group=8, scales="static"),
)


@cache
def run_of(settings: Settings) -> Race:
    return race(example_layer(*settings.layer_key), settings.config)


def lines(columns: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(columns)))


@pytest.mark.parametrize("settings", SOME, ids=file_stem)
def test_the_page_shows_the_script_of_its_settings_and_every_file(settings: Settings) -> None:
    app = open_page(PAGE, **settings.texts).segmented_control(key="versus_part").set_value(PART).run()
    assert not app.exception
    assert not app.error
    layer = example_layer(*settings.layer_key)
    stem = file_stem(settings)
    assert app.code[0].value == script(layer, settings.config, settings.seed, stored=f"{stem}.npz").strip()
    labels = [button.proto.label for button in app.get("download_button")]
    assert labels == ["Script", "Rows, CSV", "Columns, CSV", "Arrays, npz"]
    reads = any(f"It reads the layer from {stem}.npz" in text.value for text in app.caption)
    assert reads is settings.data.startswith("digits")


@pytest.mark.parametrize("settings", SOME, ids=file_stem)
def test_the_files_by_row_and_by_column_come_to_the_errors_of_the_page(settings: Settings) -> None:
    run = run_of(settings)
    found = results(run)
    rows, columns = (lines(csv_text(part, settings)) for part in (found.by_row, found.by_column))
    assert len(rows) == run.layer.out
    assert len(columns) == run.layer.inp + 1
    assert sorted(int(line["column"]) for line in columns) == list(range(-1, run.layer.inp))
    for method in ("rtn", "frozen", "gptq"):
        for inputs, curves in (("held_out", run.held_out), ("calibration", run.calibration)):
            name, error = f"{method}_{inputs}", float(curves[method][-1])
            assert_close(np.mean([float(line[name]) for line in rows]), error)
            assert_close(sum(float(line[name]) for line in columns), error)


def test_every_line_of_a_file_says_what_was_run() -> None:
    settings = SOME[1]
    for line in lines(csv_text(results(run_of(settings)).by_row, settings)):
        assert Settings(**{key: field.read(line[key]) for key, field in FIELDS.items()}) == settings


@pytest.mark.parametrize("settings", SOME, ids=file_stem)
def test_the_arrays_are_the_layer_and_its_result(settings: Settings) -> None:
    run = run_of(settings)
    with np.load(io.BytesIO(layer_file(run)), allow_pickle=False) as stored:
        a = {name: stored[name] for name in stored.files}
    for name, expected in (("W", run.layer.W), ("X", run.layer.X), ("X_test", run.layer.X_test)):
        assert np.array_equal(a[name], expected)
        assert a[name].dtype == np.float32
    levels = (a["codes"] - a["zero"][:, a["g_idx"]]) * a["scale"][:, a["g_idx"]]
    assert np.array_equal(levels, run.traces["gptq"].quantized)
    assert np.array_equal(a["Q"], levels)


def test_the_script_of_the_digits_runs_on_the_file_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, stem = SOME[2], file_stem(SOME[2])
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"{stem}.npz").write_bytes(layer_file(run_of(settings)))
    layer = example_layer(*settings.layer_key)
    found = numbers_of(script(layer, settings.config, settings.seed, stored=f"{stem}.npz"))
    run = run_of(settings)
    assert_close(found[2], float(run.held_out["gptq"][-1]))


def test_a_name_of_a_file_tells_the_settings_apart() -> None:
    names = {file_stem(one) for one in ALIKE}
    assert len(names) == len(ALIKE)
    assert all(name.replace("_", "").isalnum() for name in names)
