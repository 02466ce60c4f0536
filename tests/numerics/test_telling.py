"""Which two weights are shown first, and how loud their inputs are."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import EXAMPLES, GPTQConfig, Layer, block_of, example_layer, gptq, plane
from gptq_viz.numerics.telling import loudness, telling_pair
from tests.numerics import specification
from tests.numerics.strategies import configs, layers


@given(layers(max_inp=5).filter(lambda layer: layer.inp > 1), configs(bits=3))
def test_the_columns_are_the_most_correlated_and_the_row_gains_most(layer: Layer, config: GPTQConfig) -> None:
    found = telling_pair(layer, config)
    H = specification.damped_hessian(layer, replace(config, act_order=False))
    loud = np.sqrt(np.diag(H))
    correlations = np.abs(H / np.outer(loud, loud)) - np.eye(layer.inp)
    assert correlations[found.columns] >= correlations.max() - 1e-8

    def gain(row: int) -> float:
        block = block_of(layer, config, row, found.columns)
        costs = plane(block).costs
        return (costs["rtn"] - costs["gptq0"]) / float(block.scale.prod())

    gains = [gain(row) for row in range(layer.out)]
    assert gains[found.row] == pytest.approx(max(gains), abs=1e-9 * max(1.0, *map(abs, gains)))


@pytest.mark.parametrize("data", EXAMPLES)
@pytest.mark.parametrize("act_order", [False, True])
def test_the_column_that_is_quantized_first_stands_first(data: str, act_order: bool) -> None:
    layer, config = example_layer(data, 4, 16, 64, 3), GPTQConfig(act_order=act_order)
    first, second = telling_pair(layer, config).columns
    perm = list(gptq(layer, config).perm)
    assert perm.index(first) < perm.index(second)


@pytest.mark.parametrize("data", ["factor", "ar1", "outliers", "digits2"])
def test_gptq_gains_in_the_pair_that_is_shown(data: str) -> None:
    layer, config = example_layer(data, 8, 16, 256, 75), GPTQConfig()
    found = telling_pair(layer, config)
    costs = plane(block_of(layer, config, found.row, found.columns)).costs
    assert costs["gptq0"] < 0.8 * costs["rtn"]


@given(layers().filter(lambda layer: layer.inp > 1))
def test_act_order_takes_the_louder_column_first(layer: Layer) -> None:
    perm = list(gptq(layer, GPTQConfig(act_order=True)).perm)
    first, second = 0, layer.inp - 1
    loud = loudness(layer, (first, second))
    assert loud[0] == pytest.approx(np.linalg.norm(layer.X[:, first]) / layer.n**0.5)
    if abs(loud[0] - loud[1]) > 1e-9 * max(loud):
        assert (perm.index(first) < perm.index(second)) == (loud[0] > loud[1])


def test_one_column_makes_no_pair() -> None:
    with pytest.raises(ValueError, match="at least 2 columns"):
        telling_pair(Layer([[1.0]], [[1.0]]), GPTQConfig())
