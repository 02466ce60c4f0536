"""Ties: float32 beside float64 on a grid that makes ties and on one that does not, over 20 seeds."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from gptq_viz.numerics import GPTQConfig, example_layer, gptq, output_error
from gptq_viz.numerics.cases.two_precisions import Precisions, two_precisions


@pytest.fixture(scope="module")
def twenty() -> list[Mapping[str, Precisions]]:
    return [two_precisions(seed=seed) for seed in range(20)]


def test_on_the_reference_grid_some_weights_lie_on_a_tie_and_some_codes_differ(
    twenty: list[Mapping[str, Precisions]],
) -> None:
    for case in (two_precisions(), *twenty):
        found = case["reference"]
        assert 5 <= found.tied.sum() <= 40
        assert 1 <= found.differing.sum() <= 0.06 * found.differing.size
        assert found.levels <= 3


def test_they_differ_only_in_rows_with_a_tie_and_from_the_tie_on(
    twenty: list[Mapping[str, Precisions]],
) -> None:
    for case in (two_precisions(), *twenty):
        found = case["reference"]
        assert found.elsewhere == 0
        for row in np.flatnonzero(found.differing.any(axis=1)):
            assert found.tied[row, np.argmax(found.differing[row])]


def test_the_error_is_practically_the_same_and_neither_precision_wins(
    twenty: list[Mapping[str, Precisions]],
) -> None:
    ratios = [case["reference"].held_out[1] / case["reference"].held_out[0] for case in twenty]
    assert all(case["reference"].as_good for case in twenty)
    assert 0.98 < np.mean(ratios) < 1.02
    assert min(ratios) < 1 < max(ratios)
    for case in twenty:
        assert max(case["reference"].held_out) < case["reference"].rtn_held_out


def test_on_the_symmetric_grid_there_is_no_tie_and_no_difference(
    twenty: list[Mapping[str, Precisions]],
) -> None:
    for case in (two_precisions(), *twenty):
        found = case["symmetric"]
        assert found.tied.sum() == found.differing.sum() == found.levels == 0
        assert found.held_out[1] == pytest.approx(found.held_out[0], rel=1e-5)


def test_another_order_of_sums_is_enough_in_float64_too(twenty: list[Mapping[str, Precisions]]) -> None:
    assert sum(case["reference"].other_sums > 0 for case in twenty) >= 10
    assert all(case["symmetric"].other_sums == 0 for case in twenty)


def test_float64_is_the_run_of_the_other_pages() -> None:
    layer = example_layer("factor", 32, 64, 512, 75)
    trace = gptq(layer, GPTQConfig(group=8, grid="reference"))
    found = two_precisions()["reference"]
    assert found.held_out[0] == pytest.approx(output_error(layer.W, trace.quantized, layer.X_test))
    # A tie: the largest weight of a group, negative, in its first column, where nothing was added yet.
    ties = np.argwhere(found.tied)
    assert set(ties[:, 1] % 8) == {0}
    for row, column in ties:
        group = trace.weights_after(column)[row, column : column + 8]
        assert group[0] == pytest.approx(-np.abs(group).max())
