from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.figures.layer_note import layer_note
from gptq_viz.numerics import GPTQConfig, Layer, example_layer, race


def layer_with_dead(count: int) -> Layer:
    draw = np.random.default_rng(0)
    X = draw.normal(size=(9, 4))
    X[:, :count] = 0
    return Layer(draw.normal(size=(3, 4)), X)


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, ""),
        (1, "1 input is dead (always 0) in calibration: its weights become 0."),
        (3, "3 of 4 inputs are dead (always 0) in calibration: their weights become 0."),
        (4, "Every input is dead (always 0) in calibration: all weights become 0, so Q = 0 by any method."),
    ],
)
def test_dead_inputs_are_said(count: int, words: str) -> None:
    result = race(layer_with_dead(count), GPTQConfig())
    assert layer_note(result) == words
    for trace in result.traces.values():
        assert not trace.quantized[:, :count].any()


def test_the_window_of_a_network_is_said_first() -> None:
    result = race(example_layer("digits1", 8, 2, 1, 1), GPTQConfig())
    assert layer_note(result).startswith("Window of 8")
    assert "Every input is dead" in layer_note(result)
    assert not result.traces["gptq"].quantized.any()
