from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from gptq_viz.numerics import GPTQConfig, plan_sweep
from gptq_viz.numerics.sweeps.values import CONFIG, LAYER, PARAMETERS
from gptq_viz.ui.settings import Settings


def test_what_does_not_vary_starts_as_the_app_does() -> None:
    [run] = plan_sweep({}, {"bits": [4]}, [7]).runs
    settings = Settings(bits=4, seed=7)
    assert run.layer == settings.layer_key
    assert run.config == settings.config


def test_values_of_the_data_hold_unless_the_grid_varies_them() -> None:
    [run, _] = plan_sweep({"data": "ar1", "n": 64, "damp": 0.1, "bits": 8}, {"bits": [2, 3]}, [0]).runs
    assert (run.layer.data, run.layer.n, run.config) == ("ar1", 64, GPTQConfig(bits=2, damp=0.1))


@pytest.mark.parametrize("name", PARAMETERS)
def test_every_setting_of_layer_and_run_may_vary(name: str) -> None:
    given = {"data": ["factor", "white"], "grid": ["symmetric", "reference"], "scales": ["updated", "static"]}
    values = given.get(name, [False, True] if name == "act_order" else [2, 4])
    plan = plan_sweep({}, {name: values}, [0])
    found = [getattr(run.layer if name in LAYER else run.config, name) for run in plan.runs]
    assert found == values
    assert [run.values for run in plan.runs] == [(value,) for value in values]


def test_what_may_vary_is_every_shared_setting_but_the_seed() -> None:
    assert {*PARAMETERS, "seed"} == set(Settings.__dataclass_fields__)
    assert set(CONFIG) <= set(GPTQConfig.__dataclass_fields__)


def test_runs_come_setting_by_setting_and_seed_by_seed() -> None:
    plan = plan_sweep({}, {"bits": [3, 2], "damp": [0.1, 0.01]}, range(2))
    assert plan.n_runs == 8
    assert [(*run.values, run.layer.seed) for run in plan.runs[:5]] == [
        (3, 0.1, 0),
        (3, 0.1, 1),
        (3, 0.01, 0),
        (3, 0.01, 1),
        (2, 0.1, 0),
    ]
    assert [run.index for run in plan.runs] == list(range(8))


def test_methods_are_taken_in_the_order_of_the_race() -> None:
    assert plan_sweep({}, {"bits": [3]}, [0], ["gptq", "rtn"]).methods == ("rtn", "gptq")


def test_numpy_values_become_plain_ones() -> None:
    plan = plan_sweep({"n": np.int64(32)}, {"bits": np.array([2, 3]), "damp": np.geomspace(0.01, 1, 3)}, [0])
    kinds = {type(value) for run in plan.runs for value in (*run.values, *run.layer[1:])}
    assert kinds == {int, float}


