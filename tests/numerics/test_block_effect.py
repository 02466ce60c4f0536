"""The size of lazy blocks: it matters to `reference` scales of small groups and to nothing else."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import (
    GRIDS,
    GPTQConfig,
    Layer,
    block_effect,
    example_layer,
    gptq,
    output_error,
)
from tests.numerics.strategies import configs, layers


@given(layers(), configs(), st.lists(st.integers(1, 12), min_size=1, max_size=3))
def test_updated_and_static_scales_do_not_know_the_block(
    layer: Layer, config: GPTQConfig, blocks: list[int]
) -> None:
    effect = block_effect(layer, config, blocks)
    assert effect.blocks.tolist() == blocks
    for scales in ("updated", "static"):
        assert not effect.changed[scales].any()


@pytest.mark.parametrize("group", [1, 8, 21])
@pytest.mark.parametrize("grid", GRIDS)
def test_nor_do_they_in_wider_layers_of_every_kind(grid: str, group: int) -> None:
    for kind in ("factor", "outliers", "dead"):
        for seed in range(3):
            layer = example_layer(kind, 16, 64, 256, seed)
            effect = block_effect(layer, GPTQConfig(bits=2 + seed, grid=grid, group=group), (5, 32, 128))
            assert not effect.changed["updated"].any()
            assert not effect.changed["static"].any()


def test_reference_scales_of_small_groups_do() -> None:
    layer = example_layer("factor", 32, 64, 512, 0)
    effect = block_effect(layer, GPTQConfig(group=8), (1, 8, 16, 64, 128))
    changed = effect.changed["reference"]
    assert changed[:2].tolist() == [0, 0]  # a group that begins at the edge of a block sees everything
    assert (changed[2:] > 0.05).all()
    assert changed[3] == changed[4]  # from the width of the layer on there is one block


def test_without_groups_no_source_does() -> None:
    effect = block_effect(example_layer("factor", 32, 64, 512, 0), GPTQConfig())
    assert not any(changed.any() for changed in effect.changed.values())


def test_shares_and_errors_are_those_of_the_runs() -> None:
    layer, config = example_layer("factor", 8, 32, 128, 0), GPTQConfig(group=8, scales="reference")
    effect = block_effect(layer, config, (4, 32))
    immediate = gptq(layer, replace(config, scales="updated"))  # all updates are seen at once
    for k, block in enumerate((4, 32)):
        trace = gptq(layer, replace(config, block=block))
        assert effect.changed["reference"][k] == np.mean(trace.codes != immediate.codes)
        expected = output_error(layer.W, trace.quantized, layer.X_test)
        assert effect.held_out["reference"][k] == pytest.approx(expected)


def test_a_block_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="block must be at least 1"):
        block_effect(example_layer("factor", 2, 4, 16, 0), GPTQConfig(), (0,))
