"""Eigenvalues, rank and condition numbers against NumPy's; the failing column against trying."""

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, example_layer, gptq, spectrum
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import assert_close


@given(layers(), configs())
def test_eigenvalues_are_those_of_numpy_before_and_after_damping(layer: Layer, config: GPTQConfig) -> None:
    found = spectrum(layer, config)
    undamped = specification.damped_hessian(layer, GPTQConfig(damp=0))
    damped = specification.damped_hessian(layer, config)
    assert_close(found.before, np.linalg.eigvalsh(undamped)[::-1])
    assert_close(found.after, np.linalg.eigvalsh(damped)[::-1])
    assert (found.before >= 0).all()
    assert found.condition_after == pytest.approx(np.linalg.cond(damped), rel=1e-6)
    assert found.floor == pytest.approx(config.damp * np.diag(undamped).mean())


def test_damping_lowers_the_condition_number() -> None:
    layer = example_layer("factor", 8, 16, 256, 0)
    found = spectrum(layer, GPTQConfig(damp=1.0))
    H = 2 * layer.X.T @ layer.X / 256
    assert found.condition_before == pytest.approx(np.linalg.cond(H), rel=1e-6)
    assert found.condition_after < found.condition_before / 5


def test_a_full_set_of_inputs_needs_no_damping() -> None:
    found = spectrum(example_layer("factor", 8, 16, 256, 0), GPTQConfig())
    assert (found.rank, found.failing_step, found.failing_column) == (16, None, None)
    assert found.smallest_damp == 0


@pytest.mark.parametrize("n", [1, 5, 15])
def test_with_fewer_inputs_than_columns_the_last_n_columns_say_all_and_the_next_one_fails(n: int) -> None:
    layer = example_layer("factor", 8, 16, n, 0)
    found = spectrum(layer, GPTQConfig())
    assert found.rank == n
    assert found.failing_step == found.failing_column == 16 - n - 1
    assert found.condition_before == np.inf
    assert np.isfinite(found.condition_after)


def test_a_column_that_repeats_a_later_one_is_where_the_factor_fails() -> None:
    X = np.random.default_rng(0).standard_normal((30, 6))
    X[:, 2] = X[:, 4]
    found = spectrum(Layer(np.ones((1, 6)), X), GPTQConfig())
    assert (found.rank, found.failing_step, found.failing_column) == (5, 2, 2)


def test_under_act_order_the_failing_step_and_its_column_differ() -> None:
    X = np.random.default_rng(0).standard_normal((30, 4)) * [1, 4, 2, 3]
    X[:, 0] = X[:, 1] / 5  # the softest, so it comes last, and column 1, the loudest, first
    found = spectrum(Layer(np.ones((1, 4)), X), GPTQConfig(act_order=True))
    assert (found.failing_step, found.failing_column) == (0, 1)


@given(layers(), configs(damp=0.0))
def test_the_failing_step_is_where_the_columns_from_it_on_become_dependent(
    layer: Layer, config: GPTQConfig
) -> None:
    found = spectrum(layer, config)
    X = layer.X[:, specification.order_of(layer, config)]
    dead = (X == 0).all(axis=0)
    # A dead input counts as one that fires alone.
    X = np.vstack([X, np.eye(layer.inp)[dead]])
    ranks = [np.linalg.matrix_rank(X[:, j:]) for j in range(layer.inp)]
    dependent = [j for j in range(layer.inp) if ranks[j] < layer.inp - j]
    assert found.failing_step == (max(dependent) if dependent else None)


@given(layers(), configs(damp=0.0))
def test_the_smallest_damping_is_zero_exactly_where_a_run_without_damping_works(
    layer: Layer, config: GPTQConfig
) -> None:
    found = spectrum(layer, config)
    if found.smallest_damp == 0:
        gptq(layer, config)
    else:
        with pytest.raises(ValueError, match=f"raise damping to {found.smallest_damp:g} or more"):
            gptq(layer, config)


def test_dead_inputs_lower_the_rank_and_nothing_else() -> None:
    layer = example_layer("dead", 8, 16, 256, 0)
    found = spectrum(layer, GPTQConfig())
    assert found.rank == 14
    assert found.failing_step is None
