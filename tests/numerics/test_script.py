"""The stand-alone script prints the numbers of the run it was made from."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gptq_viz.numerics import GRIDS, SCALES, GPTQConfig, Layer, Race, example_layer, race
from gptq_viz.numerics.config import ALLOWED_BITS
from gptq_viz.numerics.examples import DIGITS, LAWS
from gptq_viz.numerics.script import draws_layer, script
from tests.numerics.tolerance import assert_close

Case = tuple[str, dict[str, Any]]


def cases() -> list[Case]:
    """Every law with every grid, every source of group scales, both orders; bits and damping in turn."""
    bits, damps = cycle(ALLOWED_BITS), cycle((0.01, 0.0, 1e-6, 3.0, 0.1))
    found = []
    for law in LAWS:
        for grid in GRIDS:
            for scales in (None, *SCALES):
                for act_order in (False, True):
                    values = {"bits": next(bits), "grid": grid, "damp": next(damps), "act_order": act_order}
                    grouped = {"group": 8, "scales": scales} if scales else {}
                    found.append((law, values | grouped))
    return found


def name(value: object) -> str:
    return "-".join(map(str, value.values())) if isinstance(value, dict) else str(value)


def errors(run: Race) -> list[float]:
    return [*run.errors("rtn"), *run.errors("gptq")]


def numbers_of(source: str) -> list[float]:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(source, {})
    return numbers(said.getvalue())


def numbers(said: str) -> list[float]:
    head, *lines = said.splitlines()
    assert head.split("  ")[0] == "relative output error"
    assert [line.split()[0] for line in lines] == ["RTN", "GPTQ"]
    return [float(text) for line in lines for text in line.split()[1:]]


def assert_each_close(found: list[float], expected: list[float]) -> None:
    for one, other in zip(found, expected, strict=True):
        assert_close(one, other)


@pytest.mark.parametrize(("law", "values"), cases(), ids=name)
def test_the_script_prints_the_errors_of_the_run(law: str, values: dict[str, Any]) -> None:
    layer, config = example_layer(law, out=6, inp=20, n=64, seed=3), GPTQConfig(**values)
    assert_each_close(numbers_of(script(layer, config, 3)), errors(race(layer, config)))


@pytest.mark.parametrize(
    ("law", "size", "values"),
    [
        ("factor", {"out": 2, "inp": 160, "n": 400}, {"group": 32, "scales": "reference"}),
        (
            "outliers",
            {"out": 4, "inp": 150, "n": 300},
            {"group": 64, "scales": "reference", "act_order": True},
        ),
        ("white", {"out": 5, "inp": 16, "n": 8}, {"damp": 0.03}),
        ("dead", {"out": 1, "inp": 2, "n": 1}, {"damp": 0.5}),
        ("factor", {"out": 4, "inp": 12, "n": 50}, {"group": 128, "scales": "static"}),
        ("shift", {"out": 1, "inp": 9, "n": 50}, {"group": 8, "bits": 8}),
    ],
)
def test_blocks_few_samples_single_rows_and_wide_groups_are_right_too(
    law: str, size: dict[str, int], values: dict[str, Any]
) -> None:
    layer, config = example_layer(law, seed=5, **size), GPTQConfig(**values)
    assert_each_close(numbers_of(script(layer, config, 5)), errors(race(layer, config)))


@pytest.mark.parametrize("scales", SCALES)
def test_weights_half_way_between_two_levels_are_rounded_as_in_the_run(scales: str) -> None:
    # On the reference grid every row and group has one or more: its weight -max.
    config = GPTQConfig(grid="reference", group=4, scales=scales)
    for seed in range(6):
        layer = example_layer("factor", out=40, inp=24, n=90, seed=seed)
        assert_each_close(numbers_of(script(layer, config, seed)), errors(race(layer, config)))


def run_file(folder: Path, layer: Layer, source: str) -> list[float]:
    (folder / "gptq.py").write_text(source, encoding="utf-8")
    if not draws_layer(layer):
        assert layer.X_test is not None
        np.savez(folder / "layer.npz", W=layer.W, X=layer.X, X_test=layer.X_test)
    done = subprocess.run(
        [sys.executable, "-W", "error", "gptq.py"], cwd=folder, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return numbers(done.stdout)


@pytest.mark.parametrize(
    ("data", "values"),
    [
        ("factor", {}),
        ("digits1", {"group": 16, "act_order": True}),
        ("digits3", {"bits": 2, "grid": "asymmetric", "group": 8, "scales": "static"}),
    ],
)
def test_the_script_runs_by_itself_without_a_warning(
    tmp_path: Path, data: str, values: dict[str, Any]
) -> None:
    layer, config = example_layer(data, out=8, inp=32, n=128, seed=4), GPTQConfig(**values)
    found = run_file(tmp_path, layer, script(layer, config, seed=4))
    assert_each_close(found, errors(race(layer, config)))


def test_without_outputs_there_is_no_error_to_print_and_none_is_raised(tmp_path: Path) -> None:
    layer = example_layer("digits1", out=3, inp=1, n=5, seed=0)  # a pixel at the corner: always 0
    assert np.isnan(run_file(tmp_path, layer, script(layer, GPTQConfig(), seed=0))).all()


def test_only_what_the_settings_need_is_in_the_script() -> None:
    plain = script(example_layer("white", 4, 8, 50, 0), GPTQConfig(damp=0), 0)
    for word in ("GROUP", "BLOCK", "DAMP", "dead", "order", "zero", "rank", "rho", "load", "#?"):
        assert word not in plain, word
    full = script(
        example_layer("dead", 4, 32, 50, 0),
        GPTQConfig(grid="reference", group=8, scales="reference", act_order=True),
        0,
    )
    for word in ("GROUP = 8", "BLOCK = 128", "DAMP = 0.01", "dead = ", "order = ", "zero = grid", "rank = "):
        assert word in full, word
    assert "#?" not in full


@pytest.mark.parametrize(("law", "values"), cases()[::7], ids=name)
def test_the_script_is_tidy(law: str, values: dict[str, Any]) -> None:
    lines = script(example_layer(law, 4, 20, 50, 0), GPTQConfig(**values), 0).splitlines()
    assert max(map(len, lines)) <= 110
    assert not [line for line in lines if line != line.rstrip()]
    assert not [k for k in range(len(lines) - 3) if lines[k : k + 3] == ["", "", ""]]
    assert len(lines) <= 120


def test_only_the_layers_of_the_network_need_a_file() -> None:
    for data in (*LAWS, *DIGITS):
        layer = example_layer(data, 2, 8, 20, 0)
        assert draws_layer(layer) is (data in LAWS)
        assert ("np.load" in script(layer, GPTQConfig(), 0)) is (data in DIGITS)


def test_no_file_name_gets_out_of_its_quotes() -> None:
    layer = example_layer("digits1", 2, 8, 20, 0)
    assert 'LAYER = "gptq_digits1-3.npz"' in script(layer, GPTQConfig(), 0, stored="gptq_digits1-3.npz")
    for bad in ('"; import os; "', "../layer.npz", "a\nb.npz", ""):
        with pytest.raises(ValueError, match="plain file name"):
            script(layer, GPTQConfig(), 0, stored=bad)
