"""Ties: a plain program in float32 and in float64 on a grid with ties and one without, over 20 seeds."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from gptq_viz.numerics import GRIDS, GPTQConfig, example_layer, gptq, output_error, rtn
from gptq_viz.numerics.cases.two_precisions import Precisions, plain_loop, two_precisions
from gptq_viz.numerics.problem import prepare
from gptq_viz.numerics.ties import tied
from tests.numerics.tolerance import assert_close


@pytest.fixture(scope="module")
def cases() -> list[Mapping[str, Precisions]]:
    return [two_precisions(), *(two_precisions(seed=seed) for seed in range(20))]


def test_on_the_reference_grid_some_weights_lie_on_a_tie_and_some_codes_differ(
    cases: list[Mapping[str, Precisions]],
) -> None:
    for case in cases:
        found = case["reference"]
        assert 20 <= found.tied.sum() <= 100
        assert 1 <= found.differing.sum() <= 0.05 * found.differing.size
        assert 1 <= found.levels <= 6


def test_they_differ_only_in_rows_with_a_tie_and_from_the_tie_on(
    cases: list[Mapping[str, Precisions]],
) -> None:
    for case in cases:
        found = case["reference"]
        assert found.elsewhere == 0
        for row in np.flatnonzero(found.differing.any(axis=1)):
            assert found.tied[row, np.argmax(found.differing[row])]


def test_the_error_is_practically_the_same_and_neither_precision_wins(
    cases: list[Mapping[str, Precisions]],
) -> None:
    ratios = [case["reference"].held_out[1] / case["reference"].held_out[0] for case in cases]
    assert all(case["reference"].as_good for case in cases)
    assert 0.98 < np.mean(ratios) < 1.02
    assert min(ratios) < 1 < max(ratios)
    for case in cases:
        assert max(case["reference"].held_out) < case["reference"].rtn_held_out


def test_on_the_symmetric_grid_there_is_no_tie_and_no_difference(
    cases: list[Mapping[str, Precisions]],
) -> None:
    for case in cases:
        found = case["symmetric"]
        assert found.tied.sum() == found.differing.sum() == found.levels == 0
        assert found.held_out[1] == pytest.approx(found.held_out[0], rel=1e-5)


def test_another_order_of_sums_is_enough_in_float64_too(cases: list[Mapping[str, Precisions]]) -> None:
    assert all(case["reference"].other_sums > 0 for case in cases)
    assert all(case["symmetric"].other_sums == 0 for case in cases)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("grid", GRIDS)
def test_the_plain_loop_is_gptq_in_every_row_without_a_tie(grid: str, late: bool) -> None:
    layer, config = example_layer("outliers", 32, 40, 256, 0), GPTQConfig(group=16, grid=grid)
    trace, (codes, Q, places) = gptq(layer, config), plain_loop(prepare(layer, config), "float64", late)
    rows = ~tied(trace).any(axis=1)
    assert rows.any()
    assert np.array_equal(codes[rows], trace.codes[rows])
    assert_close(Q[rows], trace.Q[rows], size=np.abs(layer.W).max())
    scale, zero = trace.scale[:, trace.group_of], trace.zero[:, trace.group_of]
    assert_close(places[rows], ((trace.Q + trace.D) / scale + zero)[rows])


def test_the_precision_is_that_of_every_step() -> None:
    problem = prepare(example_layer("factor", 8, 16, 64, 0), GPTQConfig(group=8))
    for dtype in ("float32", "float64"):
        assert {found.dtype.name for found in plain_loop(problem, dtype)} == {dtype}


def test_ties_are_the_largest_weights_of_groups_and_the_app_takes_their_even_code() -> None:
    found = two_precisions()["reference"]
    layer = example_layer("factor", 64, 96, 512, 75)
    trace = gptq(layer, GPTQConfig(bits=4, group=8, grid="reference"))
    ties = np.argwhere(found.tied)
    # In the first column of a group, where nothing was added since its scale was taken.
    assert set(ties[:, 1] % 8) == {0}
    # Behind the first of a row the two programs may have gone different ways.
    first = dict(ties[::-1].tolist())
    for row, column in first.items():
        group = trace.weights_after(column)[row, column : column + 8]
        assert group[0] == pytest.approx(-np.abs(group).max())
        assert trace.codes[row, column] == 0
    plain, _, _ = plain_loop(prepare(layer, trace.config), "float64")
    assert (plain[found.tied] % 2).any()


def test_errors_are_those_of_the_plain_program() -> None:
    layer = example_layer("factor", 64, 96, 512, 75)
    found, config = two_precisions()["reference"], GPTQConfig(bits=4, group=8, grid="reference")
    for k, dtype in enumerate(("float64", "float32")):
        Q = plain_loop(prepare(layer, config), dtype)[1]
        assert found.held_out[k] == pytest.approx(output_error(layer.W, Q.astype(float), layer.X_test))
        assert found.calibration[k] == pytest.approx(output_error(layer.W, Q.astype(float), layer.X))
    assert found.rtn_held_out == pytest.approx(
        output_error(layer.W, rtn(layer, config).quantized, layer.X_test)
    )
