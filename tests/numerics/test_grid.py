"""The three grids, seen through plain rounding of one-row layers, where nothing but the grid acts."""

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, gptq, rtn
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import TOLERANCE, assert_close


def rounded(weights: list[float], **settings: object) -> tuple[list[int], list[float]]:
    """Codes and weights of one row rounded on its own."""
    trace = rtn(Layer(np.array([weights]), np.eye(len(weights))), GPTQConfig(**settings))
    return trace.codes[0].tolist(), trace.quantized[0].tolist()


def test_symmetric_grid_is_as_high_as_it_is_low() -> None:
    assert rounded([3.0, -3.0, 0.9, -0.2], bits=3) == ([3, -3, 1, 0], [3, -3, 1, 0])
    assert rounded([-4.0, 1.0, 2.5], bits=2) == ([-1, 0, 1], [-4, 0, 4])


def test_symmetric_grid_has_one_level_less_than_a_power_of_two() -> None:
    codes, _ = rounded(np.linspace(-1, 1, 999).tolist(), bits=2)
    assert sorted(set(codes)) == [-1, 0, 1]
    codes, _ = rounded(np.linspace(-1, 1, 999).tolist(), bits=4)
    assert sorted(set(codes)) == list(range(-7, 8))


def test_ties_go_to_the_even_code() -> None:
    codes, _ = rounded([3.0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5], bits=3)
    assert codes == [3, 0, 2, 2, 0, -2, -2]


def test_asymmetric_grid_reaches_from_lowest_to_highest() -> None:
    assert rounded([0.0, 1.0, 2.0, 3.0], bits=2, grid="asymmetric") == ([0, 1, 2, 3], [0, 1, 2, 3])
    assert rounded([-1.0, 2.0, 0.4], bits=2, grid="asymmetric") == ([0, 3, 1], [-1, 2, 0])


def test_asymmetric_grid_always_holds_zero() -> None:
    assert rounded([1.5, 3.0], bits=2, grid="asymmetric") == ([2, 3], [2, 3])
    assert rounded([-3.0, -2.0], bits=2, grid="asymmetric") == ([0, 1], [-3, -2])


def test_asymmetric_zero_point_is_rounded_half_to_even_and_codes_are_clipped() -> None:
    """Zero sits at 1.5 steps and moves to 2: the top weight would need code 4. At 0.5 it moves to 0."""
    assert rounded([-1.5, 1.5], bits=2, grid="asymmetric") == ([0, 3], [-2, 1])
    assert rounded([-0.5, 2.5], bits=2, grid="asymmetric") == ([0, 2], [0, 2])


def test_reference_grid_cannot_reach_the_largest_positive_weight() -> None:
    """Two bits: the levels are -4/3, -2/3, 0 and 2/3 of the largest weight."""
    assert rounded([3.0, -0.9, -2.0, -2.9], bits=2, grid="reference") == ([3, 2, 1, 1], [2, 0, -2, -2])


@pytest.mark.parametrize("bits", [2, 3, 4, 5, 6, 8])
def test_reference_grid_takes_minus_the_largest_to_its_lowest_level(bits: int) -> None:
    """It lies exactly between the two lowest levels, and the lowest is the even one."""
    codes, weights = rounded([-(2.0**bits - 1), 0.0], bits=bits, grid="reference")
    assert codes == [0, 2 ** (bits - 1)]
    assert weights == [-(2.0**bits), 0.0]


@pytest.mark.parametrize(("bits", "share"), [(2, 0.33), (3, 0.43), (4, 0.47)])
def test_reference_grid_clips_rows_without_a_negative_weight(bits: int, share: float) -> None:
    codes, weights = rounded([1.0, 0.8, 0.6, 0.0], bits=bits, grid="reference")
    assert codes == [2**bits - 1] * 3 + [2 ** (bits - 1)]
    assert weights[0] == pytest.approx(share, abs=0.005)


@pytest.mark.parametrize("grid", ["symmetric", "asymmetric", "reference"])
@pytest.mark.parametrize("bits", [2, 3, 4, 5, 6, 8])
def test_a_row_of_zeros_stays_zero(grid: str, bits: int) -> None:
    layer = Layer(np.zeros((2, 3)), np.eye(3))
    config = GPTQConfig(bits=bits, grid=grid)
    trace = rtn(layer, config)
    scale, zero = specification.scale_and_zero(np.zeros(3), config)
    assert not trace.quantized.any()
    assert_close(trace.scale, [[scale], [scale]])
    assert np.array_equal(trace.zero, [[zero], [zero]])


@given(layers(), configs())
def test_scales_and_zero_points_follow_the_formulas(layer: Layer, config: GPTQConfig) -> None:
    trace = gptq(layer, config)
    assert trace.scale.shape == trace.zero.shape == (layer.out, trace.group_of.max() + 1)
    if config.group is None:
        scale, zero = specification.scales_and_zeros(specification.start_weights(layer, config), config)
        assert_close(trace.scale[:, 0], scale)
        assert np.array_equal(trace.zero[:, 0], zero)


@given(layers(), configs())
def test_plain_rounding_takes_the_nearest_level(layer: Layer, config: GPTQConfig) -> None:
    trace = rtn(layer, config)
    for j, group in enumerate(trace.group_of):
        for i in range(layer.out):
            grid = specification.levels(trace.scale[i, group], trace.zero[i, group], config)
            distance = np.abs(trace.W[i, j] - grid).min()
            assert abs(abs(trace.D[i, j]) - distance) <= TOLERANCE * np.abs(trace.W).max()


@given(layers(), configs())
def test_codes_are_integers_of_the_grid_and_give_the_weights(layer: Layer, config: GPTQConfig) -> None:
    for trace in (gptq(layer, config), rtn(layer, config)):
        lowest, highest = specification.code_range(config)
        assert np.issubdtype(trace.codes.dtype, np.integer)
        assert trace.codes.min() >= lowest
        assert trace.codes.max() <= highest
        scale, zero = trace.scale[:, trace.g_idx], trace.zero[:, trace.g_idx]
        assert_close((trace.codes - zero) * scale, trace.quantized, size=np.abs(layer.W).max())


@given(layers(), configs())
def test_clipped_means_beyond_the_last_level_by_more_than_half_a_scale(
    layer: Layer, config: GPTQConfig
) -> None:
    trace = gptq(layer, config)
    half = 0.5 * trace.scale[:, trace.group_of]
    beyond = np.abs(trace.D) - half
    undecided = np.abs(beyond) <= TOLERANCE * half
    assert np.array_equal(trace.clipped[~undecided], beyond[~undecided] > 0)
    at_the_end = np.isin(trace.step_codes, specification.code_range(config))
    assert at_the_end[trace.clipped].all()


def test_clipping_is_reported_where_it_happens() -> None:
    """The only level above zero is a third of the largest weight; half a scale beyond is half of it."""
    trace = rtn(Layer(np.array([[1.0, 0.8, 0.4, 0.0]]), np.eye(4)), GPTQConfig(bits=2, grid="reference"))
    assert trace.clipped.tolist() == [[True, True, False, False]]
