"""Example layers: reproducible, rounded for the browser, and each with the property it is named for."""

import hashlib

import numpy as np
import pytest

from gptq_viz.numerics import EXAMPLES, Layer, example_layer

SEEDED = ("factor", "white", "ar1", "outliers", "dead", "shift")


def fingerprint(layer: Layer) -> str:
    """A digest of every bit of a layer's arrays."""
    return hashlib.sha256(b"".join(a.tobytes() for a in (layer.W, layer.X, layer.X_test))).hexdigest()


def loudness(X: np.ndarray) -> np.ndarray:
    """Root mean square of each input (inp,)."""
    return np.sqrt((X**2).mean(axis=0))


def correlation_of_neighbours(X: np.ndarray) -> float:
    """Mean correlation of each input with the next."""
    return float(np.mean([np.corrcoef(X[:, j], X[:, j + 1])[0, 1] for j in range(X.shape[1] - 1)]))


def test_the_names_are_those_of_the_settings() -> None:
    assert list(EXAMPLES) == [*SEEDED, "digits1", "digits2", "digits3"]


@pytest.mark.parametrize("data", EXAMPLES)
def test_sizes_are_as_asked(data: str) -> None:
    layer = example_layer(data, 5, 20, 33, 1)
    assert (layer.out, layer.inp, layer.n) == (5, 20, 33)
    assert layer.X_test.shape[1] == 20


@pytest.mark.parametrize("data", SEEDED)
def test_held_out_inputs_are_many(data: str) -> None:
    assert example_layer(data, 2, 3, 5, 0).X_test.shape == (4096, 3)


@pytest.mark.parametrize("data", EXAMPLES)
def test_every_number_is_a_float32(data: str) -> None:
    layer = example_layer(data, 5, 20, 33, 1)
    for array in (layer.W, layer.X, layer.X_test):
        assert array.dtype == np.float64
        assert np.array_equal(array, array.astype(np.float32))


@pytest.mark.parametrize("data", EXAMPLES)
def test_the_same_seed_gives_the_same_bits(data: str) -> None:
    assert fingerprint(example_layer(data, 5, 20, 33, 7)) == fingerprint(example_layer(data, 5, 20, 33, 7))


@pytest.mark.parametrize("data", SEEDED)
def test_another_seed_gives_another_layer(data: str) -> None:
    one, other = example_layer(data, 5, 20, 33, 7), example_layer(data, 5, 20, 33, 8)
    for part in ("W", "X", "X_test"):
        assert not np.isclose(getattr(one, part), getattr(other, part)).all()


@pytest.mark.parametrize("data", SEEDED)
def test_more_inputs_leave_weights_and_held_out_inputs_as_they_were(data: str) -> None:
    few, many = example_layer(data, 5, 20, 33, 7), example_layer(data, 5, 20, 66, 7)
    assert np.array_equal(few.W, many.W)
    assert np.array_equal(few.X_test, many.X_test)


@pytest.mark.parametrize("data", SEEDED)
@pytest.mark.parametrize(("out", "inp", "n"), [(1, 1, 1), (1, 2, 1), (3, 1, 5), (2, 256, 4)])
def test_the_smallest_and_widest_layers_can_be_made(data: str, out: int, inp: int, n: int) -> None:
    layer = example_layer(data, out, inp, n, 0)
    assert (layer.out, layer.inp, layer.n) == (out, inp, n)


@pytest.mark.parametrize("data", SEEDED)
def test_weights_are_standard_normal(data: str) -> None:
    W = example_layer(data, 100, 50, 1, 0).W
    assert abs(W.mean()) < 0.05
    assert W.std() == pytest.approx(1, rel=0.05)


def test_white_inputs_know_nothing_of_each_other() -> None:
    X = example_layer("white", 1, 12, 8192, 0).X
    assert np.abs(np.cov(X.T) - np.eye(12)).max() < 0.07


