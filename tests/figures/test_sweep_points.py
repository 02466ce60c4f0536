"""Settings of a sweep: medians and quantiles as computed directly, true bits, and what is undefined."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gptq_viz.figures.sweep_points import spread, sweep_points
from gptq_viz.numerics import GPTQConfig, example_layer, race, storage
from tests.figures.sweep_tables import asked, made_up, points_of, really_run


def test_medians_and_quantiles_are_those_of_single_runs() -> None:
    swept = asked(
        {"bits": (2, 4), "group": (None, 8)}, seeds=4, methods=("rtn", "frozen", "gptq"), inp=24, n=64
    )
    points = sweep_points(really_run(swept), swept)
    assert [point.values for point in points] == [(2, None), (2, 8), (4, None), (4, 8)]
    for point in points:
        bits, group = point.values
        races = [
            race(example_layer("factor", 8, 24, 64, seed), GPTQConfig(bits=bits, group=group))
            for seed in swept.seeds
        ]
        for method in swept.methods:
            for found, kind in ((point.held_out, "held_out"), (point.calibration, "calibration")):
                errors = [getattr(one, kind)[method][-1] for one in races]
                assert found[method].median == pytest.approx(np.median(errors), rel=1e-9)
                assert found[method].low == pytest.approx(np.quantile(errors, 0.1), rel=1e-9)
                assert found[method].high == pytest.approx(np.quantile(errors, 0.9), rel=1e-9)
                assert found[method].count == 4
        gains = [one.held_out["rtn"][-1] / one.held_out["gptq"][-1] for one in races]
        assert point.gain.median == pytest.approx(np.median(gains), rel=1e-9)


@pytest.mark.parametrize(("data", "inp", "columns"), [("factor", 128, 128), ("digits1", 128, 64)])
def test_true_bits_are_those_of_the_layer_as_it_is(data: str, inp: int, columns: int) -> None:
    swept = asked({"bits": (3,)}, data=data, inp=inp, group=16, act_order=True)
    expected = storage(8, columns, GPTQConfig(bits=3, group=16, act_order=True)).per_weight
    assert swept.per_weight((3,)) == expected


def test_a_swept_size_counts_in_the_true_bits() -> None:
    swept = asked({"inp": (8, 64)})
    assert [swept.per_weight(values) for values in swept.settings] == [
        storage(8, inp, GPTQConfig()).per_weight for inp in (8, 64)
    ]


def test_a_gain_compares_a_seed_with_itself() -> None:
    """Seeds differ by far more than methods do, and every seed gains a factor of two."""
    points = points_of(
        asked({"bits": (3,)}),
        lambda _, seed, method: (10.0**seed * (2 if method == "rtn" else 1), 1.0),
    )
    assert points[0].gain.low == points[0].gain.median == points[0].gain.high == 2


def test_settings_without_rows_are_left_out_and_single_missing_runs_are_not_counted() -> None:
    swept = asked({"bits": (2, 3, 4)})
    points = points_of(swept, lambda values, seed, _: None if values == (3,) or seed == 75 else (0.1, 0.1))
    assert [point.values for point in points] == [(2,), (4,)]
    assert points[0].held_out["gptq"].count == 4
    assert sweep_points(made_up(swept, lambda *_: None), swept) == ()


def test_undefined_errors_are_no_part_of_a_median() -> None:
    found = spread([math.nan, 1.0, 3.0, math.inf])
    assert (found.median, found.count) == (2.0, 2)
    empty = spread([math.nan])
    assert math.isnan(empty.median)
    assert empty.count == 0


def test_an_error_of_zero_has_no_gain() -> None:
    [point] = points_of(asked({"bits": (8,)}), lambda _, seed, method: (0.0, 0.0))
    assert point.gain.count == 0
    assert point.held_out["gptq"].median == 0


def test_two_sweeps_are_the_same_whatever_stands_where_an_axis_is() -> None:
    grid = {"damp": (0.01, 0.1)}
    assert asked(grid, damp=0.1).asks_as(asked(grid, damp=0.01))
    assert not asked(grid, bits=2).asks_as(asked(grid))
    assert not asked(grid, seed=1).asks_as(asked(grid))
    assert not asked({"damp": (0.01,)}).asks_as(asked(grid))
