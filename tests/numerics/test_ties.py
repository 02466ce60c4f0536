"""Rounding ties: which weights lie on one, how a run decides them, and which rows noise may change."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import (
    GRIDS,
    SCALES,
    GPTQConfig,
    Layer,
    Trace,
    example_layer,
    frozen_inverse,
    gptq,
    rtn,
)
from gptq_viz.numerics.config import ALLOWED_BITS
from gptq_viz.numerics.grid import TIE, half_to_even, round_to_codes, rounding
from gptq_viz.numerics.ties import steady_rows, tied
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import TIE_MARGIN, safe_rows

DURING = GPTQConfig(grid="reference", group=8)
LAYER = example_layer("outliers", 64, 64, 256, 0)


def place(trace: Trace) -> np.ndarray:
    """Weights when their turn came, in scales (out, inp)."""
    return (trace.Q + trace.D) / trace.scale[:, trace.group_of]


def test_exact_ties_and_near_ones_go_to_the_even_number() -> None:
    middles = np.arange(-4.5, 5)
    even = [-4, -4, -2, -2, 0, 0, 2, 2, 4, 4]
    for beside in (0.0, 1e-13, -1e-13, 0.9 * TIE, -0.9 * TIE):
        assert half_to_even(middles + beside).tolist() == even


def test_what_is_1e_8_away_is_no_tie_and_goes_to_the_nearer_number() -> None:
    middles = np.arange(-4.5, 5)
    assert TIE < TIE_MARGIN  # rows that are compared with published results have no ties that are decided
    assert half_to_even(middles + TIE_MARGIN).tolist() == list(range(-4, 6))
    assert half_to_even(middles - TIE_MARGIN).tolist() == list(range(-5, 5))


def test_everywhere_else_it_is_plain_rounding_even_of_the_largest_numbers() -> None:
    numbers = np.random.default_rng(0).uniform(-300, 300, 10_000)
    numbers = np.concatenate([numbers, np.arange(-9.0, 9), [0.0, -0.0, 1e15 + 0.5, -1e18, 1e300]])
    assert np.array_equal(half_to_even(numbers), np.rint(numbers))


@pytest.mark.parametrize("bits", ALLOWED_BITS)
def test_minus_the_largest_goes_to_the_lowest_level_and_the_largest_to_the_highest(bits: int) -> None:
    """Both lie on ties; beyond the highest level there is none, so that one is clipped."""
    half = (2**bits - 1) / 2
    for beside in (0.0, 1e-10, -1e-10):
        codes = round_to_codes(
            np.array([-half, half]) + beside,
            np.ones(1),
            np.array([2.0 ** (bits - 1)]),
            (0, 2**bits - 1),
            half_to_even,
        )
        assert codes.tolist() == [0, 2**bits - 1]


@pytest.mark.parametrize("scales", SCALES)
@pytest.mark.parametrize("grid", GRIDS)
def test_ties_are_decided_on_the_reference_grid_where_scales_are_taken_during_the_run(
    grid: str, scales: str
) -> None:
    for group, decided in ((8, scales != "static"), (None, False), (24, False)):
        config = GPTQConfig(grid=grid, scales=scales, group=group)
        nearest = rounding(config, config.scales_from_start(24))
        assert (nearest is half_to_even) == (decided and grid == "reference")


@pytest.mark.parametrize("method", [gptq, frozen_inverse])
@pytest.mark.parametrize("bits", ALLOWED_BITS)
def test_in_a_run_every_weight_on_a_tie_gets_an_even_number(method: object, bits: int) -> None:
    for block in (3, 128):
        trace = method(LAYER, replace(DURING, bits=bits, block=block))
        ties = tied(trace, TIE)
        levels = (trace.step_codes - trace.zero[:, trace.group_of])[ties]
        assert len(levels) > 10
        assert not (levels % 2).any()
        assert np.abs(place(trace)[ties] - levels).max() <= 0.5 + TIE


def test_plain_rounding_and_scales_of_the_start_are_as_published_to_the_last_bit() -> None:
    def published(trace: Trace, columns: slice) -> np.ndarray:
        group = trace.group_of[columns]
        codes = np.rint(trace.W[:, columns] / trace.scale[:, group]) + trace.zero[:, group]
        return np.clip(codes, 0, 7)

    rounded, static = rtn(LAYER, DURING), gptq(LAYER, replace(DURING, scales="static"))
    assert np.array_equal(rounded.step_codes, published(rounded, slice(None)))
    assert np.array_equal(static.step_codes[:, :1], published(static, slice(1)))
    # A division rounds, too, and leaves some on the other side of the middle.
    assert 0 < (rounded.step_codes[tied(rounded)] % 2).sum() < tied(rounded).sum() / 2


def test_rows_with_ties_are_steady_where_the_run_decides_them() -> None:
    assert steady_rows(gptq(LAYER, DURING)).all()
    assert steady_rows(frozen_inverse(LAYER, replace(DURING, scales="reference"))).all()
    assert not steady_rows(rtn(LAYER, DURING)).all()


@given(layers(), configs())
def test_rows_are_steady_where_the_tests_would_compare_them(layer: Layer, config: GPTQConfig) -> None:
    for trace in (gptq(layer, config), rtn(layer, config)):
        assert np.array_equal(steady_rows(trace), safe_rows(trace))


def test_a_weight_in_the_middle_of_two_levels_is_a_tie_unless_both_are_beyond_the_grid() -> None:
    """Scale 1 at 3 bits. 0.5 is a tie; 3 is a level; the −max of the reference grid is a tie, too."""
    layer = Layer([[3.0, 0.5], [3.0, 0.4], [3.0, 3.0]], np.eye(2))
    assert steady_rows(rtn(layer, GPTQConfig())).tolist() == [False, True, True]
    reference = Layer([[-1.0, 0.1], [1.0, 0.1]], np.eye(2))
    for method in (rtn, gptq):
        assert steady_rows(method(reference, GPTQConfig(grid="reference"))).tolist() == [False, True]
