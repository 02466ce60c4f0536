"""Groups with act_order: where their columns lie, what that costs and what it buys, over 20 seeds."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.numerics import GPTQConfig, example_layer, gptq, output_error
from gptq_viz.numerics.cases.scattered_groups import ScatteredGroups, scattered_groups


@pytest.fixture(scope="module")
def cases() -> list[ScatteredGroups]:
    return [scattered_groups(), *(scattered_groups(seed=seed) for seed in range(20))]


def test_only_act_order_without_static_scales_scatters_the_groups(cases: list[ScatteredGroups]) -> None:
    for case in cases:
        assert {name: run.scattered for name, run in case.runs.items()} == {
            "natural": False,
            "act_order": True,
            "static": False,
        }


def test_a_kernel_then_reads_g_idx_and_ten_times_as_many_scales(cases: list[ScatteredGroups]) -> None:
    for case in cases:
        natural, act_order, static = (case.runs[name].reads for name in ("natural", "act_order", "static"))
        assert natural.index_reads == static.index_reads == 0
        assert natural.scale_reads == static.scale_reads == 4
        assert act_order.index_reads == 64
        assert act_order.scale_reads >= 40


def test_act_order_lowers_the_error_with_both_sources_of_scales(cases: list[ScatteredGroups]) -> None:
    for case in cases:
        natural = case.runs["natural"].held_out
        assert case.runs["act_order"].held_out < natural < case.rtn_held_out
        assert case.runs["static"].held_out < natural


def test_static_scales_cost_little_or_nothing(cases: list[ScatteredGroups]) -> None:
    ratios = [case.runs["static"].held_out / case.runs["act_order"].held_out for case in cases]
    assert 0.95 < np.mean(ratios) < 1.1
    assert min(ratios) < 1 < max(ratios)


def test_errors_and_groups_are_those_of_runs() -> None:
    case, layer = scattered_groups(), example_layer("factor", 32, 64, 512, 75)
    for name, scales, act_order in (
        ("natural", "updated", False),
        ("act_order", "updated", True),
        ("static", "static", True),
    ):
        trace = gptq(layer, GPTQConfig(group=16, scales=scales, act_order=act_order))
        run = case.runs[name]
        assert run.held_out == pytest.approx(output_error(layer.W, trace.quantized, layer.X_test))
        assert run.calibration == pytest.approx(output_error(layer.W, trace.quantized, layer.X))
        assert np.array_equal(run.reads.g_idx, trace.g_idx)
    trace = gptq(layer, GPTQConfig(group=16, act_order=True))
    assert np.array_equal(np.argsort(trace.perm), case.place)
