"""Orientation points: means over seeds that an honest implementation meets within a quarter."""

from functools import cache

import numpy as np
import pytest

from gptq_viz.numerics import (
    DEFAULT_SEED,
    GPTQConfig,
    example_layer,
    frozen_inverse,
    gptq,
    output_error,
    rtn,
)

METHODS = {"rtn": rtn, "gptq": gptq, "frozen": frozen_inverse}


@cache
def held_out_errors(
    method: str, data: str, out: int, inp: int, n: int, seeds: int, bits: int = 3, damp: float = 0.01
) -> np.ndarray:
    """Held-out relative output errors (seeds,) of a method, or of GPTQ with act_order."""
    config = GPTQConfig(bits=bits, damp=damp, act_order=method == "act_order")
    run = METHODS.get(method, gptq)
    layers = (example_layer(data, out, inp, n, seed) for seed in range(seeds))
    return np.array([output_error(layer.W, run(layer, config).quantized, layer.X_test) for layer in layers])


@pytest.mark.parametrize(
    ("method", "expected"), [("rtn", 0.041), ("gptq", 0.014), ("act_order", 0.0099), ("frozen", 0.0215)]
)
def test_the_default_layer_over_150_seeds(method: str, expected: float) -> None:
    assert held_out_errors(method, "factor", 8, 16, 256, 150).mean() == pytest.approx(expected, rel=0.25)


def test_gptq_gains_three_times_on_the_default_layer() -> None:
    ratio = held_out_errors("rtn", "factor", 8, 16, 256, 150) / held_out_errors(
        "gptq", "factor", 8, 16, 256, 150
    )
    assert np.median(ratio) == pytest.approx(3.0, rel=0.1)
    assert np.quantile(ratio, [0.1, 0.9]) == pytest.approx([1.9, 4.2], rel=0.15)


@pytest.mark.parametrize(
    ("method", "data", "out", "inp", "n", "bits", "damp", "expected"),
    [
        ("rtn", "factor", 32, 64, 512, 3, 0.01, 0.063),
        ("gptq", "factor", 32, 64, 512, 3, 0.01, 0.013),
        ("frozen", "factor", 32, 64, 512, 3, 0.01, 0.029),
        ("rtn", "factor", 32, 64, 512, 2, 0.01, 0.551),
        ("gptq", "factor", 32, 64, 512, 2, 0.01, 0.117),
        ("rtn", "factor", 32, 64, 512, 4, 0.01, 0.0115),
        ("gptq", "factor", 32, 64, 512, 4, 0.01, 0.0024),
        ("rtn", "outliers", 32, 64, 512, 2, 0.01, 0.48),
        ("gptq", "outliers", 32, 64, 512, 2, 0.01, 0.115),
        ("act_order", "outliers", 32, 64, 512, 2, 0.01, 0.062),
        ("rtn", "factor", 16, 32, 256, 3, 10.0, 0.053),
        ("gptq", "factor", 16, 32, 256, 3, 10.0, 0.0365),
        ("rtn", "shift", 32, 64, 512, 3, 0.01, 0.067),
        ("gptq", "shift", 32, 64, 512, 3, 0.01, 0.203),
    ],
)
def test_means_of_eight_seeds(
    method: str, data: str, out: int, inp: int, n: int, bits: int, damp: float, expected: float
) -> None:
    errors = held_out_errors(method, data, out, inp, n, 8, bits, damp)
    assert errors.mean() == pytest.approx(expected, rel=0.25)


def test_the_default_seed_is_typical() -> None:
    layer = example_layer("factor", 8, 16, 256, DEFAULT_SEED)
    runs = {"rtn": (rtn, 0.041), "gptq": (gptq, 0.014), "frozen": (frozen_inverse, 0.0215)}
    errors = {}
    for name, (run, expected) in runs.items():
        errors[name] = output_error(layer.W, run(layer, GPTQConfig()).quantized, layer.X_test)
        assert errors[name] == pytest.approx(expected, rel=0.25)
    act_order = gptq(layer, GPTQConfig(act_order=True)).quantized
    assert output_error(layer.W, act_order, layer.X_test) == pytest.approx(0.0099, rel=0.25)
    assert 2.7 < errors["rtn"] / errors["gptq"] < 3.5


def test_with_few_inputs_and_hardly_any_damping_only_the_order_of_magnitude_is_known() -> None:
    means = {m: held_out_errors(m, "factor", 32, 32, 32, 8, damp=1e-6).mean() for m in METHODS}
    assert 0.02 < means["rtn"] < 0.15
    assert 0.01 < means["gptq"] < 0.1
    assert 0.05 < means["frozen"] < 1.0
    assert means["frozen"] > means["gptq"]


def test_with_few_inputs_the_calibration_error_flatters() -> None:
    """Eight times and more with eight inputs for 64 columns."""
    flattery = []
    for seed in range(8):
        layer = example_layer("factor", 32, 64, 8, seed)
        Q = gptq(layer, GPTQConfig()).quantized
        flattery.append(output_error(layer.W, Q, layer.X_test) / output_error(layer.W, Q, layer.X))
    assert np.mean(flattery) > 8


def test_the_weight_error_rises_where_the_output_error_falls() -> None:
    layer = example_layer("factor", 32, 64, 512, 0)
    ours, rounded = gptq(layer, GPTQConfig()).quantized, rtn(layer, GPTQConfig()).quantized
    assert 1.3 < np.mean((layer.W - ours) ** 2) / np.mean((layer.W - rounded) ** 2) < 1.7
    assert output_error(layer.W, ours, layer.X_test) < 0.5 * output_error(layer.W, rounded, layer.X_test)
