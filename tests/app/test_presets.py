"""What a preset's help claims is true of the preset."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gptq_viz.numerics import Race, example_layer, race
from gptq_viz.ui.presets import PRESETS
from gptq_viz.ui.settings import Settings

BY_NAME = {preset.name: preset for preset in PRESETS}


def run(settings: Settings) -> Race:
    return race(example_layer(*settings.layer_key), settings.config)


def ends(result: Race, method: str = "gptq") -> float:
    return float(result.held_out[method][-1])


def test_the_presets_are_the_ones_that_were_asked_for() -> None:
    assert list(BY_NAME) == [
        "Classroom default",
        "2 bits",
        "4 bits",
        "act_order, outliers",
        "Groups of 8",
        "Few samples",
        "White inputs",
        "Digits, layer 2",
    ]
    assert BY_NAME["Classroom default"].settings == Settings()
    assert BY_NAME["Digits, layer 2"].settings.data == "digits2"
    assert all(20 < len(preset.help) < 110 for preset in PRESETS)


def test_two_bits_have_three_levels() -> None:
    result = run(BY_NAME["2 bits"].settings)
    assert set(np.unique(result.traces["gptq"].codes)) == {-1, 0, 1}


def test_four_bits_make_both_errors_small() -> None:
    four, default = run(BY_NAME["4 bits"].settings), run(Settings())
    assert ends(four, "rtn") < 0.01
    assert ends(four) < ends(default) / 3


def test_outliers_are_8_times_louder_and_their_columns_come_first() -> None:
    settings = BY_NAME["act_order, outliers"].settings
    layer, plain = (example_layer(*replace(settings, data=data).layer_key) for data in ("outliers", "factor"))
    loudness = np.linalg.norm(layer.X, axis=0) / np.median(np.linalg.norm(plain.X, axis=0))
    loud = np.argsort(-loudness)[: settings.inp // 16]
    assert (loudness[loud] > 5).all()
    assert set(run(settings).traces["gptq"].perm[: len(loud)]) == set(loud)


def test_act_order_helps_with_outliers() -> None:
    settings = BY_NAME["act_order, outliers"].settings
    assert ends(run(settings)) < ends(run(replace(settings, act_order=False)))


def test_groups_of_8_have_scales_of_their_own() -> None:
    trace = run(BY_NAME["Groups of 8"].settings).traces["gptq"]
    assert trace.scale.shape[1] == 4
    assert list(np.bincount(trace.g_idx)) == [8, 8, 8, 8]


def test_few_samples_flatter_the_calibration_error() -> None:
    preset = BY_NAME["Few samples"]
    assert preset.settings.n < preset.settings.inp
    result = run(preset.settings)
    assert ends(result) > 1.5 * result.calibration["gptq"][-1]


def test_white_inputs_leave_nothing_to_gain() -> None:
    result = run(BY_NAME["White inputs"].settings)
    assert 1 / 1.05 < ends(result, "rtn") / ends(result) < 1.05, "the Overview calls it practically equal"
