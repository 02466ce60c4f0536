"""Too few samples: the cliff at n = inp with tiny damping, and that the usual one has none, over 20 seeds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gptq_viz.numerics import GPTQConfig, example_layer, gptq, hessian, output_error, race, rtn
from gptq_viz.numerics.cases.few_samples import SAMPLES, SEEDS, FewSamples, few_samples
from gptq_viz.ui.cases.of_inputs import FEW_SAMPLES


@pytest.fixture(scope="module")
def own() -> FewSamples:
    return few_samples()


@pytest.fixture(scope="module")
def cases(own: FewSamples) -> list[FewSamples]:
    """No two of them share a seed."""
    return [own, *(few_samples(seed=SEEDS * k + 100) for k in range(20))]


def test_the_error_rises_above_rtn_and_falls_off_a_cliff_where_samples_are_as_many_as_columns(
    cases: list[FewSamples],
) -> None:
    for case in cases:
        error, plain = np.median(case.held_out, axis=0), np.median(case.rtn)
        assert case.has_cliff
        assert error[0] < error[case.peak]
        assert case.samples[0] < case.samples[case.peak] < 32
        assert error[case.peak] > plain
        assert error[list(SAMPLES).index(40)] <= error[case.peak] / 3
        assert error[-1] < plain


def test_the_calibration_error_gives_no_warning(cases: list[FewSamples]) -> None:
    for case in cases:
        assert np.median(case.calibration, axis=0).max() < np.median(case.rtn) / 2


def test_the_usual_damping_makes_it_mild(cases: list[FewSamples]) -> None:
    for case in cases:
        error = np.median(case.usual, axis=0)
        assert (error < np.median(case.rtn)).all()
        assert error[case.peak] < 2 * error[case.behind] < 2 * np.median(case.rtn)


def test_with_fewer_samples_than_columns_some_changes_cost_nothing_on_them() -> None:
    H = hessian(example_layer("ar1", 16, 32, 20, 75))
    assert np.linalg.matrix_rank(H) == 20


def test_errors_are_those_of_runs_on_layers_with_so_many_samples(own: FewSamples) -> None:
    for place, n in ((0, 8), (6, 32), (13, 256)):
        layer = example_layer("ar1", 16, 32, n, 77)
        tiny, usual = (gptq(layer, GPTQConfig(damp=damp)).quantized for damp in (1e-6, 0.01))
        assert own.held_out[2, place] == pytest.approx(output_error(layer.W, tiny, layer.X_test))
        assert own.calibration[2, place] == pytest.approx(output_error(layer.W, tiny, layer.X))
        assert own.usual[2, place] == pytest.approx(output_error(layer.W, usual, layer.X_test))
        assert own.usual_calibration[2, place] == pytest.approx(output_error(layer.W, usual, layer.X))
        Q = rtn(layer, GPTQConfig()).quantized
        assert own.rtn[2] == pytest.approx(output_error(layer.W, Q, layer.X_test))


def test_in_the_player_gptq_ends_above_rtn() -> None:
    settings = FEW_SAMPLES.settings
    run = race(example_layer(*settings.layer_key), settings.config)
    assert run.held_out["gptq"][-1] > 1.5 * run.held_out["rtn"][-1]


def test_a_steady_fall_and_a_rise_without_an_end_are_no_cliffs(own: FewSamples) -> None:
    assert not replace(own, held_out=np.sort(own.held_out)[:, ::-1].copy()).has_cliff
    assert not replace(own, held_out=np.sort(own.held_out)).has_cliff
    assert not replace(own, rtn=np.ones(SEEDS)).has_cliff
