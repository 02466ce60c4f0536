"""Three grids over a row: 0 is a level of each, codes are the nearest, errors are those of runs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from gptq_viz.numerics import (
    ALLOWED_BITS,
    GRIDS,
    GPTQConfig,
    Layer,
    example_layer,
    gptq,
    grid_errors,
    output_error,
    row_grids,
    rtn,
)
from tests.numerics.strategies import FEW
from tests.numerics.tolerance import assert_close

rows = arrays(np.float64, st.integers(1, 9), elements=st.floats(-5, 5, width=32))


@FEW
@given(rows, st.sampled_from(ALLOWED_BITS))
def test_zero_is_a_level_of_every_grid_and_codes_are_the_nearest(w: np.ndarray, bits: int) -> None:
    for one in row_grids(w, bits):
        assert one.levels[one.level_codes == one.zero].tolist() == [0.0]
        assert len(one.levels) == (2**bits - 1 if one.grid == "symmetric" else 2**bits)
        assert_close(np.diff(one.levels), np.full(len(one.levels) - 1, one.scale))
        nearest = np.abs(w[:, None] - one.levels).min(axis=1)
        assert_close(np.abs(w - one.quantized), nearest, size=10.0)
        assert np.array_equal((one.codes - one.zero) * one.scale, one.quantized)


@pytest.mark.parametrize("bits", ALLOWED_BITS)
def test_where_zero_lies_and_how_many_levels_are_on_each_side(bits: int) -> None:
    symmetric, asymmetric, reference = row_grids(np.array([-1.0, 0.2, 3.0]), bits)
    assert symmetric.zero == 0
    assert (symmetric.levels < 0).sum() == (symmetric.levels > 0).sum() == 2 ** (bits - 1) - 1
    assert asymmetric.zero == round((2**bits - 1) / 4)
    assert reference.zero == 2 ** (bits - 1)
    assert (reference.levels < 0).sum() == (reference.levels > 0).sum() + 1 == 2 ** (bits - 1)


@pytest.mark.parametrize("settings", [{}, {"group": 8}, {"act_order": True, "bits": 4}])
def test_errors_are_those_of_runs_on_each_grid(settings: dict[str, object]) -> None:
    layer, config = example_layer("dead", 8, 16, 64, 0), GPTQConfig(**settings)
    found = grid_errors(layer, config)
    assert list(found) == list(GRIDS)
    for grid, errors in found.items():
        for name, run in (("rtn", rtn), ("gptq", gptq)):
            Q = run(layer, replace(config, grid=grid)).quantized
            assert errors.held_out[name] == pytest.approx(output_error(layer.W, Q, layer.X_test))
            assert errors.calibration[name] == pytest.approx(output_error(layer.W, Q, layer.X))


def test_a_row_of_zeros_has_levels_and_is_met_exactly() -> None:
    for one in row_grids(np.zeros(4), 3):
        assert one.scale > 0
        assert not one.quantized.any()
    silent = grid_errors(Layer(np.zeros((1, 2)), np.eye(2)), GPTQConfig())
    assert all(np.isnan(error) for errors in silent.values() for error in errors.held_out.values())
