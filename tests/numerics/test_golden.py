"""Equality with independent implementations: the laboratory's and the published GPTQ code."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gptq_viz.numerics import GPTQConfig, Layer, gptq, output_error
from tests.numerics.tolerance import assert_close

GOLDEN = Path(__file__).parents[1] / "golden"


def read(path: Path) -> dict[str, np.ndarray]:
    """Every array of a file by name."""
    with np.load(path) as archive:
        return dict(archive)


def config_of(case: dict[str, Any]) -> GPTQConfig:
    """Our settings for a case written in the names of its source."""
    if case["source"] != "ist":
        return GPTQConfig(
            bits=case["bits"], group=case["group"], damp=case["damp"], act_order=case["act_order"]
        )
    return GPTQConfig(
        bits=case["bits"],
        grid="reference" if case["sym"] else "asymmetric",
        group=None if case["groupsize"] == -1 else case["groupsize"],
        scales="static" if case["static_groups"] else "reference",
        damp=case["percdamp"],
        act_order=case["actorder"],
        block=case["blocksize"],
    )


def readable(path: Path, case: dict[str, Any]) -> str:
    """Name of a case: file, number, and what is special about it."""
    config = config_of(case)
    words = [path.stem, case["id"], f"{config.bits}bits", config.grid]
    if config.group:
        words += [f"groups_of_{config.group}", config.scales, f"block_{config.block}"]
    words += [f"damp_{config.damp:g}"] + ["act_order"] * config.act_order
    return "-".join(words)


def cases() -> Iterator[Any]:
    """Every case of every file but those that ask for something else than the package does."""
    for path in sorted(GOLDEN.glob("*.npz")):
        arrays = read(path)
        has_dead = bool((arrays["X"] == 0).all(axis=0).any())
        for case in json.loads(str(arrays["cases_json"])):
            # The lesson's code knows no dead inputs and keeps their weights.
            if not (has_dead and case["source"] == "lesson"):
                yield pytest.param(path, case, id=readable(path, case))


@pytest.mark.parametrize(("path", "case"), list(cases()))
def test_equals_the_independent_result(path: Path, case: dict[str, Any]) -> None:
    arrays = read(path)
    layer = Layer(arrays["W"].astype(float), arrays["X"].astype(float))
    trace = gptq(layer, config_of(case))
    expected = arrays["Q_" + case["id"]]
    safe = arrays.get("safe_" + case["id"], np.ones(layer.out, dtype=bool))
    assert_close(trace.quantized[safe], expected[safe], size=np.abs(layer.W).max())
    if safe.all():
        assert output_error(layer.W, trace.quantized, layer.X) == pytest.approx(case["rel_out_err"], rel=1e-6)


def test_the_cases_cover_every_setting() -> None:
    configs = {config_of(case.values[1]) for case in cases()}
    assert len(list(cases())) >= 250
    assert {config.grid for config in configs} == {"symmetric", "asymmetric", "reference"}
    assert {config.scales for config in configs} == {"updated", "static", "reference"}
    assert {7, 17, 53, None} <= {config.group for config in configs}
