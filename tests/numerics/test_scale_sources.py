"""Three sources of group scales: each run for itself, and what each sees at the edge of a group."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import (
    SCALES,
    GPTQConfig,
    Layer,
    example_layer,
    gptq,
    output_error,
    rulers,
    scale_sources,
)
from tests.numerics import specification
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import assert_close


@given(layers(), configs())
def test_every_source_has_its_own_run_and_its_errors(layer: Layer, config: GPTQConfig) -> None:
    sources = scale_sources(layer, config)
    assert list(sources.traces) == list(SCALES)
    for scales in SCALES:
        expected = gptq(layer, replace(config, scales=scales))
        assert np.array_equal(sources.traces[scales].codes, expected.codes)
        if np.square(layer.X @ layer.W.T).sum() > 0:
            wrong = output_error(layer.W, expected.quantized, layer.X)
            assert sources.calibration[scales] == pytest.approx(wrong, abs=1e-9)
            wrong = output_error(layer.W, expected.quantized, layer.X_test)
            assert sources.held_out[scales] == pytest.approx(wrong, abs=1e-9)


def test_codes_that_differ_are_counted_in_pairs() -> None:
    sources = scale_sources(example_layer("factor", 8, 32, 128, 0), GPTQConfig(group=8, block=16))
    codes = {name: trace.codes for name, trace in sources.traces.items()}
    assert sources.differing == {
        ("updated", "static"): (codes["updated"] != codes["static"]).sum(),
        ("updated", "reference"): (codes["updated"] != codes["reference"]).sum(),
        ("static", "reference"): (codes["static"] != codes["reference"]).sum(),
    }
    assert min(sources.differing.values()) > 0


def test_reference_scales_of_a_layer_no_wider_than_a_block_are_static_ones() -> None:
    """The copy is never brought up to date. Under act_order the groups differ, and so do the codes."""
    layer = example_layer("factor", 8, 32, 128, 0)
    assert scale_sources(layer, GPTQConfig(group=8)).differing["static", "reference"] == 0
    assert scale_sources(layer, GPTQConfig(group=8, act_order=True)).differing["static", "reference"] > 0


def test_without_groups_the_sources_agree() -> None:
    sources = scale_sources(example_layer("factor", 8, 32, 128, 0), GPTQConfig())
    assert set(sources.differing.values()) == {0}
    seen = rulers(sources, 0, 3)
    for name in SCALES:
        assert np.array_equal(seen.weights[name], seen.weights["updated"])
        assert np.array_equal(seen.scale[name], seen.scale["updated"])


@given(layers(max_inp=10), configs(group=st.integers(1, 5)), st.data())
def test_each_ruler_is_fitted_to_the_weights_that_its_source_sees(
    layer: Layer, config: GPTQConfig, data: st.DataObject
) -> None:
    sources = scale_sources(layer, config)
    trace, size = sources.traces["updated"], config.group_size(layer.inp)
    group = data.draw(st.integers(0, (layer.inp - 1) // size), label="group")
    row = data.draw(st.integers(0, layer.out - 1), label="row")
    start, members = group * size, range(group * size, min((group + 1) * size, layer.inp))
    seen = rulers(sources, group, row)
    assert np.array_equal(seen.columns, trace.perm[members])
    edge = (start // config.block) * config.block
    for source, step in (("updated", start), ("static", 0), ("reference", edge)):
        weights = trace.weights_after(step)[row, members]
        assert seen.seen[source] == step
        assert np.array_equal(seen.weights[source], weights)
        if source != "static":
            scale, zero = specification.scale_and_zero(weights, config)
            assert_close(seen.scale[source], np.full(len(members), scale))
            assert np.array_equal(seen.zero[source], np.full(len(members), zero))
    assert_close(seen.scale["updated"][0], trace.scale[row, group])
    natural = replace(config, act_order=False)
    W = specification.start_weights(layer, natural)[row]
    for k, c in enumerate(seen.columns):
        scale, zero = specification.scale_and_zero(W[c - c % size : c - c % size + size], config)
        assert_close(seen.scale["static"][k], scale)
        assert seen.zero["static"][k] == zero


@given(layers(max_inp=10), configs(group=st.integers(1, 5)), st.data())
def test_levels_are_what_the_codes_stand_for_and_weights_outside_them_would_be_clipped(
    layer: Layer, config: GPTQConfig, data: st.DataObject
) -> None:
    sources = scale_sources(layer, config)
    group = data.draw(st.integers(0, (layer.inp - 1) // config.group_size(layer.inp)), label="group")
    seen = rulers(sources, group, 0)
    lo, hi = specification.code_range(config)
    for source in SCALES:
        assert seen.levels[source].shape == (len(seen.columns), hi - lo + 1)
        for k, now in enumerate(seen.weights["updated"]):
            scale, zero = seen.scale[source][k], seen.zero[source][k]
            levels = [(code - zero) * scale for code in range(lo, hi + 1)]
            assert seen.levels[source][k] == pytest.approx(levels, abs=1e-12 * scale)
            beyond = max(now - levels[-1], levels[0] - now) / scale
            if abs(beyond - 0.5) > 1e-6:
                assert seen.outside[source][k] == (beyond > 0.5)


def test_updated_scales_hold_every_weight_and_static_ones_not() -> None:
    sources = scale_sources(example_layer("factor", 8, 32, 128, 0), GPTQConfig(group=8))
    outside = {name: 0 for name in SCALES}
    for row in range(8):
        for group in range(4):
            for name, weights in rulers(sources, group, row).outside.items():
                outside[name] += int(weights.sum())
    assert outside["updated"] == 0
    assert outside["static"] > 0


@pytest.mark.parametrize(
    ("group", "row", "message"),
    [(4, 0, "group must be 0 to 3, got 4"), (0, 8, "row must be 0 to 7, got 8"), (-1, 0, "group")],
)
def test_a_group_or_row_that_is_not_there_is_refused(group: int, row: int, message: str) -> None:
    sources = scale_sources(example_layer("factor", 8, 32, 128, 0), GPTQConfig(group=8))
    with pytest.raises(ValueError, match=message):
        rulers(sources, group, row)
