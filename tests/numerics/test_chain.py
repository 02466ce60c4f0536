"""The chain from H to U, each matrix from the specification."""

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, factor_chain, gptq
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import assert_close


@given(layers(), configs())
def test_every_matrix_is_that_of_the_specification(layer: Layer, config: GPTQConfig) -> None:
    chain = factor_chain(layer, config)
    H = specification.damped_hessian(layer, config)
    assert_close(chain.damped, H)
    assert_close(chain.inverse, np.linalg.inv(H))
    assert_close(chain.U, specification.upper_factor(H))
    assert_close(chain.F, gptq(layer, config).F)
    assert np.array_equal(chain.perm, specification.order_of(layer, config))


@given(layers(), configs())
def test_damping_adds_the_same_number_to_the_diagonal_and_nothing_elsewhere(
    layer: Layer, config: GPTQConfig
) -> None:
    chain = factor_chain(layer, config)
    floor = config.damp * np.diag(chain.H).mean()
    assert_close(chain.damped - chain.H, floor * np.eye(layer.inp), size=np.abs(chain.damped).max())


def test_dead_inputs_have_a_one_on_the_diagonal() -> None:
    chain = factor_chain(Layer(np.ones((1, 2)), np.array([[0.0, 3.0]])), GPTQConfig())
    assert_close(chain.H, [[1, 0], [0, 18]])


def test_a_singular_hessian_has_no_chain() -> None:
    with pytest.raises(ValueError, match="H is singular; raise damping"):
        factor_chain(Layer(np.ones((1, 2)), np.ones((1, 2))), GPTQConfig(damp=0))
