"""U under more and more damping."""

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, damping_strip, example_layer, gptq, rtn
from gptq_viz.numerics.damping import off_diagonal_mass
from tests.numerics import specification
from tests.numerics.strategies import ORDINARY_DAMPING, configs, layers
from tests.numerics.tolerance import assert_close


@given(layers(), configs())
def test_every_factor_of_the_strip_is_that_of_its_damping(layer: Layer, config: GPTQConfig) -> None:
    strip = damping_strip(layer, config, ORDINARY_DAMPING)
    assert strip.damps.tolist() == list(ORDINARY_DAMPING)
    for damp, U in zip(ORDINARY_DAMPING, strip.U, strict=True):
        same = GPTQConfig(damp=damp, act_order=config.act_order)
        assert_close(U, specification.upper_factor(specification.damped_hessian(layer, same)))


def test_off_diagonal_mass_by_hand() -> None:
    """1 + 4 + 4 beside 4 + 16 + 1 on the diagonal."""
    U = np.array([[2.0, 1.0, -2.0], [0.0, 4.0, 2.0], [0.0, 0.0, 1.0]])
    assert off_diagonal_mass(U) == pytest.approx(9 / 30)


@pytest.mark.parametrize("data", ["factor", "ar1", "outliers"])
def test_damping_takes_mass_off_the_diagonal_until_nothing_is_spread(data: str) -> None:
    layer = example_layer(data, 8, 16, 256, 0)
    mass = damping_strip(layer, GPTQConfig(), (1e-6, 1e-2, 1.0, 100.0, 1e6)).off_diagonal
    assert (np.diff(mass) < 0).all()
    assert mass[-1] < 1e-9


def test_where_nothing_is_spread_gptq_is_rtn() -> None:
    layer, config = example_layer("factor", 8, 16, 256, 0), GPTQConfig(damp=1e20)
    assert damping_strip(layer, config, (1e20,)).off_diagonal[0] < 1e-15
    assert np.array_equal(gptq(layer, config).codes, rtn(layer, config).codes)


def test_a_damping_that_is_too_small_leaves_a_gap() -> None:
    strip = damping_strip(example_layer("factor", 8, 16, 4, 0), GPTQConfig(), (0.0, 1e-2))
    assert np.isnan(strip.U[0]).all()
    assert np.isnan(strip.off_diagonal[0])
    assert np.isfinite(strip.U[1]).all()
