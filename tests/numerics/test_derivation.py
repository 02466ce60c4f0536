"""The nudge of one step: by hand, and as the solution of the Lagrangian's linear equations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import GPTQConfig, Layer, derivation, example_layer, gptq, rtn
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import assert_close


def test_by_hand() -> None:
    """The worked example: H⁻¹ = [[1, −2], [−2, 5]], and 0.625 is rounded to 1."""
    layer = Layer([[0.625, 3.0], [-2.5, 6.0]], [[1.0, 0.0], [2.0, 1.0]])
    step = derivation(gptq(layer, GPTQConfig(damp=0)), row=0, step=0)
    assert_close([step.w, step.q, step.e, step.scale], [0.625, 1, -0.375, 1])
    assert_close(step.inverse_row, [1, -2])
    assert step.pivot == pytest.approx(1)
    assert step.multiplier == pytest.approx(-0.375)
    assert_close(step.delta, [0.375, -0.75])
    assert step.cost == pytest.approx(0.375**2 / 2)


@given(layers(), configs(), st.integers(0, 3), st.integers(0, 9))
def test_the_move_solves_the_equations_of_the_lagrangian(
    layer: Layer, config: GPTQConfig, row: int, j: int
) -> None:
    trace = gptq(layer, config)
    row, j = min(row, layer.out - 1), min(j, layer.inp - 1)
    step = derivation(trace, row, j)
    H = specification.damped_hessian(layer, config)[j:, j:]
    e = trace.weights_after(j)[row, j] - trace.Q[row, j]
    # δ H + λ u = 0 and δ_j = −e, as one system for (δ, λ).
    unit = np.eye(len(H))[:1]
    system = np.block([[H, unit.T], [unit, np.zeros((1, 1))]])
    answer = np.linalg.solve(system, np.append(np.zeros(len(H)), -e))
    size = np.abs(trace.W).max()
    assert_close(step.delta, answer[:-1], size)
    assert_close(step.multiplier, answer[-1], size=size * np.abs(H).max())
    assert_close(step.cost, answer[:-1] @ H @ answer[:-1] / 2, size=size**2 * np.abs(H).max())


@given(layers(), configs(), st.integers(0, 3), st.integers(0, 9))
def test_the_move_is_the_one_that_the_run_made(layer: Layer, config: GPTQConfig, row: int, j: int) -> None:
    trace = gptq(layer, config)
    row, j = min(row, layer.out - 1), min(j, layer.inp - 1)
    step = derivation(trace, row, j)
    moved = trace.weights_after(j + 1)[row] - trace.weights_after(j)[row]
    assert_close(step.delta, moved[j:], size=np.abs(trace.W).max())
    assert step.column == trace.perm[j]
    assert step.cost == pytest.approx(trace.E[row, j] ** 2 / 2)


@pytest.mark.parametrize(("row", "step"), [(8, 0), (0, 16), (-1, 0), (0, -1)])
def test_a_weight_that_is_not_there_is_refused(row: int, step: int) -> None:
    trace = gptq(example_layer("factor", 8, 16, 64, 0), GPTQConfig())
    with pytest.raises(ValueError, match=r"row must be|step must be"):
        derivation(trace, row, step)


def test_other_methods_have_no_such_derivation() -> None:
    with pytest.raises(ValueError, match="not of rtn"):
        derivation(rtn(example_layer("factor", 8, 16, 64, 0), GPTQConfig()), 0, 0)