@pytest.mark.parametrize(
    ("data", "grid", "seeds", "message"),
    [
        ({}, {"colour": [1]}, [0], "colour.*bits"),
        ({"colour": 1}, {"bits": [3]}, [0], "colour"),
        ({}, {"seed": [1]}, [0], "seeds are given by themselves"),
        ({}, {"bits": []}, [0], "bits is empty"),
        ({}, {"bits": 3}, [0], "bits must be a list"),
        ({}, {"data": "factor"}, [0], "data must be a list"),
        ({}, {"bits": [3, 4, 3]}, [0], "bits holds 3 twice"),
        ({}, {"act_order": [False, 0]}, [0], "act_order holds False twice"),
        ({}, {"bits": [3, [4]]}, [0], "bits"),
        ({}, {"bits": [7, 9]}, [0], "bits must be one of"),
        ({}, {"n": [0]}, [0], "n must be at least 1"),
        ({"out": 0}, {"bits": [3]}, [0], "out must be at least 1"),
        ({"damp": -1}, {"bits": [3]}, [0], "damp must be between"),
        ({"data": "nowhere"}, {"bits": [3]}, [0], "data must be one of"),
        ({}, {"bits": [3]}, [], "seeds is empty"),
        ({}, {"bits": [3]}, 4, "seeds must be a list"),
        ({}, {"bits": [3]}, [1, 1], "seeds holds 1 twice"),
        ({}, {"bits": [3]}, [-1], "a seed must be at least 0"),
        ({}, {"bits": [3]}, [0.5], "a seed must be a whole number"),
        ({}, [3, 4], [0], "grid must be a mapping"),
    ],
)
def test_a_request_that_makes_no_sense_is_refused_with_its_reason(
    data: dict[str, Any], grid: Any, seeds: Any, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        plan_sweep(data, grid, seeds)


@pytest.mark.parametrize(
    ("methods", "message"), [([], "empty"), (["awq"], "methods may be"), ("rtn", "list")]
)
def test_methods_must_be_known(methods: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        plan_sweep({}, {"bits": [3]}, [0], methods)


def test_a_value_that_is_not_allowed_takes_only_its_own_combinations_along() -> None:
    plan = plan_sweep({}, {"bits": [3, 7], "damp": [0.01, 0.1]}, range(3))
    assert plan.n_runs == 6
    assert [dict(skipped.values) for skipped in plan.skipped] == [
        {"bits": 7, "damp": 0.01},
        {"bits": 7, "damp": 0.1},
    ]
    assert all("bits must be one of" in skipped.reason for skipped in plan.skipped)


def test_a_singular_h_is_known_before_it_is_run() -> None:
    plan = plan_sweep({"inp": 16}, {"n": [8, 32], "damp": [0.0, 0.01]}, range(3))
    [skipped] = plan.skipped
    assert skipped.values == {"n": 8, "damp": 0.0}
    assert "fewer samples (8) than columns (16)" in skipped.reason
    assert plan.n_runs == 9


def test_rtn_alone_needs_no_inverse_of_h() -> None:
    plan = plan_sweep({"inp": 16}, {"n": [8], "damp": [0.0]}, [0], ["rtn"])
    assert (plan.n_runs, plan.skipped) == (1, ())


@pytest.mark.parametrize(
    ("grid", "reason"),
    [
        ({"inp": [64, 128]}, "digits1 has 64 columns; inp is 128"),
        ({"out": [256, 257]}, "digits1 has 256 rows; out is 257"),
        ({"n": [100, 8192]}, "digits1 has .* samples; n is 8192"),
    ],
)
def test_a_size_that_a_trained_layer_does_not_have_is_skipped(
    grid: dict[str, list[int]], reason: str
) -> None:
    plan = plan_sweep({"data": "digits1"}, grid, [0])
    assert plan.n_runs == 1
    assert len(plan.skipped) == 1
    assert re.fullmatch(reason, plan.skipped[0].reason)


def test_a_layer_that_is_too_small_is_skipped_among_others_but_not_alone() -> None:
    among = plan_sweep({"inp": 128}, {"data": ["factor", "digits1"]}, [0])
    assert [skipped.values for skipped in among.skipped] == [{"data": "digits1"}]
    # The app shows this layer, cut, with these settings: the sweep is about the same one.
    alone = plan_sweep({"inp": 128, "data": "digits1"}, {"bits": [2, 3]}, [0])
    assert alone.n_runs == 2


def test_expected_time_grows_with_the_work_and_shrinks_with_the_workers() -> None:
    little = plan_sweep({}, {"bits": [3]}, range(2))
    more = plan_sweep({}, {"bits": [2, 3, 4]}, range(2))
    larger = plan_sweep({"out": 128, "inp": 128}, {"bits": [3]}, range(2))
    assert 0 < little.seconds() < more.seconds() < 3 * little.seconds() < larger.seconds()
    assert more.seconds(2) == pytest.approx(more.seconds() / 2)
