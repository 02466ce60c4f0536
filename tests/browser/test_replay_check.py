"""The check of the replay finds what is wrong, and nothing where nothing is."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from gptq_viz.numerics import GPTQConfig, Layer, Race, example_layer, race
from gptq_viz.player.payload import payload
from gptq_viz.player.witness import LIMIT, witness
from tests.browser.conftest import OpenPage

# Bytes become a witness, `spoil` does something to it, and the comparison says what it found.
SCRIPT = """
async ([text, spoil]) => {
  const { compareReplay, readWitness } = await import("./replay_check.js");
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const shifted = new Uint8Array(bytes.length + 1);
  shifted.set(bytes, 1);
  const witness = readWitness(shifted.subarray(1));
  new Function("witness", spoil)(witness);
  const found = await compareReplay(witness);
  return { ...found, difference: String(found.difference) };
}
"""
CONFIGS = {
    "plain": GPTQConfig(),
    "groups, act_order": GPTQConfig(bits=2, grid="asymmetric", group=8, act_order=True),
    "reference": GPTQConfig(bits=4, grid="reference", group=7, scales="reference", damp=1e-4),
}


@pytest.fixture
def page(open_static: OpenPage) -> Page:
    return open_static("/player.html")


def compared(page: Page, result: Race, spoil: str = "") -> tuple[float, int]:
    data = base64.b64encode(witness(result, payload(result))).decode()
    found: dict[str, Any] = page.evaluate(SCRIPT, [data, spoil])
    return float(found["difference"]), found["differing"]


def run(config: GPTQConfig, out: int = 12, inp: int = 20) -> Race:
    return race(example_layer("dead", out, inp, 64, 3), config)


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_true_runs_hold(page: Page, config: GPTQConfig) -> None:
    difference, differing = compared(page, run(config))
    assert 0 < difference < LIMIT / 10
    assert differing == 0


def test_a_large_layer_holds_in_the_rows_that_were_sent(page: Page) -> None:
    difference, differing = compared(page, run(GPTQConfig(), 96, 96))
    assert 0 < difference < LIMIT
    assert differing == 0


@pytest.mark.parametrize("method", [0, 1, 2])
@pytest.mark.parametrize("step", [0, 3])
def test_one_wrong_weight_is_found_and_its_distance_told(page: Page, method: int, step: int) -> None:
    result = run(CONFIGS["plain"])
    off = 0.01 * float(np.abs(result.layer.W).max())
    at = f"(({method} * 4 + {step}) * 12 + 7) * 20 + 11"
    difference, _ = compared(page, result, f"witness.weights[{at}] += {off}")
    assert difference == pytest.approx(0.01, rel=0.1)


def test_a_wrong_row_factor_is_found(page: Page) -> None:
    difference, _ = compared(page, run(CONFIGS["plain"]), "witness.run.methods.gptq.factor[3] += 0.05")
    assert difference > 100 * LIMIT


def test_a_weight_that_is_no_number_does_not_pass(page: Page) -> None:
    difference, _ = compared(page, run(CONFIGS["plain"]), "witness.run.methods.rtn.scale.fill(NaN)")
    assert np.isnan(difference)


def test_a_way_back_that_changes_weights_is_found(page: Page) -> None:
    # A scale that grows a little every time it is read, too little for the comparison with the server to see.
    drifting = """
      const { rtn } = witness.run.methods;
      const scale = Float64Array.from(rtn.scale);
      let reads = 0;
      const grown = (s) => s * (1 + 1e-12 * reads);
      Object.defineProperty(rtn, "scale", { get: () => ((reads += 1), scale.map(grown)) });
    """
    difference, differing = compared(page, run(CONFIGS["plain"], 2, 6), drifting)
    assert difference < LIMIT
    assert differing > 0


def test_weights_of_zero_differ_by_zero(page: Page) -> None:
    assert compared(page, race(Layer(np.zeros((2, 3)), np.eye(3)), GPTQConfig())) == (0, 0)


@pytest.mark.parametrize("bytes_", ["", "GPC1", "GPQ1 and more"])
def test_other_bytes_are_refused_with_a_sentence(page: Page, bytes_: str) -> None:
    message = page.evaluate(
        """async (text) => {
          const { readWitness } = await import("./replay_check.js");
          try { readWitness(new TextEncoder().encode(text)); } catch (error) { return error.message; }
        }""",
        bytes_,
    )
    assert message == "these bytes are not what the server saw"
