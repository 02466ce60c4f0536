"""The laws that compare two runs, as residuals: nothing where the law holds, a scale where it does not."""

from dataclasses import replace

import numpy as np
import pytest

from gptq_viz.numerics import GPTQConfig, Layer, example_layer
from gptq_viz.numerics import invariances as laws
from tests.numerics.tolerance import TOLERANCE

CONFIG = GPTQConfig(bits=3)


@pytest.fixture
def layer() -> Layer:
    return example_layer("factor", 8, 16, 256, 0)


@pytest.mark.parametrize("group", [None, 5])
def test_every_residual_is_next_to_nothing_where_its_law_holds(layer: Layer, group: int | None) -> None:
    config = replace(CONFIG, group=group, scales="updated")
    found = {
        "lazy": laws.lazy_blocks(layer, config),
        "block": laws.block_size(layer, config, 3),
        "diagonal": laws.diagonal_hessian(layer, config),
        "damping": laws.heavy_damping(layer, config),
        "louder": laws.louder_inputs(layer, config),
        "larger": laws.larger_row(layer, config, row=2),
        "shuffled": laws.shuffled_inputs(layer, replace(config, act_order=True), np.arange(16)[::-1]),
        "elimination": laws.explicit_elimination(layer, config),
        "planes": laws.nearest_planes(layer, config),
    }
    assert {name: residual for name, residual in found.items() if residual > TOLERANCE} == {}


def test_block_size_is_noticed_with_reference_scales(layer: Layer) -> None:
    assert laws.block_size(layer, replace(CONFIG, group=5, scales="reference"), 5) > 0.01


def test_order_is_noticed_without_act_order(layer: Layer) -> None:
    assert laws.shuffled_inputs(layer, CONFIG, np.arange(16)[::-1]) > 0.01


def test_groups_that_follow_another_order_are_noticed(layer: Layer) -> None:
    config = replace(CONFIG, group=5, act_order=True)
    assert laws.diagonal_hessian(layer, config) > 0.01
    assert laws.heavy_damping(layer, config) > 0.01
    assert laws.shuffled_inputs(layer, replace(config, scales="static"), np.arange(16)[::-1]) > 0.01


def test_louder_inputs_are_noticed_where_some_are_dead() -> None:
    layer = example_layer("dead", 8, 16, 256, 0)
    assert laws.louder_inputs(layer, replace(CONFIG, damp=1.0), factor=0.01) > 0.01
