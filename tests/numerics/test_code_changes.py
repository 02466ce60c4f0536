"""Codes that GPTQ chose otherwise than RTN: counted by hand, and what equal codes mean."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import CodeChanges, GPTQConfig, Layer, code_changes, example_layer, race
from tests.numerics.strategies import FEW, configs, layers


@FEW
@given(layers(), configs())
def test_counts_are_those_of_the_difference(layer: Layer, config: GPTQConfig) -> None:
    result = race(layer, config)
    found = code_changes(result)
    difference = result.traces["gptq"].codes - result.traces["rtn"].codes
    assert np.array_equal(found.difference, difference)
    assert sum(found.counts.values()) == difference.size
    for level, count in found.counts.items():
        assert count == (difference == level).sum()
    assert found.changed == difference.size - found.counts[0] == np.count_nonzero(difference)
    assert found.furthest == np.abs(difference).max()


@FEW
@given(layers(), configs())
def test_with_the_same_scales_equal_codes_are_equal_weights_and_others_are_not(
    layer: Layer, config: GPTQConfig
) -> None:
    result = race(layer, config)
    found = code_changes(result)
    if found.same_scales:
        equal = result.traces["gptq"].quantized == result.traces["rtn"].quantized
        assert np.array_equal(equal, found.difference == 0)


@pytest.mark.parametrize("act_order", [False, True])
@pytest.mark.parametrize(
    ("settings", "same"),
    [({}, True), ({"group": 8, "scales": "static"}, True), ({"group": 8}, False)],
)
def test_scales_are_the_same_without_groups_and_with_static_ones(
    settings: dict[str, object], same: bool, act_order: bool
) -> None:
    result = race(example_layer("factor", 8, 32, 64, 0), GPTQConfig(**settings, act_order=act_order))
    assert code_changes(result).same_scales == same


def test_levels_by_hand() -> None:
    found = CodeChanges(np.array([[0, 2, -1], [0, 0, -1]]), same_scales=True)
    assert found.counts == {-2: 0, -1: 2, 0: 3, 1: 0, 2: 1}
    assert (found.changed, found.furthest) == (3, 2)
    assert CodeChanges(np.zeros((2, 2), int), same_scales=True).counts == {0: 4}
