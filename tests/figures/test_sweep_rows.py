"""A sweep as a table of words and as a file, and what is said of its plan."""

from __future__ import annotations

import csv
import io
from typing import Any, NamedTuple

import pytest

from gptq_viz.figures.error_by_method import error_by_method_data
from gptq_viz.figures.sweep_plan_words import idle_text, left_out_remarks, limit_text, nothing_text
from gptq_viz.figures.sweep_points import sweep_points
from gptq_viz.figures.sweep_rows import csv_text, differences, medians_table, one_run
from gptq_viz.numerics import GPTQConfig, example_layer, race
from tests.figures.sweep_tables import asked, points_of, really_run


class Skipped(NamedTuple):
    values: dict[str, Any]
    reason: str


def test_the_file_has_every_row_to_the_last_bit_with_all_settings() -> None:
    swept = asked({"group": (None, 8), "act_order": (False, True)}, seeds=2, bits=4)
    table = really_run(swept)
    rows = list(csv.DictReader(io.StringIO(csv_text(table, swept))))
    assert len(rows) == len(table["error"]) == 16
    assert [float(row["error"]) for row in rows] == table["error"].tolist()
    assert [float(row["calibration_error"]) for row in rows] == table["calibration_error"].tolist()
    assert {row["bits"] for row in rows} == {"4"}
    assert {row["group"] for row in rows} == {"none", "8"}
    assert {row["act_order"] for row in rows} == {"0", "1"}
    assert {row["seed"] for row in rows} == {"75", "76"}
    assert {row["data"] for row in rows} == {"factor"}


def test_the_table_has_medians_bands_and_true_bits_and_marks_the_best() -> None:
    swept = asked({"bits": (3, 4)})
    points = points_of(swept, lambda values, seed, method: ((seed - 74) / values[0], 0.5))
    table = medians_table(points, swept, points[1])
    assert table.header[:4] == ("setting", "bits a weight", "RTN, held out", "RTN, calibration")
    assert table.rows[1][:4] == ("4 bits", "5.25", "0.750 (0.350 to 1.15)", "0.500 (0.500 to 0.500)")
    assert table.marked == 1
    assert medians_table(points, swept, None).marked == -1


def test_one_run_is_the_first_point_of_a_sweep_that_holds_its_setting() -> None:
    errors = error_by_method_data(race(example_layer("factor", 8, 16, 256, 75), GPTQConfig()))
    swept = asked({"damp": (0.01, 0.1)}, methods=("rtn", "gptq"))
    [point] = sweep_points(one_run(errors, swept), swept)
    assert point.values == (0.01,)
    assert {name: point.held_out[name].median for name in ("rtn", "gptq")} == {
        one.method: one.held_out for one in errors if one.method != "frozen"
    }
    elsewhere = asked({"damp": (0.1, 1.0)})
    assert sweep_points(one_run(errors, elsewhere), elsewhere) == ()


def test_differences_are_named_in_words() -> None:
    assert differences({"bits": 3, "group": None, "n": 1}, {"bits": 4, "group": 8, "n": 1}) == (
        "3 bits, no groups",
        "4 bits, groups of 8",
    )


def test_what_is_left_out_is_grouped_by_its_reason() -> None:
    skipped = [Skipped({"n": n, "damp": 0.0}, f"H is singular with so few ({n})") for n in range(1, 16)]
    remarks = left_out_remarks([*skipped, Skipped({"n": 9000, "seed": 3}, "too many")])
    assert [one.title for one in remarks] == ["H is singular with so few", "Too many"]
    assert remarks[0].numbers == (("15", "settings"),)
    assert remarks[0].sentence.startswith("1 sample, damping 0; 2 samples, damping 0; ")
    assert remarks[0].sentence.endswith(" and 3 more")
    assert remarks[1].sentence == "9,000 samples, seed 3"
    assert nothing_text(skipped) == "None of these settings can be run: H is singular with so few."


@pytest.mark.parametrize(
    ("seconds", "seeds", "said"),
    [
        (60.0, 5, ""),
        (301.0, 5, "It fits with 4 seeds instead of 5, or with fewer values."),
        (1500.0, 5, "It fits with 1 seed instead of 5, or with fewer values."),
        (1501.0, 5, "Pick fewer values or a smaller layer: even one seed takes too long."),
    ],
)
def test_a_sweep_beyond_the_limit_is_told_what_would_fit(seconds: float, seeds: int, said: str) -> None:
    assert limit_text(seconds, 300.0, seeds).endswith(said)
    assert bool(limit_text(seconds, 300.0, seeds)) == bool(said)


def test_scales_without_groups_are_said_to_change_nothing() -> None:
    assert "changes nothing" in idle_text(asked({"scales": ("updated", "static")}))
    assert not idle_text(asked({"scales": ("updated", "static")}, group=8))
    assert not idle_text(asked({"scales": ("updated", "static"), "group": (None, 8)}))
    assert not idle_text(asked({"bits": (3, 4)}))


def test_that_claim_about_scales_holds() -> None:
    swept = asked({"scales": ("updated", "static", "reference")}, seeds=3)
    points = sweep_points(really_run(swept), swept)
    assert len({point.held_out["gptq"].median for point in points}) == 1
