"""OBQ, the slow truth: by hand, and against solving for the free weights afresh at every step."""

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, obq, rtn
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import TIE_MARGIN, assert_close

# H is half of [[5, 2, 0], [2, 1, 0], [0, 0, 1]], its inverse twice [[1, -2, 0], [-2, 5, 0], [0, 0, 1]].
X = np.array([[1.0, 0.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]])
W = np.array([[0.55, 2.75, 3.0]])
CONFIG = GPTQConfig(bits=3, damp=0.0)


def test_own_order_by_hand() -> None:
    """Scale 1. Costs e² / inverse: 0.45² / 2, 0.25² / 10, 0. Column 2 goes first and is met exactly.

    Then column 1 becomes 3 with e = -0.25, and column 0 becomes 0.55 - (-0.25 / 10)·(-4) = 0.45: 0, not 1.
    """
    result = obq(Layer(W, X), CONFIG)
    assert_close(result.quantized, [[0, 3, 3]])
    assert result.order.tolist() == [[2, 1, 0]]


def test_shared_order_by_hand() -> None:
    """Column 0 goes first: e = -0.45, and column 1 becomes 2.75 - (-0.45 / 2)·(-4) = 1.85: 2, not 3."""
    assert_close(obq(Layer(W, X), CONFIG, order="shared").quantized, [[1, 2, 3]])
    assert_close(rtn(Layer(W, X), CONFIG).quantized, [[1, 3, 3]])


def test_an_unknown_order_is_refused() -> None:
    with pytest.raises(ValueError, match="'own'"):
        obq(Layer(W, X), CONFIG, order="own")


def cheapest_first(
    w: np.ndarray, H: np.ndarray, grids: list[np.ndarray]
) -> tuple[np.ndarray, list[int], bool]:
    """One row by solving for the free weights afresh, its order, and whether every decision was clear."""
    q, fixed, clear = np.zeros(len(w)), [], True
    while len(fixed) < len(w):
        free = [j for j in range(len(w)) if j not in fixed]
        inverse = np.linalg.inv(H[np.ix_(free, free)])
        now = w[free] + inverse @ H[np.ix_(free, fixed)] @ (w[fixed] - q[fixed])
        nearest = np.array([grids[j][np.abs(grids[j] - v).argmin()] for j, v in zip(free, now, strict=True)])
        costs = (now - nearest) ** 2 / np.diag(inverse)
        ranked = np.sort(costs)
        clear &= len(free) == 1 or ranked[1] - ranked[0] > 1e-9 * ranked[-1]
        k = int(costs.argmin())
        near = np.sort(np.abs(grids[free[k]] - now[k]))
        clear &= len(near) == 1 or near[1] - near[0] > TIE_MARGIN * (near[1] + near[0])
        q[free[k]] = nearest[k]
        fixed.append(free[k])
    return q, fixed, bool(clear)


@given(layers(max_out=2, max_inp=6, dead=False), configs())
def test_own_order_takes_the_cheapest_weight_next(layer: Layer, config: GPTQConfig) -> None:
    natural = GPTQConfig(damp=config.damp)
    H, result = specification.damped_hessian(layer, natural), obq(layer, config)
    size = config.group or layer.inp
    for i, w in enumerate(layer.W):
        groups = [w[c - c % size : c - c % size + size] for c in range(layer.inp)]
        grids = [
            specification.levels(*specification.scale_and_zero(group, config), config) for group in groups
        ]
        expected, order, clear = cheapest_first(w, H, grids)
        if clear:
            assert_close(result.quantized[i], expected, size=np.abs(layer.W).max())
            assert result.order[i].tolist() == order
