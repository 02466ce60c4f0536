"""What the buttons of sweeps claim, on their own seeds and on others; and which values are offered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gptq_viz.figures.sweep_points import SweepPoint, sweep_points
from gptq_viz.ui.presets import PRESETS, Preset
from gptq_viz.ui.settings import FIELDS, Settings
from gptq_viz.ui.sweep_options import PARAMETERS, defaults, options
from gptq_viz.ui.sweep_presets import SWEEP_PRESETS, SweepPreset
from tests.figures.sweep_tables import asked, really_run

DAMPING, SAMPLES, BITS, ACT_ORDER = SWEEP_PRESETS
SEEDS = (Settings().seed, 1000)


def points_of(preset: SweepPreset, seed: int, **settings: object) -> dict[tuple[object, ...], SweepPoint]:
    """The sweep of a button, on its layers or with the seeds from another one on."""
    base = {**preset.settings, **settings, "seed": seed}
    swept = asked(preset.grid, preset.seeds, ("rtn", *preset.methods), **base)
    return {point.values: point for point in sweep_points(really_run(swept), swept)}


def held_out(points: dict[tuple[object, ...], SweepPoint], method: str = "gptq") -> dict[object, float]:
    return {values[0]: point.held_out[method].median for values, point in points.items()}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_much_damping_turns_gptq_into_rtn_whatever_the_layer(preset: Preset) -> None:
    texts = {key: getattr(preset.settings, key) for key in FIELDS if key != "seed"}
    points = points_of(DAMPING, preset.settings.seed, **{**texts, "damp": 0.01})
    little, much = points[0.01,], points[100.0,]
    assert 0.8 < much.gain.median < 1.25
    assert abs(much.gain.median - 1) <= abs(little.gain.median - 1) + 0.02


def test_with_other_groups_a_difference_to_rtn_remains() -> None:
    layer = {"data": "outliers", "out": 16, "inp": 32, "group": 8}
    gains = [
        points_of(DAMPING, 75, **layer, act_order=act_order)[100.0,].gain.median
        for act_order in (False, True)
    ]
    assert gains[0] < 1.15 < 1.3 < gains[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_with_samples_the_two_errors_of_gptq_meet_after_a_peak_and_rtn_stays(seed: int) -> None:
    points = points_of(SAMPLES, seed)
    seen = {values[0]: point.calibration["gptq"].median for values, point in points.items()}
    unseen, frozen, rtn = (held_out(points, method) for method in ("gptq", "frozen", "rtn"))
    assert seen[8] < 0.75 * seen[1024]
    assert unseen[8] > 1.5 * unseen[1024]
    assert unseen[1024] < 1.1 * seen[1024]
    assert max(rtn.values()) == pytest.approx(min(rtn.values()))
    assert max(frozen, key=frozen.__getitem__) == 32
    assert max(unseen, key=unseen.__getitem__) in (16, 24)
    assert max(unseen.values()) > 3 * unseen[64]


@pytest.mark.parametrize("seed", SEEDS)
def test_bits_and_groups_lower_the_error_and_a_bit_may_be_cheaper(seed: int) -> None:
    points = points_of(BITS, seed)
    for (bits, group), point in points.items():
        for more in ((bits + 1, group), (bits, {None: 32, 32: 16, 16: 8}.get(group, 0))):
            if more in points:
                assert points[more].held_out["gptq"].median < point.held_out["gptq"].median
                assert points[more].per_weight > point.per_weight
    grouped, plain = points[3, 8], points[4, None]
    assert grouped.per_weight > plain.per_weight
    assert grouped.held_out["gptq"].median > plain.held_out["gptq"].median


@pytest.mark.parametrize("seed", SEEDS)
def test_act_order_pays_most_with_outliers_and_hardly_on_white_inputs(seed: int) -> None:
    points = points_of(ACT_ORDER, seed)
    pays = {
        data: points[False, data].held_out["gptq"].median / points[True, data].held_out["gptq"].median
        for data in ("factor", "white", "outliers")
    }
    assert pays["outliers"] > max(pays["factor"], 1.4)
    assert 0.95 < pays["white"] < 1.05


@pytest.mark.parametrize("name", PARAMETERS)
def test_the_values_taken_at_first_are_offered_and_hold_the_settings_own(name: str) -> None:
    odd = {"damp": 0.123, "n": 77, "inp": 99, "out": 3, "bits": 5, "group": 128, "act_order": True}
    for settings in (
        Settings(),
        replace(Settings(), data="digits3", grid="reference", scales="static", **odd),
    ):
        offered, taken = options(name, settings), defaults(name, settings)
        assert getattr(settings, name) in taken
        assert set(taken) <= set(offered)
        assert [FIELDS[name].check(value) for value in offered] == list(offered)
        assert len(set(offered)) == len(offered)
        assert list(taken) == [value for value in offered if value in taken]  # in the order of the axis


def test_every_button_asks_for_settings_and_values_that_there_are() -> None:
    for preset in SWEEP_PRESETS:
        settings = replace(Settings(), **preset.settings)
        for name, values in preset.grid.items():
            assert options(name, settings, values) == tuple(dict.fromkeys(options(name, settings, values)))
            assert set(values) <= set(options(name, settings, values))
