"""Pictures and words of loud inputs, dead inputs, a singular H, scattered groups and ties."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gptq_viz.figures.cases import dead_inputs, loud_inputs, scattered_groups, singular_h, two_precisions
from gptq_viz.numerics.cases.dead_inputs import dead_inputs as dead_case
from gptq_viz.numerics.cases.loud_inputs import loud_inputs as loud_case
from gptq_viz.numerics.cases.scattered_groups import scattered_groups as groups_case
from gptq_viz.numerics.cases.singular_h import singular_h as singular_case
from gptq_viz.numerics.cases.two_precisions import two_precisions as ties_case
from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Palette, Sizes

PICTURES: dict[str, tuple[Any, Any]] = {
    "loud": (loud_inputs, loud_case),
    "dead": (dead_inputs, dead_case),
    "singular": (singular_h, singular_case),
    "groups": (scattered_groups, groups_case),
    "ties": (two_precisions, ties_case),
}
# The number of the answer that the preset supports, as the card's page says it.
RIGHT = {"loud": 0, "dead": 1, "singular": 2, "groups": 1, "ties": 1}


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    return {name: case() for name, (_, case) in PICTURES.items()}


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("sizes", [NORMAL, PROJECTOR])
@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_has_its_height_and_colours_of_its_theme(
    found: dict[str, Any], name: str, palette: Palette, sizes: Sizes
) -> None:
    figure = PICTURES[name][0].figure(found[name], palette, sizes)
    assert 320 <= figure.layout.height <= (350 if sizes is NORMAL else 470)
    other = DARK if palette is LIGHT else LIGHT
    sent = figure.to_json()
    for colour in (other.gptq, other.variant, other.muted):
        assert colour not in sent


@pytest.mark.parametrize("name", PICTURES)
def test_words_are_whole_sentences_and_hold_no_nan(found: dict[str, Any], name: str) -> None:
    picture = PICTURES[name][0]
    remarks = picture.numbers(found[name])
    sentences = [picture.text(found[name]), picture.look_for(found[name]), *(r.sentence for r in remarks)]
    assert 2 <= len(remarks) <= 3
    for sentence in sentences:
        assert sentence.endswith((".", "✕.", "”"))
        assert sentence[0].isupper() or sentence[0] == "“" or sentence[0].isdigit()
        assert "nan" not in sentence.split()
    assert picture.look_for(found[name]).count(". ") <= 1


@pytest.mark.parametrize("name", PICTURES)
def test_the_preset_supports_the_answer_that_20_seeds_support(found: dict[str, Any], name: str) -> None:
    picture, case = PICTURES[name]
    assert picture.right(found[name]) == RIGHT[name]
    assert {picture.right(case(seed=seed)) for seed in range(20)} == {RIGHT[name]}


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("seed", range(4))
def test_pictures_and_words_survive_other_seeds(name: str, seed: int) -> None:
    picture, case = PICTURES[name]
    data = case(seed=seed)
    json.loads(picture.figure(data, LIGHT, NORMAL).to_json())
    assert picture.look_for(data)
    assert picture.numbers(data)


def test_loud_bars_are_what_each_step_spends_and_loud_ones_are_marked(found: dict[str, Any]) -> None:
    figure = loud_inputs.figure(found["loud"], LIGHT, NORMAL)
    for place, name in enumerate(("natural", "first")):
        bars, marks = figure.data[2 * place : 2 * place + 2]
        order = found["loud"].orders[name]
        assert np.array_equal(bars.y, order.spent)
        assert np.array_equal(marks.x, np.flatnonzero(order.loud))
        assert len({bars.marker.color[step] for step in marks.x}) == 1
    assert figure.layout.yaxis.range == figure.layout.yaxis2.range


def test_loud_words_name_the_order_that_is_best(found: dict[str, Any]) -> None:
    case = found["loud"]
    orders = dict(case.orders)
    last = replace(case, orders=orders | {"last": replace(orders["last"], held_out=0.001)})
    even = replace(case, orders={name: orders["first"] for name in orders})
    assert [loud_inputs.right(one) for one in (case, last, even)] == [0, 1, 2]
    assert (
        "Quantized last, the loud ones cost 10 times as much as first."
        in loud_inputs.numbers(case)[1].sentence
    )
    assert "times" not in loud_inputs.numbers(even)[1].sentence


def test_dead_inputs_are_hatched_and_every_stem_ends_at_its_held_out_error(found: dict[str, Any]) -> None:
    case = found["dead"]
    figure = dead_inputs.figure(case, LIGHT, NORMAL)
    live, dead = figure.data[:2]
    assert list(dead.x) == np.flatnonzero(case.dead).tolist()
    assert (live.marker.pattern.shape, dead.marker.pattern.shape) == ("", "/")
    assert np.array_equal(dead.y, case.loudness_held_out[case.dead])
    ends = [trace.x[-1] for trace in figure.data[2::3]]
    assert ends == [run.held_out for run in case.runs.values()]


def test_the_better_treatment_of_dead_inputs_is_the_one_with_less_error(found: dict[str, Any]) -> None:
    case = found["dead"]
    sentence = dead_inputs.numbers(case)[0].sentence
    assert sentence.endswith("It costs 4.6 times the error of keeping them.")
    runs = {
        (method, {"kept": "zeroed", "zeroed": "kept"}[treatment]): run
        for (method, treatment), run in case.runs.items()
    }
    other = replace(case, runs=runs)
    assert dead_inputs.right(other) == 2
    assert dead_inputs.numbers(other)[0].sentence.endswith("Keeping them costs 4.6 times its error.")
    same = replace(case, runs={name: case.runs["rtn", "kept"] for name in case.runs})
    assert dead_inputs.right(same) == 0
    assert "practically the same" in dead_inputs.numbers(same)[0].sentence


def test_pivots_end_with_a_cross_where_the_factorization_fails(found: dict[str, Any]) -> None:
    case = found["singular"]
    figure = singular_h.figure(case, LIGHT, NORMAL)
    [cross] = [trace for trace in figure.data if trace.xaxis == "x2" and trace.type == "scatter"]
    assert list(cross.x) == [case.spectrum.failing_column]
    [bars] = [trace for trace in figure.data if trace.xaxis == "x2" and trace.type == "bar"]
    assert np.isnan(bars.y[: case.spectrum.failing_column + 1]).all()
    floor, top = figure.layout.yaxis2.range
    assert floor < np.log10(np.nanmin(bars.y))
    assert np.log10(np.nanmax(bars.y)) < top
    refusal, errors, rank = singular_h.numbers(case)
    assert case.refusal in refusal.sentence
    assert errors.sentence.startswith("Damping that lets it run is not yet enough: 2.7 times the error.")
    assert rank.numbers == (("24", "of 32"),)


def test_with_samples_enough_nothing_is_refused_and_nothing_crossed_out() -> None:
    case = singular_case(n=256)
    figure = singular_h.figure(case, LIGHT, NORMAL)
    assert not [trace for trace in figure.data if trace.xaxis == "x2" and trace.type == "scatter"]
    assert singular_h.right(case) == 0
    assert singular_h.numbers(case)[0].sentence.startswith("Nothing is refused")
    assert "It comes to its end." in singular_h.text(case)


def test_who_reads_g_idx_is_said_by_name(found: dict[str, Any]) -> None:
    case = found["groups"]
    reads, errors = scattered_groups.numbers(case)
    assert [number for number, _ in reads.numbers] == ["4", "49", "4"]
    assert reads.sentence.endswith("With act_order it reads g_idx too, 64 entries.")
    assert len(errors.numbers) == 4
    plain = replace(case, runs={name: case.runs["natural"] for name in case.runs})
    assert scattered_groups.numbers(plain)[0].sentence.endswith("None of them needs g_idx.")
    assert scattered_groups.right(plain) == 0
    assert "leaves them together" in scattered_groups.look_for(plain)


def test_filled_cells_are_codes_that_differ_and_rings_are_ties(found: dict[str, Any]) -> None:
    case = found["ties"]["reference"]
    cells, rings = two_precisions.figure(found["ties"], LIGHT, NORMAL).data
    assert np.array_equal(cells.z, case.differing)
    assert np.array_equal(np.column_stack([rings.y, rings.x]), np.argwhere(case.tied))
    symmetric = {"reference": found["ties"]["symmetric"], "symmetric": found["ties"]["symmetric"]}
    assert two_precisions.right(symmetric) == 0
    assert two_precisions.numbers(symmetric)[1].sentence == "None in float32. On the symmetric grid: 0 and 0."
    worse = {"reference": replace(case, held_out=(0.1, 0.2)), "symmetric": symmetric["symmetric"]}
    assert two_precisions.right(worse) == 2
