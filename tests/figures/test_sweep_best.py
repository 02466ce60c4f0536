"""The best setting and the cheapest nearly as good, against a search by hand, and what is said of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gptq_viz.figures.sweep_best import chosen
from gptq_viz.figures.sweep_points import sweep_points
from gptq_viz.figures.sweep_words import sweep_remarks
from gptq_viz.numerics import GPTQConfig, storage
from tests.figures.sweep_tables import Errors, asked, points_of, really_run

GRID = {"bits": (2, 3, 4), "group": (None, 16, 8)}


def words(grid: dict[str, tuple[object, ...]], errors: Errors, **options: object) -> str:
    """All that is said of such a sweep."""
    swept = asked(grid, **options)
    said = sweep_remarks(points_of(swept, errors), swept)
    return " ".join(
        f"{one.title}: {' '.join(' '.join(pair) for pair in one.numbers)} {one.sentence}" for one in said
    )


def test_best_and_cheapest_are_those_found_by_hand() -> None:
    swept = asked(GRID, seeds=3, out=8, inp=32, n=64)
    table = really_run(swept)
    [one] = chosen(sweep_points(table, swept), swept)
    rows = list(zip(table["bits"], table["group"], table["method"], table["error"], strict=True))
    medians = {
        (b, g): np.median([error for *key, error in rows if key == [b, g, "gptq"]]) for b, g in swept.settings
    }
    bits = {(b, g): storage(8, 32, GPTQConfig(bits=b, group=g)).per_weight for b, g in swept.settings}
    best = min(medians, key=medians.__getitem__)
    near = [setting for setting, error in medians.items() if error <= 1.05 * medians[best]]
    assert one.best.values == best
    assert one.cheapest.values == min(near, key=bits.__getitem__)


@pytest.mark.parametrize(("error", "cheapest"), [(0.104, (3, None)), (0.106, (4, 8))])
def test_five_per_cent_are_given_up_for_fewer_bits_and_not_more(
    error: float, cheapest: tuple[int, int]
) -> None:
    errors = {(4, 8): 0.1, (3, None): error}
    swept = asked(GRID, inp=32)
    [one] = chosen(points_of(swept, lambda values, *_: (errors.get(values, 1.0), 1.0)), swept)
    assert one.best.values == (4, 8)
    assert one.cheapest.values == cheapest


def test_of_equal_errors_the_cheapest_is_best_and_that_is_said() -> None:
    said = words(GRID, lambda *_: (0.1, 0.1), inp=32)
    assert "GPTQ with 2 bits, no groups." in said
    assert "The best setting itself: no other within 5 % takes fewer bits." in said
    assert "its lead over 8 of the other 8 settings: in some seeds they do as well or better" in said
    assert "0 of 9 settings with less error" in said
    assert "About the same, within 5 %, in 9." in said


def test_a_lead_in_every_seed_is_called_one_though_seeds_differ_more() -> None:
    said = words({"bits": (3, 4)}, lambda values, seed, _: (10.0**seed / values[0], 1.0))
    assert "GPTQ with 4 bits. Better than the other setting in at least 9 of 10 seeds." in said


def test_a_lead_is_over_each_of_the_others_for_itself_which_need_not_be_one_over_all_at_once() -> None:
    def errors(values: tuple[int], seed: int, method: str) -> tuple[float, float]:
        ahead = {(2,): 75, (3,): 76}
        return (0.1 if values == (4,) else (0.05 if ahead.get(values) == seed else 0.2)), 0.1

    said = words({"bits": (2, 3, 4)}, errors, seeds=10)
    assert "GPTQ with 4 bits. Better than each of the others in at least 9 of 10 seeds." in said


def test_a_lead_that_seeds_turn_round_is_none() -> None:
    def errors(values: tuple[int], seed: int, method: str) -> tuple[float, float]:
        return (0.1 if values == (4,) else (0.05 if seed == 75 else 0.2)), 0.1

    said = words({"bits": (3, 4)}, errors)
    assert "GPTQ with 4 bits." in said
    assert "The spread over seeds is larger than its lead over the other setting" in said


def test_one_seed_claims_nothing_of_others() -> None:
    said = words({"bits": (3, 4)}, lambda values, *_: (1 / values[0], 1.0), seeds=1)
    assert "One seed only: another may turn close settings round." in said
    assert "9 of 10" not in said
    assert "median" not in said


def test_of_many_seeds_the_first_claims_no_more_than_one() -> None:
    def errors(values: tuple[int], seed: int, method: str) -> tuple[float, float] | None:
        return (1 / values[0], 1.0) if seed == 75 else None

    said = words({"bits": (3, 4)}, errors)
    assert "held out, 1 seed" in said
    assert "One seed only: another may turn close settings round." in said
    assert "9 of 10" not in said
    assert "median" not in said


def test_where_plain_rounding_does_better_that_is_said() -> None:
    def errors(values: tuple[int], seed: int, method: str) -> tuple[float, float]:
        return (0.05 if method == "rtn" and values == (3,) else 0.1), 0.1

    said = words({"bits": (3, 4)}, errors)
    assert "Plain rounding (RTN) does better: 0.0500 with 3 bits." in said
    assert "It loses with 3 bits: 2.0 times RTN’s error." in said
    assert "0 of 2 settings with less error" in said


def test_settings_with_less_as_much_and_more_error_add_up() -> None:
    gains = {(2,): 0.5, (3,): 1.0, (4,): 1.04, (5,): 1.06}
    said = words({"bits": (2, 3, 4, 5)}, lambda at, _, method: (gains[at] if method == "rtn" else 1.0, 1.0))
    assert "1 of 4 settings with less error" in said
    assert "About the same, within 5 %, in 2. It loses with 2 bits: 2.0 times RTN’s error." in said


def test_where_gptq_is_best_nothing_is_said_for_rtn() -> None:
    said = words({"bits": (3, 4)}, lambda values, _, method: (0.5 if method == "rtn" else 0.1, 0.1))
    assert "Plain rounding" not in said
    assert "loses" not in said
    assert "About the same" not in said
    assert "2 of 2 settings with less error" in said
    assert "5.00 to 5.00, median of each setting." in said


def test_layers_are_not_compared_with_each_other() -> None:
    grid = {"act_order": (False, True), "data": ("factor", "white")}
    errors = {(False, "factor"): 0.2, (True, "factor"): 0.1, (False, "white"): 0.4, (True, "white"): 0.5}
    swept = asked(grid)
    points = points_of(swept, lambda values, *_: (errors[values], 1.0))
    assert [(one.layer, one.best.values) for one in chosen(points, swept)] == [
        (("factor",), (True, "factor")),
        (("white",), (False, "white")),
    ]
    assert (
        "factor: act_order on, 0.100; white: act_order off, 0.400" in sweep_remarks(points, swept)[0].sentence
    )


def test_a_sweep_of_layers_alone_names_no_best() -> None:
    said = words({"data": ("factor", "white")}, lambda *_: (0.1, 0.1))
    assert "Every point is another layer: there is no setting to choose among them." in said
    assert "Best setting" not in said


def test_undefined_errors_have_no_best() -> None:
    assert "The held-out outputs are all 0" in words({"bits": (3, 4)}, lambda *_: (math.nan, math.nan))
    some = words({"bits": (3, 4)}, lambda values, *_: (math.nan if values == (3,) else 0.1, 0.1))
    assert "GPTQ with 4 bits." in some


def test_errors_of_zero_are_best_and_compared_with_nothing() -> None:
    said = words({"bits": (3, 8)}, lambda values, *_: (0.0 if values == (8,) else 0.1, 0.0))
    assert "GPTQ with 8 bits." in said
    assert "0 of 1 settings with less error" in said
    said = words({"bits": (3,)}, lambda values, seed, method: (0.0 if method == "gptq" else 0.1, 0.0))
    assert "no setting in which both errors are known and GPTQ’s is above 0." in said


def test_without_gptq_the_frozen_inverse_is_what_settings_are_compared_by() -> None:
    said = words({"bits": (3, 4)}, lambda values, *_: (1 / values[0], 1.0), methods=("rtn", "frozen"))
    assert "Frozen inverse with 4 bits." in said
    assert "Frozen inverse against RTN, held out" in said
