"""Bits of a quantized layer, counted by hand and against the arrays of a run."""

import pytest
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, gptq, storage
from tests.numerics.strategies import configs, layers


def test_by_hand() -> None:
    """8 × 20 weights at 3 bits, groups of 8: three groups, the last of 4 columns."""
    found = storage(8, 20, GPTQConfig(bits=3, group=8, act_order=True))
    assert found.codes == 3 * 160
    assert found.scales == 16 * 8 * 3
    assert found.zeros == 3 * 8 * 3
    assert found.g_idx == 32 * 20
    assert found.total == 480 + 384 + 72 + 640
    assert found.per_weight == (480 + 384 + 72 + 640) / 160


def test_without_groups_a_row_has_one_scale() -> None:
    found = storage(8, 16, GPTQConfig(bits=4))
    assert (found.codes, found.scales, found.zeros, found.g_idx) == (512, 128, 32, 0)
    assert storage(8, 16, GPTQConfig(bits=4, group=64)) == found


@given(layers(), configs())
def test_the_parts_are_as_many_as_the_arrays_of_a_run(layer: Layer, config: GPTQConfig) -> None:
    trace, found = gptq(layer, config), storage(layer.out, layer.inp, config)
    assert found.weights == trace.codes.size
    assert found.codes == config.bits * trace.codes.size
    assert found.scales == 16 * trace.scale.size
    assert found.zeros == config.bits * trace.zero.size


@given(layers(), configs())
def test_without_a_stored_g_idx_the_place_of_a_column_tells_its_group(
    layer: Layer, config: GPTQConfig
) -> None:
    if storage(layer.out, layer.inp, config).g_idx == 0:
        size = config.group or layer.inp
        assert gptq(layer, config).g_idx.tolist() == [c // size for c in range(layer.inp)]


@pytest.mark.parametrize(("out", "inp"), [(0, 4), (4, 0), (1.5, 4)])
def test_a_layer_without_weights_is_refused(out: float, inp: float) -> None:
    with pytest.raises(ValueError, match=r"out must|inp must"):
        storage(out, inp, GPTQConfig())
