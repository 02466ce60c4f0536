"""The fast path gives what the readable loop gives, within its memory, and refuses what that refuses."""

import json
import tracemalloc
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import (
    GRIDS,
    SCALES,
    FastResult,
    GPTQConfig,
    Layer,
    Trace,
    example_layer,
    fast_gptq,
    fast_loop,
    gptq,
)
from gptq_viz.numerics.ties import tied
from tests.numerics.strategies import configs, layers
from tests.numerics.test_golden import GOLDEN, config_of, read
from tests.numerics.tolerance import assert_close

SETTINGS = 300


def random_settings() -> Iterator[tuple[Layer, GPTQConfig]]:
    """Layers of up to 40 x 200 with all the settings there are, always the same ones."""
    rng = np.random.default_rng(0)
    while True:
        out, inp = int(rng.integers(1, 41)), int(rng.integers(1, 201))
        n, rank = int(rng.integers(1, 2 * inp + 2)), max(2, inp // 4)
        X = rng.standard_normal((n, rank)) @ rng.standard_normal((rank, inp))
        X += 0.3 * rng.standard_normal((n, inp))
        if rng.random() < 0.4:
            X[:, rng.random(inp) < 0.2] = 0.0
        config = GPTQConfig(
            bits=int(rng.choice([2, 3, 4, 5, 6, 8])),
            grid=str(rng.choice(GRIDS)),
            group=rng.choice([None, None, 1, 7, 16, 32, 53, 64, 128]),
            scales=str(rng.choice(SCALES)),
            damp=float(rng.choice([0.001, 0.01, 0.1, 1.0])),
            act_order=bool(rng.random() < 0.5),
            block=int(rng.choice([1, 7, 16, 32, 100, 128])),
        )
        yield Layer(rng.standard_normal((out, inp)).astype(np.float32), X), config


def golden_settings() -> Iterator[tuple[Layer, GPTQConfig]]:
    """Every golden case."""
    for path in sorted(GOLDEN.glob("*.npz")):
        arrays = read(path)
        layer = Layer(arrays["W"].astype(float), arrays["X"].astype(float))
        for case in json.loads(str(arrays["cases_json"])):
            yield layer, config_of(case)


def assert_same(fast: FastResult, trace: Trace) -> None:
    """Fail unless all of it is the same, weights on rounding ties included."""
    size, pivots = np.abs(trace.W).max(), trace.in_layer_order(np.diag(trace.U))
    assert np.array_equal(fast.g_idx, trace.g_idx)
    assert np.array_equal(fast.codes, trace.codes)
    assert np.array_equal(fast.zeros, trace.zero)
    assert_close(fast.scales, trace.scale, size)
    assert_close(fast.quantized, trace.quantized, size)
    assert_close(fast.errors * pivots, trace.in_layer_order(trace.D), size)


def test_the_result_is_that_of_gptq_on_every_golden_case() -> None:
    ties = 0
    for layer, config in golden_settings():
        trace = gptq(layer, config)
        assert_same(fast_gptq(layer, config), trace)
        ties += tied(trace).sum()
    assert ties > 10


def test_the_result_is_that_of_gptq_on_random_settings() -> None:
    ties = 0
    for layer, config in islice(random_settings(), SETTINGS):
        trace = gptq(layer, config)
        assert_same(fast_gptq(layer, config), trace)
        ties += tied(trace).sum()
    assert ties > 1000


@given(layers(), configs())
def test_the_result_is_that_of_gptq_on_layers_at_the_edge(layer: Layer, config: GPTQConfig) -> None:
    assert_same(fast_gptq(layer, config), gptq(layer, config))


@pytest.mark.parametrize("narrow", [1, 2, 5])
def test_how_far_columns_are_halved_changes_nothing(narrow: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_loop, "NARROW", narrow)
    for layer, config in islice(random_settings(), 40):
        assert_same(fast_gptq(layer, config), gptq(layer, config))


def test_mixed_precision_changes_one_code_in_a_thousand_at_most(capsys: pytest.CaptureFixture[str]) -> None:
    differing = codes = ties = 0
    for layer, config in islice(random_settings(), SETTINGS):
        trace = gptq(layer, config)
        differing += (fast_gptq(layer, config, "mixed").codes != trace.codes).sum()
        codes, ties = codes + trace.codes.size, ties + tied(trace).sum()
    with capsys.disabled():
        print(f" mixed precision: {differing} of {codes} codes differ; {ties} weights on ties", end="")
    assert differing <= 0.001 * codes


def test_mixed_precision_is_float32_and_the_rest_float64() -> None:
    layer = example_layer("factor", 8, 16, 64, 0)
    for precision, dtype in (("float64", np.float64), ("mixed", np.float32)):
        result = fast_gptq(layer, GPTQConfig(), precision)
        assert result.quantized.dtype == result.scales.dtype == result.errors.dtype == dtype
        assert result.codes.dtype == result.zeros.dtype == np.int32


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("precision", ["float64", "mixed"])
def test_codes_scales_and_zeros_give_the_weights_back(grid: str, precision: str) -> None:
    layer = example_layer("dead", 12, 40, 64, 0)
    fast = fast_gptq(layer, GPTQConfig(grid=grid, group=16, act_order=True), precision)
    levels = (fast.codes - fast.zeros[:, fast.g_idx]).astype(fast.scales.dtype) * fast.scales[:, fast.g_idx]
    assert np.array_equal(fast.quantized, levels)


def test_squared_errors_sum_to_the_damped_output_error() -> None:
    """Law 2, in the layer's own column order."""
    layer = example_layer("factor", 8, 64, 256, 0)
    fast = fast_gptq(layer, GPTQConfig(act_order=True))
    H, wrong = 2 * layer.X.T @ layer.X / layer.n, layer.W - fast.quantized
    H += 0.01 * np.diag(H).mean() * np.eye(64)
    assert_close((fast.errors**2).sum(axis=1), ((wrong @ H) * wrong).sum(axis=1))


def test_results_cannot_be_written_to() -> None:
    result = fast_gptq(example_layer("factor", 4, 8, 32, 0), GPTQConfig(group=4))
    for array in (result.quantized, result.codes, result.scales, result.zeros, result.g_idx, result.errors):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_the_layer_stays_as_it_was() -> None:
    layer = example_layer("dead", 6, 20, 32, 0)
    W, gram = layer.W.copy(), layer.gram.copy()
    for act_order in (False, True):
        fast_gptq(layer, GPTQConfig(act_order=act_order))
    assert np.array_equal(layer.W, W)
    assert np.array_equal(layer.gram, gram)


@pytest.mark.parametrize("act_order", [False, True])
@pytest.mark.parametrize("dead", [0, 2])
def test_a_singular_hessian_is_refused_in_the_words_of_gptq(dead: int, act_order: bool) -> None:
    rng = np.random.default_rng(2)
    X = rng.standard_normal((4, 8))
    X[:, :dead] = 0.0
    layer, config = Layer(rng.standard_normal((3, 8)), X), GPTQConfig(damp=0.0, act_order=act_order)
    with pytest.raises(ValueError, match="H is singular; raise damping to ") as readable:
        gptq(layer, config)
    with pytest.raises(ValueError, match="H is singular; raise damping to ") as fast:
        fast_gptq(layer, config)
    assert str(fast.value) == str(readable.value)


def test_a_layer_of_one_weight_is_kept_exactly() -> None:
    fast = fast_gptq(Layer([[-0.7]], [[2.0], [1.0]]), GPTQConfig())
    assert_close(fast.quantized, [[-0.7]])
    assert fast.codes.tolist() == [[-3]]


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("precision", ["float64", "mixed"])
def test_where_all_inputs_are_dead_everything_becomes_zero(grid: str, precision: str) -> None:
    layer = Layer(np.ones((3, 5)), np.zeros((7, 5)))
    fast = fast_gptq(layer, GPTQConfig(grid=grid, damp=0.0, group=2), precision)
    assert not fast.quantized.any()
    assert not fast.errors.any()


def test_an_unknown_precision_is_refused() -> None:
    layer = Layer([[1.0]], [[1.0]])
    with pytest.raises(ValueError, match="precision must be one of float64, mixed, got 'float16'"):
        fast_gptq(layer, GPTQConfig(), precision="float16")


@pytest.mark.parametrize("size", [1e-50, 1e50])
def test_weights_beyond_float32_are_refused_in_mixed_precision_alone(size: float) -> None:
    rng = np.random.default_rng(0)
    W = rng.standard_normal((3, 8))
    W[1] *= size
    layer, config = Layer(W, rng.standard_normal((20, 8))), GPTQConfig(grid="asymmetric")
    assert_same(fast_gptq(layer, config), gptq(layer, config))
    with pytest.raises(ValueError, match=r"weight of row 1 is .*, and mixed .* use precision='float64'"):
        fast_gptq(layer, config, "mixed")


def test_inputs_beyond_float32_are_refused_in_mixed_precision_alone() -> None:
    rng = np.random.default_rng(0)
    X = rng.standard_normal((20, 3)) * [1e30, 1e-30, 1.0]
    X[:, 1] += 1e-31 * X[:, 0] / 1e30
    layer, config = Layer(rng.standard_normal((3, 3)), X), GPTQConfig(damp=0.0)
    assert_same(fast_gptq(layer, config), gptq(layer, config))
    with pytest.raises(ValueError, match=r"^X is too large, or .* for float32; use precision='float64'"):
        fast_gptq(layer, config, "mixed")


@pytest.mark.parametrize(("out", "inp"), [(256, 256), (16, 384), (768, 96)])
@pytest.mark.parametrize("precision", ["float64", "mixed"])
def test_memory_stays_below_six_copies_of_w_and_two_of_h(out: int, inp: int, precision: str) -> None:
    rng = np.random.default_rng(0)
    layer = Layer(rng.standard_normal((out, inp)), rng.standard_normal((2 * inp, inp)))
    H, W = layer.gram.nbytes, layer.W.nbytes
    for config in (
        GPTQConfig(),
        GPTQConfig(grid="asymmetric", act_order=True),
        GPTQConfig(group=64),
        GPTQConfig(group=inp // 2, act_order=True),
        GPTQConfig(group=48, scales="reference"),
        GPTQConfig(group=64, scales="static", act_order=True),
    ):
        fast_gptq(layer, config, precision)  # imports and caches are not the run's
        tracemalloc.start()
        fast_gptq(layer, config, precision)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak <= 6 * W + 2 * H, f"{config}: {(peak - 2 * H) / W:.2f} W beside 2 H"
