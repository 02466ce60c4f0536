"""Clipping: how many weights are pushed past the last level, where, and what avoids it, over 20 seeds."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.numerics import GPTQConfig, example_layer, gptq, output_error
from gptq_viz.numerics.cases.clipped_weights import ClippedWeights, clipped_weights


@pytest.fixture(scope="module")
def own() -> ClippedWeights:
    return clipped_weights()


@pytest.fixture(scope="module")
def cases(own: ClippedWeights) -> list[ClippedWeights]:
    return [own, *(clipped_weights(seed=seed) for seed in range(20))]


def test_gptq_pushes_a_few_weights_past_the_last_level_and_rtn_none(cases: list[ClippedWeights]) -> None:
    for case in cases:
        assert 0 < case.counts["plain"] == case.clipped.sum() < 0.1 * case.clipped.size
        assert not case.clipped_rtn.any()


def test_at_the_start_no_weight_lies_beyond_the_last_level() -> None:
    trace = gptq(example_layer("outliers", 16, 32, 256, 8), GPTQConfig(bits=2))
    assert (np.abs(trace.W) <= trace.scale * (1 + 1e-12)).all()


def test_most_of_them_come_after_the_last_loud_column(cases: list[ClippedWeights]) -> None:
    behind = [case.mostly_behind_the_loud for case in cases]
    assert behind[0]
    assert sum(behind[1:]) >= 15
    assert all(case.loud.tolist() == [6, 22] for case in cases)


def test_groups_that_read_their_scales_late_avoid_it(cases: list[ClippedWeights]) -> None:
    plain, groups, both = (
        np.array([case.counts[name] for case in cases]) for name in ("plain", "groups", "both")
    )
    assert (groups <= plain).all()
    assert groups.sum() < plain.sum() / 5
    assert both.sum() < plain.sum() / 5
    for case in cases:
        assert case.held_out["both"] < case.held_out["groups"] < case.held_out["plain"]


def test_damping_avoids_it_too_and_costs_more_than_it_saves(cases: list[ClippedWeights]) -> None:
    for case in cases:
        assert case.counts["damped"] <= 1
        assert case.held_out["damped"] > 1.3 * case.held_out["plain"]


def test_the_picture_shows_the_weights_as_they_stood_when_their_turn_came(own: ClippedWeights) -> None:
    trace = gptq(example_layer("outliers", 16, 32, 256, 8), GPTQConfig(bits=2))
    for j in (0, 22, 23, 31):
        assert own.reach[:, j] == pytest.approx(trace.weights_after(j)[:, j] / trace.scale[:, 0])
    # The last level is one scale away from 0: beyond it by more than half a step is 1.5.
    assert np.array_equal(own.clipped, np.abs(own.reach) > 1.5)


def test_errors_are_those_of_runs(own: ClippedWeights) -> None:
    layer = example_layer("outliers", 16, 32, 256, 8)
    Q = gptq(layer, GPTQConfig(bits=2, group=8, act_order=True)).quantized
    assert own.held_out["both"] == pytest.approx(output_error(layer.W, Q, layer.X_test))
    assert own.calibration["both"] == pytest.approx(output_error(layer.W, Q, layer.X))
