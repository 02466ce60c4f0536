"""The nudge of one weight: its formulas have the numbers of an independent solution."""

from __future__ import annotations

import re

import numpy as np
import pytest

from gptq_viz.figures.derivation import derivation_figure, derivation_lines, derivation_text
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.remarks import nudge_sentence
from gptq_viz.numerics import Derivation, GPTQConfig, Layer, Trace, derivation, example_layer, gptq
from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Palette, Sizes

ROW, STEP = 2, 5


@pytest.fixture(scope="module")
def layer() -> Layer:
    return example_layer("factor", 8, 16, 256, 75)


@pytest.fixture(scope="module")
def trace(layer: Layer) -> Trace:
    return gptq(layer, GPTQConfig())


@pytest.fixture(scope="module")
def step(trace: Trace) -> Derivation:
    return derivation(trace, ROW, STEP)


def numbers(formula: str) -> list[float]:
    """Every decimal number of a formula, powers of ten multiplied in."""
    plain = re.sub(r"\\cdot 10\^\{(-?\d+)\}", r"e\1", formula)
    return [float(text) for text in re.findall(r"(?<![\[\w{.])-?\d+\.\d+(?:e-?\d+)?", plain)]


def solved(layer: Layer, trace: Trace) -> tuple[float, np.ndarray, float, float]:
    """e, δ, λ and the cost, from the equations of the Lagrangian for the free columns."""
    H = 2 * layer.X.T @ layer.X / layer.n
    H = (H + 0.01 * np.trace(H) / 16 * np.eye(16))[STEP:, STEP:]
    e = trace.weights_after(STEP)[ROW, STEP] - trace.Q[ROW, STEP]
    unit = np.eye(len(H))[:1]
    system = np.block([[H, unit.T], [unit, np.zeros((1, 1))]])
    answer = np.linalg.solve(system, np.append(np.zeros(len(H)), -e))
    delta = answer[:-1]
    return float(e), delta, float(answer[-1]), float(delta @ H @ delta / 2)


def test_the_formulas_have_the_numbers_of_the_solved_lagrangian(
    layer: Layer, trace: Trace, step: Derivation
) -> None:
    e, delta, multiplier, cost = solved(layer, trace)
    lagrangian, move, price = derivation_lines(step)
    assert numbers(lagrangian.formulas[1])[-1] == pytest.approx(e, rel=5e-3)
    assert numbers(move.formulas[0])[-1] == pytest.approx(multiplier, rel=5e-3)
    assert numbers(move.formulas[1])[-2:] == pytest.approx(list(delta[:2]), rel=5e-3)
    assert numbers(price.formulas[1])[-1] == pytest.approx(cost, rel=5e-3)
    pivot = np.linalg.inv(np.linalg.inv(trace.U.T @ trace.U)[STEP:, STEP:])[0, 0]
    assert three_digits(float(pivot)) in move.formulas[0]
    assert three_digits(float(np.sqrt(pivot))) in price.formulas[1]


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("sizes", [NORMAL, PROJECTOR])
def test_the_bars_are_the_move_that_the_run_makes(
    trace: Trace, step: Derivation, palette: Palette, sizes: Sizes
) -> None:
    figure = derivation_figure(step, trace.inp, palette, sizes)
    moved = trace.weights_after(STEP + 1)[ROW] - trace.weights_after(STEP)[ROW]
    [bars] = figure.data
    assert list(bars.x) == list(range(STEP, 16))
    np.testing.assert_allclose(bars.y, moved[STEP:], atol=1e-12)
    assert bars.marker.pattern.shape[0] == "/"
    assert not any(bars.marker.pattern.shape[1:])
    low, high = figure.layout.yaxis.range
    assert low < moved.min()
    assert moved.max() < high
    [final] = figure.layout.shapes
    assert (final.x0, final.x1) == (-0.5, STEP - 0.5)


def test_the_sentence_names_the_weight_and_the_layers_own_column(layer: Layer) -> None:
    trace = gptq(layer, GPTQConfig(act_order=True))
    j = int(np.flatnonzero(trace.perm != np.arange(16))[0])
    sentence = nudge_sentence(derivation(trace, 0, j))
    assert f"weight {j} (column {trace.perm[j]} of the layer)" in sentence
    assert f"level, {three_digits(trace.Q[0, j])}; the free weights follow." in sentence


def test_after_the_last_column_nothing_is_left_to_follow(trace: Trace) -> None:
    last = derivation(trace, 0, 15)
    assert nudge_sentence(last).endswith("none is left to follow.")
    assert "no later weight is left" in derivation_text(last)
    assert len(derivation_figure(last, 16, LIGHT, NORMAL).data[0].y) == 1


def test_a_weight_that_lies_on_its_level_has_a_picture_without_any_move() -> None:
    layer = example_layer("dead", 8, 16, 256, 75)
    trace = gptq(layer, GPTQConfig())
    still = derivation(trace, 0, int(np.flatnonzero(trace.dead)[0]))
    figure = derivation_figure(still, 16, LIGHT, NORMAL)
    assert not np.any(figure.data[0].y)
    assert figure.layout.yaxis.range[1] > 0
    formulas = [formula for line in derivation_lines(still) for formula in line.formulas]
    assert not any("nan" in formula or "-0" in formula.replace("- 0", "") for formula in formulas)
    assert "= (0,\\; 0,\\; \\dots)" in formulas[3]
    assert "dead input" in nudge_sentence(still, dead=True)
    assert nudge_sentence(still).endswith("is already on its level, 0, so nothing moves.")


def test_the_sentence_has_a_true_minus(trace: Trace) -> None:
    negative = next(j for j in range(16) if trace.Q[0, j] < 0)
    sentence = nudge_sentence(derivation(trace, 0, negative))
    assert f"goes to its level, −{three_digits(-trace.Q[0, negative])}" in sentence


def test_negative_numbers_are_bracketed_after_a_minus(trace: Trace) -> None:
    negative = next(j for j in range(16) if trace.Q[0, j] < 0)
    formula = derivation_lines(derivation(trace, 0, negative))[0].formulas[1]
    assert "- (-" in formula
