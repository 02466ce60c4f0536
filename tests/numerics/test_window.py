"""A part of a layer is a layer."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import GPTQConfig, Layer, example_layer, gptq, window
from tests.numerics.strategies import configs, layers


def test_a_window_keeps_weights_and_inputs_of_its_columns_together() -> None:
    layer = example_layer("factor", 5, 12, 40, 0)
    part = window(layer, 8, [4, 1])
    assert np.array_equal(part.W, layer.W[[4, 1], :8])
    assert np.array_equal(part.X, layer.X[:, :8])
    assert part.X_test is not None
    assert layer.X_test is not None
    assert np.array_equal(part.X_test, layer.X_test[:, :8])
    assert part.name == "factor"


def test_a_window_says_what_it_cut_after_what_the_layer_says() -> None:
    layer = Layer(np.ones((2, 9)), np.ones((3, 9)), note="From a network.")
    assert window(layer, 8).note == "From a network. The first 8 of 9 columns."
    assert window(layer, rows=[1]).note == "From a network. 1 of 2 rows."


def test_a_window_without_held_out_inputs_has_none() -> None:
    assert window(Layer(np.ones((2, 9)), np.ones((3, 9))), 8).X_test is None


@pytest.mark.parametrize(("columns", "rows"), [(None, None), (9, None), (50, [0, 1]), (None, range(2))])
def test_a_window_as_large_as_the_layer_is_the_layer(columns: int | None, rows: range | None) -> None:
    layer = Layer(np.ones((2, 9)), np.ones((3, 9)))
    assert window(layer, columns, rows) is layer


@pytest.mark.parametrize(
    ("columns", "rows", "message"),
    [(0, None, "columns"), (1.5, None, "columns"), (2, [], "one row"), (2, [2], "0 to 1"), (2, [-1], "row")],
)
def test_a_window_outside_the_layer_is_refused(columns: float, rows: list[int] | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        window(Layer(np.ones((2, 9)), np.ones((3, 9))), columns, rows)


@given(layers(), configs(), st.integers(0, 3))
def test_a_row_alone_is_quantized_as_among_the_others(layer: Layer, config: GPTQConfig, row: int) -> None:
    row %= layer.out
    assert np.array_equal(
        gptq(window(layer, rows=[row]), config).scale[0, :1], gptq(layer, config).scale[row, :1]
    )
