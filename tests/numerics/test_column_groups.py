"""Order and groups of the columns, against the runs that use them."""

import numpy as np
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, column_groups, gptq
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import assert_close


@given(layers(), configs())
def test_order_and_groups_are_those_of_the_run(layer: Layer, config: GPTQConfig) -> None:
    found, trace = column_groups(layer, config), gptq(layer, config)
    assert np.array_equal(found.perm, trace.perm)
    assert np.array_equal(found.g_idx, trace.g_idx)
    assert np.array_equal(found.group_of, trace.group_of)
    assert np.array_equal(found.place[trace.perm], np.arange(layer.inp))


@given(layers())
def test_loudness_is_the_diagonal_of_the_hessian_before_damping(layer: Layer) -> None:
    found = column_groups(layer, GPTQConfig(damp=10.0, act_order=True))
    expected = [2 * sum(x * x for x in layer.X[:, c]) / layer.n for c in range(layer.inp)]
    assert_close(found.loudness, np.array(expected))


def test_a_singular_hessian_has_an_order_and_groups_too() -> None:
    layer = Layer(np.ones((1, 4)), np.array([[0.0, 3.0, 2.0, 3.0]]))
    found = column_groups(layer, GPTQConfig(group=2, damp=0.0, act_order=True))
    assert found.perm.tolist() == [1, 3, 2, 0]
    assert found.g_idx.tolist() == [1, 0, 1, 0]
    assert found.loudness.tolist() == [0.0, 18.0, 8.0, 18.0]
