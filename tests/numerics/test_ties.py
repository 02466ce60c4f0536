"""Rows without rounding ties: the package's own judgement against the tests' one."""

import numpy as np
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, gptq, rtn
from gptq_viz.numerics.ties import steady_rows
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import safe_rows


@given(layers(), configs())
def test_rows_are_steady_where_the_tests_would_compare_them(layer: Layer, config: GPTQConfig) -> None:
    for trace in (gptq(layer, config), rtn(layer, config)):
        assert np.array_equal(steady_rows(trace), safe_rows(trace))


def test_a_weight_in_the_middle_of_two_levels_is_a_tie_unless_both_are_beyond_the_grid() -> None:
    """Scale 1 at 3 bits. 0.5 is a tie; 3 is a level; the −max of the reference grid is a tie, too."""
    layer = Layer([[3.0, 0.5], [3.0, 0.4], [3.0, 3.0]], np.eye(2))
    assert steady_rows(rtn(layer, GPTQConfig())).tolist() == [False, True, True]
    reference = Layer([[-1.0, 0.1], [1.0, 0.1]], np.eye(2))
    assert steady_rows(rtn(reference, GPTQConfig(grid="reference"))).tolist() == [False, True]
