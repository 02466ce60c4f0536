"""What holds for the picture and the words of every case."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from gptq_viz.figures.cases.error_axis import height_of_two, picture_height
from gptq_viz.figures.numbers import three_digits
from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Palette, Sizes
from tests.figures.cases.cards import PICTURES, words

# The number of the answer that the preset supports, as the card's page says it.
RIGHT = {
    "few": 2,
    "shifted": 0,
    "white": 2,
    "loud": 0,
    "dead": 1,
    "damping": 1,
    "clipped": 1,
    "singular": 2,
    "groups": 1,
    "ties": 1,
}
# Quick enough to be run with many seeds here.
QUICK = ("loud", "dead", "singular", "groups", "ties")
ALL = pytest.mark.parametrize("name", PICTURES)


@ALL
@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("sizes", [NORMAL, PROJECTOR])
def test_every_picture_has_one_of_two_heights_and_the_colours_of_its_theme(
    found: dict[str, Any], name: str, palette: Palette, sizes: Sizes
) -> None:
    figure = PICTURES[name][0].figure(found[name], palette, sizes)
    assert figure.layout.height in (picture_height(sizes), height_of_two(sizes))
    other = DARK if palette is LIGHT else LIGHT
    sent = figure.to_json()
    json.loads(sent, parse_constant=pytest.fail)
    for colour in (other.gptq, other.rtn, other.variant, other.muted):
        assert colour not in sent


@ALL
def test_words_are_whole_sentences_without_nan(found: dict[str, Any], name: str) -> None:
    picture = PICTURES[name][0]
    remarks = picture.numbers(found[name])
    said = [picture.text(found[name]), picture.look_for(found[name]), *(one.sentence for one in remarks)]
    assert 2 <= len(remarks) <= 3
    for sentence in filter(None, said):
        assert sentence.endswith((".", "✕.", "”"))
        assert sentence[0].isupper() or sentence[0] == "“" or sentence[0].isdigit()
        assert "nan" not in sentence.split()
    assert picture.look_for(found[name]).count(". ") <= 1


@ALL
def test_the_preset_supports_the_answer_that_the_page_expects(found: dict[str, Any], name: str) -> None:
    assert PICTURES[name][0].right(found[name]) == RIGHT[name]


@pytest.mark.parametrize("name", QUICK)
def test_20_other_seeds_support_it_too(name: str) -> None:
    picture, case = PICTURES[name]
    assert {picture.right(case(seed=seed)) for seed in range(20)} == {RIGHT[name]}


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("seed", range(4))
def test_pictures_and_words_survive_other_seeds(name: str, seed: int) -> None:
    picture, case = PICTURES[name]
    data = case(seed=seed)
    json.loads(picture.figure(data, LIGHT, NORMAL).to_json())
    assert picture.look_for(data)
    assert picture.numbers(data)


def test_held_out_stands_beside_calibration_and_rtn_in_every_card(found: dict[str, Any]) -> None:
    few, shifted, white, loud, dead, damping, clipped, singular, groups, ties = found.values()
    ties = ties["reference"]
    expected = {
        "few": [
            *(
                np.median(errors, 0)[place]
                for errors in (few.held_out, few.calibration, few.usual, few.usual_calibration)
                for place in (few.peak, few.behind)
            ),
            np.median(few.rtn),
        ],
        "shifted": [shifted.gptq["calibration"], shifted.gptq["shifted"], shifted.rtn["shifted"]],
        # Ratios to RTN's.
        "white": [np.median(errors) for errors in (white.held_out, white.calibration, white.held_out_many)],
        "loud": [
            *(error for one in loud.orders.values() for error in (one.held_out, one.calibration)),
            loud.rtn_held_out,
            loud.rtn_calibration,
        ],
        "dead": [error for run in dead.runs.values() for error in (run.held_out, run.calibration)],
        "damping": [
            damping.held_out[1],
            damping.held_out[-1],
            damping.calibration[1],
            damping.rtn_held_out,
            damping.rtn_calibration,
        ],
        "clipped": [
            *(
                errors[name]
                for errors in (clipped.held_out, clipped.calibration)
                for name in ("plain", "groups", "both", "damped")
            ),
            clipped.rtn["plain"],
            clipped.rtn["groups"],
        ],
        "singular": [
            *singular.held_out,
            *singular.calibration,
            singular.rtn_held_out,
            singular.rtn_calibration,
        ],
        "groups": [
            *(error for run in groups.runs.values() for error in (run.held_out, run.calibration)),
            groups.rtn_held_out,
            groups.rtn_calibration,
        ],
        "ties": [*ties.held_out, *ties.calibration, ties.rtn_held_out],
    }
    assert list(expected) == list(PICTURES)
    for name, errors in expected.items():
        said = f"{words(name, found[name])}\n{PICTURES[name][0].text(found[name])}"
        for error in errors:
            assert three_digits(float(error)) in said, name
