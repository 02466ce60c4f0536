"""Dead inputs: zeroed and kept weights, over 20 seeds and against results put together here."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.numerics import GPTQConfig, Layer, example_layer, gptq, output_error, rtn
from gptq_viz.numerics.cases.dead_inputs import DeadInputs, Treated, dead_inputs


@pytest.fixture(scope="module")
def cases() -> list[DeadInputs]:
    return [dead_inputs(), *(dead_inputs(seed=seed) for seed in range(20))]


def test_kept_weights_have_several_times_less_error_where_dead_inputs_live(cases: list[DeadInputs]) -> None:
    for case in cases:
        assert case.runs["gptq", "zeroed"].held_out > 4 * case.runs["gptq", "kept"].held_out
        assert case.better == "kept"


def test_neither_calibration_nor_silence_can_tell_them_apart(cases: list[DeadInputs]) -> None:
    for case in cases:
        for method in ("rtn", "gptq"):
            zeroed, kept = case.runs[method, "zeroed"], case.runs[method, "kept"]
            assert zeroed.calibration == kept.calibration
            assert zeroed.silent == kept.silent


def test_with_kept_weights_gptq_beats_rtn(cases: list[DeadInputs]) -> None:
    for case in cases:
        assert case.runs["gptq", "kept"].held_out < case.runs["rtn", "kept"].held_out


def test_dead_inputs_are_those_without_a_calibration_sample(cases: list[DeadInputs]) -> None:
    for case in cases:
        assert case.dead.sum() == 4
        assert np.array_equal(case.dead, case.loudness == 0)
        assert (case.loudness_held_out > 0).all()


def test_kept_columns_are_what_rtn_makes_of_them_on_the_scale_of_their_row() -> None:
    case, layer, config = dead_inputs(), example_layer("dead", 16, 32, 256, 75), GPTQConfig()
    live = Layer(np.where(case.dead, 0, layer.W), layer.X)
    scale = np.abs(live.W).max(axis=1, keepdims=True) / 3
    rounded = np.clip(np.rint(layer.W / scale), -3, 3) * scale
    for method, run in (("rtn", rtn), ("gptq", gptq)):
        Q = run(layer, config).quantized
        assert not Q[:, case.dead].any()
        kept = np.where(case.dead, rounded, Q)
        for treatment, result in (("zeroed", Q), ("kept", kept)):
            found = case.runs[method, treatment]
            assert found.held_out == pytest.approx(output_error(layer.W, result, layer.X_test))
            assert found.calibration == pytest.approx(output_error(layer.W, result, layer.X))


def test_treatments_within_5_percent_are_as_good() -> None:
    def case(zeroed: float, kept: float) -> DeadInputs:
        errors = {("gptq", "zeroed"): zeroed, ("gptq", "kept"): kept}
        runs = {name: Treated(error, error, error) for name, error in errors.items()}
        return DeadInputs(runs, np.ones(2), np.ones(2), np.zeros(2, dtype=bool))

    assert [case(1.0, 1.04).better, case(1.0, 1.1).better, case(1.1, 1.0).better] == ["", "zeroed", "kept"]