@pytest.mark.parametrize(("inp", "rank"), [(16, 4), (64, 8), (128, 16)])
def test_factor_inputs_have_a_few_common_causes_and_noise(inp: int, rank: int) -> None:
    layer = example_layer("factor", 1, inp, 8192, 0)
    noise = 0.3**2 * rank
    for X in (layer.X, layer.X_test):
        eigenvalues = np.linalg.eigvalsh(X.T @ X / len(X))[::-1]
        assert (eigenvalues[:rank] > 3 * noise).all()
        assert eigenvalues[rank:] == pytest.approx(np.full(inp - rank, noise), rel=0.35)
    assert np.trace(X.T @ X / len(X)) == pytest.approx(inp * rank * 1.09, rel=0.15)


def test_calibration_and_held_out_inputs_obey_one_law() -> None:
    for data in ("factor", "white", "ar1", "outliers"):
        layer = example_layer(data, 1, 16, 8192, 3)
        one, other = (X.T @ X / len(X) for X in (layer.X, layer.X_test))
        assert np.abs(one - other).max() < 0.1 * np.abs(other).max()
        assert not (layer.X[:4096] == layer.X_test).all(axis=1).any()


def test_ar1_inputs_resemble_their_neighbours() -> None:
    layer = example_layer("ar1", 1, 16, 8192, 0)
    for X in (layer.X, layer.X_test):
        assert correlation_of_neighbours(X) == pytest.approx(0.9, abs=0.02)
        assert np.corrcoef(X[:, 0], X[:, 4])[0, 1] == pytest.approx(0.9**4, abs=0.04)
        assert loudness(X) == pytest.approx(np.ones(16), rel=0.05)


def test_shifted_inputs_turn_their_correlation_round() -> None:
    layer = example_layer("shift", 1, 16, 8192, 0)
    assert correlation_of_neighbours(layer.X) == pytest.approx(0.95, abs=0.01)
    assert correlation_of_neighbours(layer.X_test) == pytest.approx(-0.95, abs=0.01)
    assert loudness(layer.X) == pytest.approx(loudness(layer.X_test), rel=0.08)


@pytest.mark.parametrize(("inp", "count"), [(16, 1), (64, 4), (256, 16), (6, 1)])
def test_one_channel_in_sixteen_is_eight_times_louder(inp: int, count: int) -> None:
    layer = example_layer("outliers", 1, inp, 2048, 0)
    calm = example_layer("factor", 1, inp, 2048, 0)
    for X, same in ((layer.X, calm.X), (layer.X_test, calm.X_test)):
        ratio = loudness(X) / loudness(same)
        assert np.sort(ratio)[-count:] == pytest.approx(np.full(count, 8.0))
        assert np.sort(ratio)[:-count] == pytest.approx(np.ones(inp - count))


@pytest.mark.parametrize("inp", [8, 16, 64, 100])
def test_dead_inputs_are_silent_in_calibration_and_live_afterwards(inp: int) -> None:
    for seed in range(5):
        layer = example_layer("dead", 2, inp, 64, seed)
        dead = (layer.X == 0).all(axis=0)
        assert dead.sum() == pytest.approx(inp / 8, abs=1)
        assert dead.any()
        assert (layer.X[:, ~dead] != 0).all()
        assert (loudness(layer.X_test)[dead] > 0.3).all()


@pytest.mark.parametrize("data", ["teacher1", "teacher2", "teacher3", "", "Factor", "own", None])
def test_an_unknown_name_is_refused_with_the_known_ones(data: object) -> None:
    with pytest.raises(ValueError, match=r"data must be one of factor, white, .*digits3") as caught:
        example_layer(data, 8, 16, 256, 0)
    assert repr(data) in str(caught.value)


@pytest.mark.parametrize("name", ["out", "inp", "n"])
@pytest.mark.parametrize("value", [0, -3])
def test_an_empty_size_is_refused_by_name(name: str, value: int) -> None:
    sizes = {"out": 8, "inp": 16, "n": 256, "seed": 0} | {name: value}
    with pytest.raises(ValueError, match=rf"^{name} must be at least 1, got {value}"):
        example_layer("factor", **sizes)


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^seed must be at least 0, got -1"):
        example_layer("factor", 8, 16, 256, -1)
