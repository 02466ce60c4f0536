"""The record of a run: complete, in order, and not to be written to."""

from dataclasses import FrozenInstanceError, fields

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, Trace, example_layer, frozen_inverse, gptq, rtn
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import assert_close

SHUFFLING = GPTQConfig(act_order=True, group=5)


@pytest.fixture
def layer() -> Layer:
    return example_layer("dead", 4, 12, 64, 0)


@pytest.mark.parametrize("method", [gptq, rtn, frozen_inverse])
def test_no_array_can_be_written_to(method: object, layer: Layer) -> None:
    trace = method(layer, SHUFFLING)
    arrays = [getattr(trace, field.name) for field in fields(Trace)]
    arrays = [array for array in arrays if isinstance(array, np.ndarray)]
    assert len(arrays) == 12
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_a_trace_cannot_be_changed(layer: Layer) -> None:
    with pytest.raises(FrozenInstanceError):
        gptq(layer, SHUFFLING).method = "rtn"


@given(layers(), configs())
def test_arrays_have_the_shapes_and_kinds_they_are_named_for(layer: Layer, config: GPTQConfig) -> None:
    for method in (gptq, rtn, frozen_inverse):
        trace = method(layer, config)
        assert (trace.out, trace.inp, trace.n_steps) == (layer.out, layer.inp, layer.inp)
        assert trace.config == config
        for name in ("given", "W", "Q", "D", "E", "quantized"):
            assert getattr(trace, name).shape == (layer.out, layer.inp)
            assert getattr(trace, name).dtype == np.float64
        for name in ("step_codes", "codes"):
            assert getattr(trace, name).shape == (layer.out, layer.inp)
            assert np.issubdtype(getattr(trace, name).dtype, np.integer)
        assert trace.F.shape == trace.U.shape == (layer.inp, layer.inp)
        assert trace.clipped.shape == (layer.out, layer.inp)
        assert trace.clipped.dtype == trace.dead.dtype == bool
        assert sorted(trace.perm.tolist()) == list(range(layer.inp))
        assert np.issubdtype(trace.zero.dtype, np.integer)
        assert (trace.scale > 0).all()


def test_the_layers_own_order_is_restored(layer: Layer) -> None:
    trace = gptq(layer, SHUFFLING)
    assert trace.perm.tolist() != list(range(12))
    for step, column in enumerate(trace.perm):
        assert np.array_equal(trace.quantized[:, column], trace.Q[:, step])
        assert np.array_equal(trace.codes[:, column], trace.step_codes[:, step])
        assert trace.g_idx[column] == trace.group_of[step]
        assert np.array_equal(layer.W[:, column], trace.given[:, step])


@pytest.mark.parametrize("method", [gptq, rtn, frozen_inverse])
def test_weights_begin_as_they_start_and_end_quantized(method: object, layer: Layer) -> None:
    trace = method(layer, SHUFFLING)
    assert np.array_equal(trace.weights_after(0), trace.W)
    assert_close(trace.weights_after(12), trace.Q)


@pytest.mark.parametrize("method", [gptq, rtn, frozen_inverse])
def test_a_finished_column_never_changes_again(method: object, layer: Layer) -> None:
    trace = method(layer, SHUFFLING)
    for t in range(1, 13):
        assert_close(trace.weights_after(t)[:, :t], trace.Q[:, :t], size=np.abs(trace.W).max())


@pytest.mark.parametrize("step", [-1, 13, 1000])
def test_a_step_that_does_not_exist_is_refused(step: int, layer: Layer) -> None:
    with pytest.raises(IndexError, match=rf"step {step} is outside 0\.\.12"):
        gptq(layer, GPTQConfig()).weights_after(step)


@given(layers(), configs())
def test_errors_are_raw_errors_over_pivots(layer: Layer, config: GPTQConfig) -> None:
    trace = gptq(layer, config)
    for j in range(layer.inp):
        turn = trace.weights_after(j)[:, j]
        assert_close(trace.D[:, j], turn - trace.Q[:, j], size=np.abs(trace.W).max())
        assert_close(trace.E[:, j], trace.D[:, j] / trace.U[j, j])
