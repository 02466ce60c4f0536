"""Error against true bits per weight."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, example_layer, gptq, output_error, storage, tradeoffs
from tests.numerics.strategies import configs, layers


@given(layers(max_out=3), configs())
def test_every_setting_has_the_errors_and_the_bits_of_its_own_run(layer: Layer, config: GPTQConfig) -> None:
    for found in tradeoffs(layer, config, bits=(2, 4), groups=(None, 3)):
        settings = replace(config, bits=found.bits, group=found.group)
        assert found.per_weight == storage(layer.out, layer.inp, settings).per_weight
        if np.square(layer.X @ layer.W.T).sum() > 0:
            Q = gptq(layer, settings).quantized
            assert found.calibration == pytest.approx(output_error(layer.W, Q, layer.X), abs=1e-9)
            assert found.held_out == pytest.approx(output_error(layer.W, Q, layer.X_test), abs=1e-9)


def test_all_bits_and_all_groups_narrower_than_the_layer_are_there() -> None:
    found = tradeoffs(example_layer("factor", 4, 64, 128, 0), GPTQConfig())
    assert [(one.bits, one.group) for one in found] == [
        (bits, group) for bits in (2, 3, 4) for group in (None, 32, 16, 8)
    ]


def test_a_setting_is_best_if_no_other_has_less_error_with_no_more_bits() -> None:
    found = tradeoffs(example_layer("outliers", 16, 64, 256, 0), GPTQConfig())
    cheapest_first = sorted(found, key=lambda one: (one.per_weight, one.held_out))
    least = np.inf
    for one in cheapest_first:
        assert one.best == (one.held_out < least)
        least = min(least, one.held_out)
    assert not all(one.best for one in found)


@pytest.mark.parametrize("data", ["factor", "outliers", "digits2"])
def test_smaller_groups_and_more_bits_cost_bits_and_lower_the_error_from_3_bits_on(data: str) -> None:
    found = tradeoffs(example_layer(data, 32, 128, 512, 0), GPTQConfig())
    at = {(one.bits, one.group): one for one in found}
    for bits in (2, 3, 4):
        assert at[bits, 16].per_weight > at[bits, None].per_weight
        assert bits == 2 or at[bits, 16].held_out < at[bits, None].held_out
    assert at[4, None].held_out < at[3, None].held_out < at[2, None].held_out


def test_at_2_bits_groups_may_cost_bits_and_buy_nothing() -> None:
    found = tradeoffs(example_layer("outliers", 32, 128, 512, 0), GPTQConfig(), bits=(2,), groups=(None, 16))
    assert found[0].held_out < found[1].held_out
    assert [one.best for one in found] == [True, False]


def test_rows_of_zeros_have_no_relative_error() -> None:
    found = tradeoffs(Layer(np.zeros((1, 9)), np.eye(9)), GPTQConfig())
    assert all(np.isnan(one.held_out) for one in found)
