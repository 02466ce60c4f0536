"""What the server saw: complete, aligned, small, and true."""

from __future__ import annotations

import json
import math
import struct
from typing import Any

import numpy as np
import pytest

from gptq_viz.numerics import GPTQConfig, Layer, Race, example_layer, race
from gptq_viz.player.payload import payload
from gptq_viz.player.witness import LIMIT, Replayed, read_replayed, witness
from tests.player.reader import read

# A layer of 256 x 256 has the player's payload beside it, 0.8 MB at most.
LARGEST = 420_000


def run(out: int, inp: int, **config: Any) -> Race:
    return race(example_layer("dead", out, inp, 2 * inp, 3), GPTQConfig(**config))


def taken_apart(data: bytes) -> tuple[dict[str, Any], np.ndarray, bytes]:
    """Header, weights by method, step, row and column, and the payload: read as the layout says."""
    magic, length = struct.unpack_from("<4sI", data)
    assert magic == b"GPC1"
    header = json.loads(data[8 : 8 + length])
    shape = len(header["methods"]), len(header["steps"]), len(header["rows"]), header["inp"]
    weights = np.frombuffer(data, "<f8", math.prod(shape), 8 + length).reshape(shape)
    return header, weights, data[8 + length + weights.nbytes :]


@pytest.mark.parametrize("config", [{}, {"grid": "asymmetric", "group": 8, "act_order": True}])
@pytest.mark.parametrize(("out", "inp"), [(12, 20), (1, 2), (70, 100)])
def test_weights_are_those_of_the_traces(out: int, inp: int, config: dict[str, Any]) -> None:
    result = run(out, inp, **config)
    header, weights, _ = taken_apart(witness(result, b""))
    for m, method in enumerate(header["methods"]):
        for s, step in enumerate(header["steps"]):
            expected = result.traces[method].weights_after(step)[header["rows"]]
            np.testing.assert_array_equal(weights[m, s], expected)


def test_all_methods_are_there_and_the_last_step_is_the_end() -> None:
    header, _, _ = taken_apart(witness(run(12, 20), b""))
    assert set(header["methods"]) == {"rtn", "frozen", "gptq"}
    assert header["steps"] == [5, 10, 15, 20]
    assert taken_apart(witness(run(3, 2), b""))[0]["steps"] == [1, 2]


def test_the_payload_is_sent_along_as_it_is() -> None:
    result = run(12, 20)
    sent = payload(result, ["a chip"], "a note")
    assert taken_apart(witness(result, sent))[2] == sent


def test_what_was_sent_is_enough_to_come_within_the_limit() -> None:
    result = run(12, 20, act_order=True)
    header, weights, rest = taken_apart(witness(result, payload(result)))
    sent = read(rest)
    for m, method in enumerate(header["methods"]):
        for s, step in enumerate(header["steps"]):
            replayed = sent.weights_after(method, step)[header["rows"]]
            off = np.abs(replayed - weights[m, s]).max() / np.abs(result.layer.W).max()
            assert off <= header["limit"] == LIMIT == 1e-5


@pytest.mark.parametrize(("out", "inp", "count"), [(64, 64, 64), (256, 16, 256), (256, 256, 16), (3, 2, 3)])
def test_all_rows_of_a_usual_layer_are_sent_and_some_of_a_large_one(out: int, inp: int, count: int) -> None:
    data = witness(run(out, inp), b"")
    rows = taken_apart(data)[0]["rows"]
    assert len(rows) == len(set(rows)) == count
    assert set(rows) <= set(range(out))
    assert len(data) <= LARGEST


def test_rows_of_a_large_layer_come_from_all_over_it() -> None:
    rows = taken_apart(witness(run(256, 256), b""))[0]["rows"]
    assert rows == list(range(0, 256, 16))


@pytest.mark.parametrize("out", [1, 9, 10, 99, 100])
def test_weights_begin_at_a_multiple_of_eight_bytes(out: int) -> None:
    data = witness(run(out, 4), b"")
    assert (8 + int.from_bytes(data[4:8], "little")) % 8 == 0


def test_a_layer_of_one_weight_has_a_witness() -> None:
    header, weights, _ = taken_apart(witness(race(Layer([[0.7]], [[1.0]]), GPTQConfig()), b""))
    assert header["steps"] == [1]
    assert weights.shape == (3, 1, 1, 1)


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        ({"difference": 0, "differing": 0}, True),
        ({"difference": 2.1e-7, "differing": 0}, True),
        ({"difference": LIMIT, "differing": 0}, True),
        ({"difference": 2 * LIMIT, "differing": 0}, False),
        ({"difference": 0.0, "differing": 1}, False),
        ({"difference": None, "differing": 0}, False),
    ],
)
def test_what_the_browser_found_holds_within_the_limit_and_bit_for_bit(
    said: dict[str, Any], holds: bool
) -> None:
    replayed = read_replayed(said)
    assert replayed is not None
    assert replayed.holds == holds


@pytest.mark.parametrize(
    "said",
    [
        None,
        "holds",
        1.0,
        [0, 0],
        {},
        {"difference": 0.0},
        {"difference": "0", "differing": 0},
        {"difference": True, "differing": 0},
        {"difference": -1.0, "differing": 0},
        {"difference": math.nan, "differing": 0},
        {"difference": 0.0, "differing": None},
        {"difference": 0.0, "differing": -1},
        {"difference": 0.0, "differing": 0.5},
    ],
)
def test_what_makes_no_sense_counts_as_nothing_said(said: Any) -> None:
    assert read_replayed(said) is None


def test_what_could_not_be_replayed_is_infinitely_far_off() -> None:
    assert read_replayed({"difference": None, "differing": 0}) == Replayed(math.inf, 0)
