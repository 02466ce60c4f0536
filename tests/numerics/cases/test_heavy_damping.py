"""Heavy damping: back to RTN, over 20 seeds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gptq_viz.numerics import GPTQConfig, example_layer, race
from gptq_viz.numerics.cases.heavy_damping import HeavyDamping, heavy_damping


@pytest.fixture(scope="module")
def own() -> HeavyDamping:
    return heavy_damping()


@pytest.fixture(scope="module")
def cases(own: HeavyDamping) -> list[HeavyDamping]:
    return [own, *(heavy_damping(seed=seed) for seed in range(20))]


def test_gptq_ends_where_rtn_is(cases: list[HeavyDamping]) -> None:
    for case in cases:
        assert case.ends_at_rtn
        assert case.damps[-1] == 100
        assert 0.85 < case.held_out[-1] / case.rtn_held_out < 1.1
        assert case.differing[-1] <= 0.01


def test_on_the_way_errors_grow_and_codes_become_those_of_rtn(cases: list[HeavyDamping]) -> None:
    for case in cases:
        usual = list(case.damps).index(0.01)
        assert case.held_out[usual] < 0.5 * case.rtn_held_out
        assert case.held_out[-1] > 2 * case.held_out[usual]
        assert case.differing[usual] > 0.05
        from_one = case.differing[case.damps >= 1]
        assert (np.diff(from_one) < 0).all()


def test_with_little_damping_more_of_it_neither_helps_nor_hurts_much(cases: list[HeavyDamping]) -> None:
    for case in cases:
        assert case.held_out[1] == pytest.approx(case.held_out[0], rel=0.25)


def test_numbers_are_those_of_the_race_in_the_player(own: HeavyDamping) -> None:
    run = race(example_layer("factor", 32, 64, 512, 75), GPTQConfig(damp=100.0))
    assert own.held_out[-1] == pytest.approx(run.held_out["gptq"][-1])
    assert own.calibration[-1] == pytest.approx(run.calibration["gptq"][-1])
    assert own.rtn_held_out == pytest.approx(run.held_out["rtn"][-1])
    assert own.rtn_calibration == pytest.approx(run.calibration["rtn"][-1])
    other = run.traces["gptq"].codes != run.traces["rtn"].codes
    assert own.differing[-1] == other.mean()


def test_codes_or_errors_of_their_own_are_not_the_end_at_rtn(own: HeavyDamping) -> None:
    assert not replace(own, differing=own.differing + 0.02).ends_at_rtn
    assert not replace(own, rtn_held_out=2 * own.rtn_held_out).ends_at_rtn
