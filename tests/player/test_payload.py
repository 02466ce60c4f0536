"""The payload: complete, aligned, small, and the same run that Python computed."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest

from gptq_viz.numerics import GPTQConfig, Layer, Race, example_layer, race
from gptq_viz.numerics.config import ALLOWED_BITS, GRIDS
from gptq_viz.player.payload import METHODS, payload
from tests.player.reader import Payload, read

CONFIGS = {
    "plain": GPTQConfig(),
    "asymmetric, groups, act_order": GPTQConfig(bits=4, grid="asymmetric", group=8, act_order=True),
    "reference, short last group": GPTQConfig(bits=2, grid="reference", group=7, scales="reference"),
    "8 bits": GPTQConfig(bits=8, grid="asymmetric"),
}
LIMITS = {64: 56_000, 256: 800_000}
# Longer than what a page writes.
CHIPS = tuple("act_order off, scales reference" for _ in range(8))
NOTE = "The layer shows a window of a larger one. " * 5


@cache
def example(size: int) -> Layer:
    return example_layer("dead", size, size, 2 * size, 1)


def run(config: GPTQConfig, out: int = 12, inp: int = 20) -> tuple[Race, Payload]:
    result = race(example_layer("dead", out, inp, 64, 3), config)
    return result, read(payload(result, ["12 x 20"], "a note"))


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_header_tells_the_settings(config: GPTQConfig) -> None:
    _, sent = run(config)
    expected = {"version": 1, "out": 12, "inp": 20, "n": 64, "chips": ["12 x 20"], "note": "a note"}
    expected |= {
        name: getattr(config, name) for name in ("bits", "grid", "group", "scales", "damp", "act_order")
    }
    assert {name: sent.header[name] for name in expected} == expected
    assert sent.header["methods"] == ["rtn", "frozen", "gptq"]


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_grid_values_read_back_are_those_of_the_trace(config: GPTQConfig) -> None:
    result, sent = run(config)
    for method in METHODS:
        trace = result.traces[method]
        np.testing.assert_allclose(sent.quantized(method), trace.Q, rtol=1e-6, atol=1e-12)
        codes = sent.arrays[f"codes_{method}"].reshape(12, 20)
        np.testing.assert_array_equal(codes, trace.step_codes)
        lowest, highest = sent.header["levels"]
        assert lowest <= codes.min()
        assert codes.max() <= highest


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_replay_from_the_payload_meets_the_trace_at_every_step(config: GPTQConfig) -> None:
    result, sent = run(config)
    for method, step in product(METHODS, range(21)):
        trace = result.traces[method]
        tolerance = 1e-5 * np.abs(trace.W).max()
        np.testing.assert_allclose(
            sent.weights_after(method, step), trace.weights_after(step), rtol=0, atol=tolerance
        )


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_orders_marks_and_curves_are_those_of_the_race(config: GPTQConfig) -> None:
    result, sent = run(config)
    arrays, gptq = sent.arrays, result.traces["gptq"]
    np.testing.assert_array_equal(arrays["perm"], gptq.perm)
    np.testing.assert_array_equal(arrays["dead"], gptq.dead)
    assert arrays["dead"].any()
    np.testing.assert_allclose(arrays["pivot"], np.diag(gptq.U), rtol=1e-6)
    for method in METHODS:
        trace = result.traces[method]
        np.testing.assert_array_equal(arrays[f"group_{method}"], trace.group_of)
        np.testing.assert_array_equal(arrays[f"clipped_{method}"], trace.clipped.sum(axis=0))
        np.testing.assert_allclose(arrays[f"held_{method}"], result.held_out[method], rtol=1e-6)
        np.testing.assert_allclose(arrays[f"calibration_{method}"], result.calibration[method], rtol=1e-6)


def test_update_is_the_largest_change_a_step_makes_to_a_later_weight() -> None:
    result, sent = run(CONFIGS["plain"])
    for method in METHODS:
        trace = result.traces[method]
        changes = [np.abs(trace.weights_after(j + 1) - trace.weights_after(j))[:, j + 1 :] for j in range(20)]
        expected = [change.max(initial=0) for change in changes]
        np.testing.assert_allclose(sent.arrays[f"update_{method}"], expected, rtol=1e-5, atol=1e-12)


def test_gptq_spends_its_ledger_and_the_others_their_steps_of_the_error() -> None:
    result, sent = run(CONFIGS["plain"])
    np.testing.assert_allclose(
        sent.arrays["spent_gptq"], (result.traces["gptq"].E ** 2).sum(axis=0), rtol=1e-6
    )
    for method in ("rtn", "frozen"):
        curve = result.calibration[method]
        np.testing.assert_allclose(sent.arrays[f"spent_{method}"].sum(), curve[-1] - curve[0], rtol=1e-5)


def test_range_covers_every_weight_when_its_turn_came() -> None:
    result, sent = run(CONFIGS["plain"])
    turns = [t.weights_after(j)[:, j] for t in result.traces.values() for j in range(t.inp)]
    assert sent.header["range"] >= max(np.abs(turn).max() for turn in turns) * (1 - 1e-12)
    largest = max(np.abs([t.W, t.Q, t.Q + t.D]).max() for t in result.traces.values())
    assert sent.header["range"] == pytest.approx(largest)


@pytest.mark.parametrize("note", ["", "x", "xy", "xyz", "a sentence in ½ – “Unicode”"])
def test_every_array_begins_at_a_multiple_of_four_bytes(note: str) -> None:
    sent = read(payload(race(example_layer("factor", 3, 5, 9, 0), GPTQConfig()), (), note))
    assert sent.header["note"] == note
    assert {offset % 4 for offset in sent.offsets.values()} == {0}


def test_equal_arrays_are_sent_once() -> None:
    _, sent = run(GPTQConfig(group=8, scales="static"))
    assert sent.offsets["scale_rtn"] == sent.offsets["scale_gptq"] == sent.offsets["scale_frozen"]
    assert sent.offsets["group_rtn"] == sent.offsets["group_gptq"]


def test_same_race_gives_the_same_bytes() -> None:
    layer = example_layer("factor", 6, 9, 30, 2)
    assert payload(race(layer, GPTQConfig())) == payload(race(layer, GPTQConfig()))


@pytest.mark.parametrize(("out", "inp"), [(1, 1), (1, 6), (6, 1)])
def test_smallest_layers_have_a_payload(out: int, inp: int) -> None:
    rng = np.random.default_rng(0)
    result = race(Layer(rng.standard_normal((out, inp)), rng.standard_normal((10, inp))), GPTQConfig())
    sent = read(payload(result))
    for method in METHODS:
        np.testing.assert_allclose(sent.weights_after(method, inp), result.traces[method].Q, atol=1e-6)


def test_undefined_error_is_sent_as_nan_and_the_header_stays_finite() -> None:
    sent = read(payload(race(Layer(np.zeros((3, 4)), np.ones((5, 4))), GPTQConfig())))
    assert np.isnan(sent.arrays["held_gptq"]).all()
    assert sent.header["range"] == 0


def test_number_beyond_float32_is_refused_with_a_sentence() -> None:
    W = np.full((2, 3), 1e39)
    with pytest.raises(ValueError, match="too large to be shown"):
        payload(race(Layer(W, np.random.default_rng(0).standard_normal((9, 3))), GPTQConfig()))


@pytest.mark.parametrize("size", LIMITS)
@pytest.mark.parametrize("group", [8, 16, None])
@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("bits", ALLOWED_BITS)
def test_payload_is_small_in_the_worst_case(size: int, group: int | None, grid: str, bits: int) -> None:
    # With act_order the methods group by different orders, and no two share their scales.
    config = GPTQConfig(bits=bits, grid=grid, group=group, act_order=True)
    assert len(payload(race(example(size), config), CHIPS, NOTE)) <= LIMITS[size]
