"""A layer checks what it is given, and says what is wrong and where."""

import numpy as np
import pytest

from gptq_viz.numerics import Layer

W = np.arange(6.0).reshape(2, 3)
X = np.arange(12.0).reshape(4, 3)


def test_a_layer_knows_its_sizes() -> None:
    layer = Layer(W, X)
    assert (layer.out, layer.inp, layer.n) == (2, 3, 4)
    assert layer.X_test is None
    assert (layer.name, layer.note) == ("", "")
    assert Layer(W, X, name="own").name == "own"


def test_everything_becomes_float64() -> None:
    layer = Layer(W.astype(np.float32), X.astype(np.int32), X.astype(np.float16))
    assert layer.W.dtype == layer.X.dtype == layer.X_test.dtype == np.float64
    assert np.array_equal(layer.W, W)
    assert np.array_equal(Layer(W.tolist(), X.tolist()).X, X)


def test_arrays_cannot_be_written_to() -> None:
    layer = Layer(W, X, X)
    for array in (layer.W, layer.X, layer.X_test):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1.0


def test_a_layer_does_not_follow_its_makers_array_and_leaves_it_writable() -> None:
    mine = W.copy()
    layer = Layer(mine, X)
    mine[0, 0] = 100.0
    assert layer.W[0, 0] == 0.0


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", ["W", "X", "X_test"])
def test_a_number_that_is_none_is_named_with_its_array_and_position(name: str, bad: float) -> None:
    arrays = {"W": W.copy(), "X": X.copy(), "X_test": X.copy()}
    arrays[name][1, 2] = bad
    with pytest.raises(ValueError, match=rf"^{name} .*row 1, column 2"):
        Layer(**arrays)


def test_the_first_of_several_bad_numbers_is_named_and_all_are_counted() -> None:
    bad = X.copy()
    bad[1, 0] = bad[3, 2] = np.nan
    with pytest.raises(ValueError, match=r"row 1, column 0 .*of 2"):
        Layer(W, bad)


@pytest.mark.parametrize("name", ["X", "X_test"])
def test_inputs_of_another_width_are_refused_with_both_shapes(name: str) -> None:
    with pytest.raises(ValueError, match=rf"{name} .*\(4, 5\).*\(2, 3\)"):
        Layer(**({"W": W, "X": X} | {name: np.ones((4, 5))}))


@pytest.mark.parametrize("name", ["W", "X", "X_test"])
@pytest.mark.parametrize("shape", [(3,), (2, 3, 1), ()])
def test_what_is_no_table_is_refused_with_its_shape(name: str, shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=rf"^{name} must be a table") as caught:
        Layer(**({"W": W, "X": X} | {name: np.ones(shape)}))
    assert str(shape) in str(caught.value)


@pytest.mark.parametrize("name", ["W", "X", "X_test"])
@pytest.mark.parametrize("shape", [(0, 3), (2, 0), (0, 0)])
def test_an_empty_array_is_refused_with_its_shape(name: str, shape: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=rf"^{name} is empty") as caught:
        Layer(**({"W": W, "X": X} | {name: np.ones(shape)}))
    assert str(shape) in str(caught.value)


@pytest.mark.parametrize("name", ["W", "X", "X_test"])
@pytest.mark.parametrize(
    "text",
    ["weights", [["a", "b", "c"]], [["1", "2", "3"]], [[1.0, 2.0, "3"]], [[1j, 2.0, 3.0]], [[None] * 3]],
)
def test_what_holds_no_real_numbers_is_refused_by_name(name: str, text: object) -> None:
    with pytest.raises(ValueError, match=rf"^{name} (must hold real numbers|holds nan)"):
        Layer(**({"W": W, "X": X} | {name: text}))


@pytest.mark.parametrize("name", ["W", "X", "X_test"])
def test_ragged_rows_are_refused_by_name(name: str) -> None:
    with pytest.raises(ValueError, match=rf"^{name} must hold real numbers"):
        Layer(**({"W": W, "X": X} | {name: [[1.0, 2.0, 3.0], [4.0]]}))
