"""Shifted inputs: GPTQ against RTN on inputs it saw, on others of the kind, and on another kind; 20 seeds."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.numerics import GPTQConfig, example_layer, race
from gptq_viz.numerics.cases import shifted_inputs as module
from gptq_viz.numerics.cases.shifted_inputs import ShiftedInputs, shifted_inputs


@pytest.fixture(scope="module")
def cases() -> list[ShiftedInputs]:
    return [shifted_inputs(), *(shifted_inputs(seed=seed) for seed in range(20))]


def test_gptq_is_far_better_in_calibration_and_worse_than_rtn_in_use(cases: list[ShiftedInputs]) -> None:
    for case in cases:
        assert case.calibration_flatters
        assert case.shift_turns_it
        assert case.gptq["calibration"] < case.rtn["calibration"] / 5
        assert case.gptq["fresh"] < case.rtn["fresh"] / 5
        assert case.gptq["shifted"] > 1.5 * case.rtn["shifted"]


def test_half_of_the_samples_from_the_inputs_in_use_repair_it(cases: list[ShiftedInputs]) -> None:
    for case in cases:
        assert case.mixing_repairs_it
        assert case.mixed["shifted"] < case.rtn["shifted"] / 2


def test_errors_are_those_of_the_race_in_the_player() -> None:
    case, run = shifted_inputs(), race(example_layer("shift", 32, 64, 512, 75), GPTQConfig())
    for method, errors in (("rtn", case.rtn), ("gptq", case.gptq)):
        assert errors["calibration"] == pytest.approx(run.calibration[method][-1])
        # Half of the inputs in use; the others may be calibrated on.
        assert errors["shifted"] == pytest.approx(run.held_out[method][-1], rel=0.05)


def test_no_input_is_both_calibrated_on_and_counted_as_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[np.ndarray] = []
    calibrated: list[np.ndarray] = []

    class Recorded(module.Layer):
        def __init__(self, W: np.ndarray, X: np.ndarray) -> None:
            calibrated.append(X)
            super().__init__(W, X)

    def recorded(W: np.ndarray, Q: np.ndarray, X: np.ndarray) -> float:
        judged.append(X)
        return 0.0

    monkeypatch.setattr(module, "Layer", Recorded)
    monkeypatch.setattr(module, "output_error", recorded)
    module.shifted_inputs()
    seen = {row.tobytes() for X in calibrated for row in X}
    for k, X in enumerate(judged):
        assert all((row.tobytes() in seen) == (k % 3 == 0) for row in X)
