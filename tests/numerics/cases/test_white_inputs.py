"""White inputs: nothing to gain, and worse with few samples, over 20 seeds and more."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gptq_viz.numerics import GPTQConfig, example_layer, race
from gptq_viz.numerics.cases.white_inputs import WhiteInputs, white_inputs


@pytest.fixture(scope="module")
def own() -> WhiteInputs:
    return white_inputs()


@pytest.fixture(scope="module")
def twenty() -> WhiteInputs:
    return white_inputs(seed=0, seeds=20)


def test_with_two_samples_a_column_gptq_is_worse_than_rtn(own: WhiteInputs, twenty: WhiteInputs) -> None:
    for case in (own, twenty):
        assert case.worse == len(case.held_out)
        assert np.median(case.held_out) > 1.2
        assert case.loses
        assert not case.gains


def test_on_their_own_samples_the_same_runs_look_better_than_rtn(
    own: WhiteInputs, twenty: WhiteInputs
) -> None:
    for case in (own, twenty):
        assert (case.calibration < 1).all()


def test_with_many_samples_both_are_alike_and_gptq_is_not_better(
    own: WhiteInputs, twenty: WhiteInputs
) -> None:
    for case in (own, twenty):
        assert 1 <= np.median(case.held_out_many) < 1.05
        assert (case.held_out_many < case.held_out).all()
        assert case.held_out_many.min() > 0.97


def test_ratios_are_those_of_races_on_layers_with_so_many_samples(own: WhiteInputs) -> None:
    few, many = (race(example_layer("white", 16, 32, n, 76), GPTQConfig(group=8)) for n in (own.n, own.many))
    assert (few.layer.n, many.layer.n) == (64, 512)
    assert own.held_out[1] == pytest.approx(few.held_out["gptq"][-1] / few.held_out["rtn"][-1])
    assert own.calibration[1] == pytest.approx(few.calibration["gptq"][-1] / few.calibration["rtn"][-1])
    assert own.held_out_many[1] == pytest.approx(many.held_out["gptq"][-1] / many.held_out["rtn"][-1])


def test_half_of_the_seeds_decide_who_wins(own: WhiteInputs) -> None:
    gains = replace(own, held_out=np.array([0.8, 0.9, 1.5]))
    alike = replace(own, held_out=np.array([0.8, 1.01, 1.5]))
    assert (gains.gains, gains.loses, gains.worse) == (True, False, 1)
    assert (alike.gains, alike.loses, alike.worse) == (False, False, 2)
