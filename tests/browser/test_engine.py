"""The browser's replay against Python's traces."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from playwright.sync_api import Browser, Page

from gptq_viz.numerics import GPTQConfig, Layer, Race, Trace, example_layer, race
from gptq_viz.player.payload import METHODS, payload
from tests.browser.conftest import Opener

Array = npt.NDArray[np.float64]

DATA = ("factor", "white", "ar1", "outliers", "dead", "shift")
N_RANDOM = 54
LARGER = ((64, 64), (32, 96), (17, 128), (96, 33))

# Functions for the page: every answer is one text, so that megabytes of states cross as base64.
SCRIPT = """
async (address) => {
  const engine = await import(address);
  const fromBase64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const toBase64 = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    let text = "";
    for (let i = 0; i < bytes.length; i += 32768) {
      text += String.fromCharCode(...bytes.subarray(i, i + 32768));
    }
    return btoa(text);
  };
  const words = (array) => new BigUint64Array(array.buffer, array.byteOffset, array.length);
  const differing = (a, b) => {
    const [x, y] = [words(a), words(b)];
    return x.reduce((count, word, i) => count + (word !== y[i] ? 1 : 0), 0);
  };
  window.engineTest = {
    engine, toBase64, differing,
    load(text) { this.run = engine.decode(fromBase64(text)); },
    loadUnaligned(text) {
      const bytes = fromBase64(text);
      const shifted = new Uint8Array(bytes.length + 1);
      shifted.set(bytes, 1);
      this.run = engine.decode(shifted.subarray(1));
    },
    // All states forwards, and how many numbers differ on the way back.
    film(name) {
      const { run } = this;
      const size = run.out * run.inp;
      const states = new Float64Array(size * (run.inp + 1));
      const replay = engine.createReplay(run, name);
      states.set(replay.W);
      for (let t = 1; t <= run.inp; t += 1) {
        engine.stepForward(replay);
        states.set(replay.W, size * t);
      }
      let backwards = 0;
      for (let t = run.inp - 1; t >= 0; t -= 1) {
        engine.stepBack(replay);
        backwards += replay.t === t ? 0 : size;
        backwards += differing(replay.W, states.subarray(size * t, size * (t + 1)));
      }
      return { states: toBase64(states), backwards };
    },
    table(name, what) {
      const { run } = this;
      const values = new Float64Array(run.out * run.inp);
      for (let i = 0; i < run.out; i += 1) {
        for (let j = 0; j < run.inp; j += 1) {
          values[i * run.inp + j] = engine[what](run, run.methods[name], i, j);
        }
      }
      return toBase64(values);
    },
    factor(name) {
      const { run } = this;
      const values = new Float64Array(run.inp * run.inp);
      for (let j = 0; j < run.inp; j += 1) {
        for (let k = 0; k < run.inp; k += 1) {
          values[j * run.inp + k] = engine.factorAt(run, run.methods[name], j, k);
        }
      }
      return toBase64(values);
    },
    // Follow a path of seeks and single steps; at every tenth stop compare with a fresh replay.
    wander(name, path) {
      const replay = engine.createReplay(this.run, name);
      let wrong = 0;
      path.forEach((target, n) => {
        if (target === replay.t + 1) engine.stepForward(replay);
        else if (target === replay.t - 1) engine.stepBack(replay);
        else engine.seek(replay, target);
        wrong += replay.t === target ? 0 : 1;
        if (n % 10 === 0 || n === path.length - 1) {
          const fresh = engine.createReplay(this.run, name);
          while (fresh.t < target) engine.stepForward(fresh);
          wrong += differing(replay.W, fresh.W);
        }
      });
      return wrong;
    },
  };
}
"""


@pytest.fixture(scope="module")
def page(browser: Browser, static: str) -> Iterator[Page]:
    """A page with the engine as it lies in the package."""
    with Opener(browser, static) as open_one:
        page = open_one()
        page.evaluate(SCRIPT, f"{static}/engine.js")
        yield page


def random_setting(number: int) -> tuple[Layer, GPTQConfig]:
    """Setting `number` of a fixed random series; the last ones are larger."""
    rng = np.random.default_rng(1000 + number)
    out, inp = int(rng.integers(1, 41)), int(rng.integers(2, 49))
    if number >= N_RANDOM:
        out, inp = LARGER[number - N_RANDOM]
    data = str(rng.choice(DATA))
    layer = example_layer(data, out, inp, int(rng.integers(1, 200)), int(rng.integers(10_000)))
    config = GPTQConfig(
        bits=int(rng.choice([2, 3, 4, 5, 6, 8])),
        grid=("symmetric", "asymmetric", "reference")[number % 3],
        group=[None, 4, 8, 16, 7][int(rng.integers(5))],
        scales=("updated", "static", "reference")[int(rng.integers(3))],
        damp=float(10 ** rng.uniform(-4, 1)),
        act_order=bool(rng.integers(2)),
        block=int(rng.choice([8, 128])),
    )
    return layer, config


def load(page: Page, result: Race, loader: str = "load") -> None:
    text = base64.b64encode(payload(result)).decode()
    page.evaluate("([loader, text]) => { engineTest[loader](text); }", [loader, text])


def numbers(text: str) -> Array:
    return np.frombuffer(base64.b64decode(text), dtype="<f8")


def table(page: Page, method: str, what: str, trace: Trace) -> Array:
    text = page.evaluate("([method, what]) => engineTest.table(method, what)", [method, what])
    return numbers(text).reshape(trace.out, trace.inp)


def film(page: Page, method: str, trace: Trace) -> tuple[Array, int]:
    """States (inp + 1, out, inp) forwards, and the count of numbers that differ backwards."""
    answer: dict[str, Any] = page.evaluate("(method) => engineTest.film(method)", method)
    states = numbers(answer["states"]).reshape(trace.inp + 1, trace.out, trace.inp)
    return states, answer["backwards"]


@pytest.mark.parametrize("number", range(N_RANDOM + len(LARGER)))
def test_every_step_forwards_and_backwards_meets_the_trace(page: Page, number: int) -> None:
    layer, config = random_setting(number)
    result = race(layer, config)
    load(page, result)
    for method in METHODS:
        trace = result.traces[method]
        states, backwards = film(page, method, trace)
        expected = np.stack([trace.weights_after(t) for t in range(trace.inp + 1)])
        off = np.abs(states - expected).max()
        assert off <= 1e-5 * np.abs(trace.W).max(), (method, layer.name, config)
        assert backwards == 0, (method, layer.name, config)


def test_random_settings_cover_methods_grids_groups_and_orders() -> None:
    configs = [random_setting(number)[1] for number in range(N_RANDOM + len(LARGER))]
    assert len(configs) >= 50
    assert {c.grid for c in configs} == {"symmetric", "asymmetric", "reference"}
    assert {c.scales for c in configs} == {"updated", "static", "reference"}
    assert {c.act_order for c in configs} == {True, False}
    assert {c.bits for c in configs} == {2, 3, 4, 5, 6, 8}
    assert {c.group for c in configs} == {None, 4, 8, 16, 7}


@pytest.mark.parametrize("number", range(9))
def test_codes_scales_zeros_and_grid_values_are_those_of_the_trace(page: Page, number: int) -> None:
    layer, config = random_setting(number)
    result = race(layer, config)
    load(page, result)
    for method in METHODS:
        trace = result.traces[method]
        np.testing.assert_array_equal(table(page, method, "codeAt", trace), trace.step_codes)
        np.testing.assert_array_equal(table(page, method, "zeroAt", trace), trace.zero[:, trace.group_of])
        scale = trace.scale[:, trace.group_of]
        np.testing.assert_allclose(table(page, method, "scaleAt", trace), scale, rtol=1e-6)
        np.testing.assert_allclose(table(page, method, "quantizedAt", trace), trace.Q, rtol=1e-6, atol=1e-15)


@pytest.mark.parametrize("number", range(6))
def test_row_factors_are_those_of_the_trace(page: Page, number: int) -> None:
    layer, config = random_setting(number)
    result = race(layer, config)
    load(page, result)
    for method in METHODS:
        F = result.traces[method].F
        found = numbers(page.evaluate("(method) => engineTest.factor(method)", method)).reshape(F.shape)
        np.testing.assert_allclose(found, F, rtol=0, atol=1e-5 * np.abs(F).max())


@pytest.mark.parametrize("method", METHODS)
def test_a_thousand_seeks_end_bit_identical_to_a_fresh_replay(page: Page, method: str) -> None:
    config = GPTQConfig(grid="asymmetric", group=8, act_order=True)
    load(page, race(example_layer("factor", 24, 70, 128, 5), config))
    rng = np.random.default_rng(7)
    path = [int(t) for t in rng.integers(0, 71, 1000)]
    # A third of the moves are single steps, so that stepping and seeking mix.
    for n in range(2, 1000, 3):
        path[n] = min(max(path[n - 1] + int(rng.choice([-1, 1])), 0), 70)
    assert page.evaluate("([method, path]) => engineTest.wander(method, path)", [method, path]) == 0


def test_checkpoints_made_ahead_move_nothing_and_change_nothing(page: Page) -> None:
    load(page, race(example_layer("factor", 6, 50, 80, 2), GPTQConfig()))
    script = """() => {
      const { addCheckpoint, createReplay, seek } = engineTest.engine;
      const [warm, cold] = [0, 1].map(() => createReplay(engineTest.run, "gptq"));
      seek(warm, 7);
      let made = 0;
      while (addCheckpoint(warm)) made += 1;
      const stood = warm.t;
      for (const replay of [warm, cold]) seek(replay, 49);
      return [made, stood, engineTest.differing(warm.W, cold.W)];
    }"""
    # Every ceil(2 sqrt(50)) = 15 columns: after 15, 30 and 45.
    assert page.evaluate(script) == [3, 7, 0]


def test_seeking_beyond_either_end_stops_there(page: Page) -> None:
    load(page, race(example_layer("factor", 3, 5, 20, 0), GPTQConfig()))
    script = """() => {
      const replay = engineTest.engine.createReplay(engineTest.run, "gptq");
      return [-3, 99, 2.7].map((t) => { engineTest.engine.seek(replay, t); return replay.t; });
    }"""
    assert page.evaluate(script) == [0, 5, 2]


def test_bytes_that_start_at_an_odd_place_are_read_alike(page: Page) -> None:
    result = race(example_layer("factor", 5, 9, 30, 1), GPTQConfig(grid="asymmetric"))
    load(page, result)
    aligned, _ = film(page, "gptq", result.traces["gptq"])
    load(page, result, "loadUnaligned")
    shifted, _ = film(page, "gptq", result.traces["gptq"])
    np.testing.assert_array_equal(aligned, shifted)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda data: b"", "not a player payload"),
        (lambda data: b"JSON" + data[4:], "not a player payload"),
        (lambda data: data.replace(b'"version":1', b'"version":7'), "version 7; this player reads 1"),
        (lambda data: data.replace(b'"perm"', b'"park"'), "lacks an array"),
    ],
)
def test_foreign_bytes_are_refused_with_a_sentence(page: Page, spoil: Any, message: str) -> None:
    data = payload(race(example_layer("factor", 3, 5, 20, 0), GPTQConfig()))
    script = "(text) => { try { engineTest.load(text); } catch (error) { return error.message; } }"
    assert message in page.evaluate(script, base64.b64encode(spoil(data)).decode())
