"""Shares of columns: they sum to the error, GPTQ's are its ledger, and RTN's the steps of its loss."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from gptq_viz.numerics import (
    GPTQConfig,
    Layer,
    column_losses,
    error_after_each_step,
    example_layer,
    held_out_shares,
    method_errors,
    race,
)
from tests.numerics import specification
from tests.numerics.strategies import FEW, configs, layers
from tests.numerics.tolerance import assert_close


@FEW
@given(layers(), configs())
def test_shares_of_the_loss_sum_to_the_loss(layer: Layer, config: GPTQConfig) -> None:
    found = column_losses(race(layer, config))
    errors = {one.method: one for one in method_errors(layer, config, (config.bits,))}
    losses = {"rtn": errors["rtn"].loss, "gptq": errors["act_order" if config.act_order else "gptq"].loss}
    assert found.start == 0
    for name, shares in found.shares.items():
        if np.isnan(losses[name]):
            assert np.isnan(shares).all()
        else:
            assert shares.sum() == pytest.approx(losses[name], rel=1e-9, abs=1e-12)


@FEW
@given(layers(), configs())
def test_each_share_is_what_the_loss_grows_by_in_its_step(layer: Layer, config: GPTQConfig) -> None:
    result = race(layer, config)
    found = column_losses(result)
    outputs = np.square(layer.X @ layer.W.T).sum()
    if outputs == 0:
        return
    H = specification.damped_hessian(layer, config)
    for name, shares in found.shares.items():
        trace = result.traces[name]
        changes = [trace.W - trace.weights_after(t) for t in range(layer.inp + 1)]
        losses = [np.vdot(change @ H, change) * layer.n / 2 / outputs for change in changes]
        assert_close(shares, np.diff(losses), size=max(losses[-1], 1e-12))
    assert (found.shares["gptq"] >= 0).all()
    assert np.array_equal(found.perm, specification.order_of(layer, config))


@FEW
@given(layers(), configs())
def test_held_out_shares_and_the_start_sum_to_the_held_out_error(layer: Layer, config: GPTQConfig) -> None:
    result = race(layer, config)
    found = held_out_shares(result)
    for name, shares in found.shares.items():
        if not np.isnan(result.held_out[name][-1]):
            assert_close(found.start + shares.sum(), result.held_out[name][-1], size=1 + found.start)
            steps = np.diff(error_after_each_step(result.traces[name], layer.X_test))
            assert_close(shares, steps, size=1 + found.start)


def test_dead_inputs_that_live_held_out_are_the_start() -> None:
    result = race(example_layer("dead", 8, 16, 256, 75), GPTQConfig())
    assert held_out_shares(result).start == result.held_out["gptq"][0] > 0
    assert held_out_shares(race(example_layer("factor", 8, 16, 256, 75), GPTQConfig())).start == 0


def test_shares_of_rtn_may_be_negative_and_those_of_the_ledger_are_not() -> None:
    found = column_losses(race(example_layer("factor", 8, 32, 256, 75), GPTQConfig()))
    assert (found.shares["rtn"] < 0).any()
    assert (found.shares["gptq"] >= 0).all()
