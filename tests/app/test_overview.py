"""The Overview's sentences against numbers computed here, from the methods alone."""

from __future__ import annotations

import re

import numpy as np
import pytest

from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import GPTQConfig, example_layer, gptq, rtn
from gptq_viz.ui.settings import Settings
from tests.app.running import OVERVIEW, html_text, open_page

CASES = [
    Settings(),
    Settings(bits=2, seed=9),
    Settings(data="outliers", out=16, inp=32, bits=2, act_order=True),
    Settings(inp=32, out=16, group=8, grid="asymmetric"),
    Settings(data="white", n=32),  # GPTQ loses
    Settings(data="white"),  # practically equal
    Settings(data="ar1", inp=4, n=8, damp=1e-4, seed=9),
    Settings(data="shift", inp=64, out=4),  # GPTQ loses by far
    Settings(damp=100.0),
    Settings(data="dead"),
    Settings(data="digits3", out=4, inp=16, bits=5),
    Settings(out=1, inp=2, bits=8),
]


def relative_error(W: np.ndarray, Q: np.ndarray, X: np.ndarray) -> float:
    return float(np.linalg.norm(X @ (W - Q).T) ** 2 / np.linalg.norm(X @ W.T) ** 2)


@pytest.mark.parametrize("settings", CASES, ids=lambda settings: str(settings.texts))
def test_every_sentence_agrees_with_the_methods_run_alone(settings: Settings) -> None:
    layer = example_layer(*settings.layer_key)
    config: GPTQConfig = settings.config
    plain, compensated = rtn(layer, config), gptq(layer, config)
    errors = [relative_error(layer.W, trace.quantized, layer.X_test) for trace in (plain, compensated)]
    seen = [relative_error(layer.W, trace.quantized, layer.X) for trace in (plain, compensated)]
    weights = [float(np.mean((layer.W - trace.quantized) ** 2)) for trace in (plain, compensated)]
    headline, outputs, of_weights, codes = html_text(open_page(OVERVIEW, **settings.texts))

    ratio = errors[0] / errors[1]
    shown = float(re.search(r"([\d.,]+)× \D", headline)[1].replace(",", ""))
    if abs(ratio - 1) < 0.005:
        assert "buys nothing" in headline
    elif max(ratio, 1 / ratio) <= 1.05:
        said = re.match(r"≈ 1× Practically equal to plain rounding \(RTN\): ([\d.]+)× (\w+)", headline)
        assert float(said[1]) == pytest.approx(max(ratio, 1 / ratio), abs=0.005)
        assert said[2] == ("smaller" if ratio > 1 else "larger")
    else:
        assert shown == pytest.approx(max(ratio, 1 / ratio), rel=0.05)
        assert ("smaller output error" in headline) == (ratio > 1)
        assert ("here GPTQ loses" in headline) == (ratio < 1)
    assert f"{settings.bits} bits" in headline
    for value in (*errors, *seen):
        assert three_digits(value) in outputs
    for value in weights:
        assert three_digits(value) in of_weights
    if abs(weights[1] / weights[0] - 1) >= 0.005:
        grown = float(re.search(r"is ([\d.,]+) times", of_weights)[1])
        assert grown == pytest.approx(max(weights[1] / weights[0], weights[0] / weights[1]), rel=0.05)
        assert ("times larger" in of_weights) == (weights[1] > weights[0])
    changed = float(np.mean(plain.codes != compensated.codes))
    share = f"{100 * changed:.0f} %" if changed == 0 or changed >= 0.01 else "less than 1 %"
    assert codes.startswith(f"Integer codes {share} of the {layer.W.size:,} integer codes differ")
    same = np.array_equal(plain.scale, compensated.scale) and np.array_equal(plain.zero, compensated.zero)
    assert ("may be another value" in codes) == (not same)
