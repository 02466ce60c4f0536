"""Pictures and words of too few samples, shifted and white inputs, heavy damping, and clipping."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gptq_viz.figures.cases import clipped_weights, few_samples, heavy_damping, shifted_inputs, white_inputs
from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics.cases.clipped_weights import clipped_weights as clipped_case
from gptq_viz.numerics.cases.few_samples import few_samples as few_case
from gptq_viz.numerics.cases.heavy_damping import heavy_damping as damping_case
from gptq_viz.numerics.cases.shifted_inputs import shifted_inputs as shifted_case
from gptq_viz.numerics.cases.white_inputs import white_inputs as white_case
from gptq_viz.theme import DARK, LIGHT, METHODS, NORMAL, PROJECTOR, Palette, Sizes
from gptq_viz.ui.cases.of_inputs import FEW_SAMPLES

PICTURES: dict[str, tuple[Any, Any]] = {
    "few": (few_samples, few_case),
    "shifted": (shifted_inputs, shifted_case),
    "damping": (heavy_damping, damping_case),
    "white": (white_inputs, white_case),
    "clipped": (clipped_weights, clipped_case),
}
# The number of the answer that the preset supports, as the card's page says it.
RIGHT = {"few": 2, "shifted": 0, "damping": 1, "white": 2, "clipped": 1}
ALL = pytest.mark.parametrize("name", PICTURES)


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    return {name: case() for name, (_, case) in PICTURES.items()}


def traces(figure: Any) -> dict[str, Any]:
    return {trace.name: trace for trace in figure.data if trace.name}


def words(name: str, data: Any) -> str:
    """All that is written beside a picture."""
    remarks = PICTURES[name][0].numbers(data)
    numbers = [" ".join(pair) for remark in remarks for pair in remark.numbers]
    return "\n".join([*numbers, *(remark.sentence for remark in remarks)])


@ALL
@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("sizes", [NORMAL, PROJECTOR])
def test_every_picture_has_its_height_and_the_colours_of_its_theme(
    found: dict[str, Any], name: str, palette: Palette, sizes: Sizes
) -> None:
    figure = PICTURES[name][0].figure(found[name], palette, sizes)
    assert 270 <= figure.layout.height <= 360
    other = DARK if palette is LIGHT else LIGHT
    sent = figure.to_json()
    assert "nan" not in sent.lower()
    for colour in (other.gptq, other.rtn, other.muted):
        assert colour not in sent


@ALL
def test_words_are_whole_sentences(found: dict[str, Any], name: str) -> None:
    picture = PICTURES[name][0]
    remarks = picture.numbers(found[name])
    said = [picture.text(found[name]), picture.look_for(found[name]), *(one.sentence for one in remarks)]
    assert 2 <= len(remarks) <= 3
    for sentence in filter(None, said):
        assert sentence.endswith(".")
        assert sentence[0].isupper()
        assert "nan" not in sentence.split()


@ALL
def test_the_preset_supports_the_answer_that_the_page_expects(found: dict[str, Any], name: str) -> None:
    assert PICTURES[name][0].right(found[name]) == RIGHT[name]


def test_held_out_stands_beside_calibration_and_rtn_in_every_card(found: dict[str, Any]) -> None:
    few, shifted, damping, clipped = (found[name] for name in ("few", "shifted", "damping", "clipped"))
    expected = {
        "few": [
            np.median(errors, 0)[place]
            for errors in (few.held_out, few.calibration, few.usual, few.usual_calibration)
            for place in (few.peak, few.behind)
        ],
        "shifted": [shifted.gptq["calibration"], shifted.gptq["shifted"], shifted.rtn["shifted"]],
        "damping": [damping.held_out[1], damping.held_out[-1], damping.rtn_held_out],
        "clipped": [
            clipped.held_out["groups"],
            clipped.calibration["groups"],
            clipped.rtn["plain"],
            clipped.rtn["groups"],
        ],
    }
    for name, errors in expected.items():
        for error in errors:
            assert three_digits(float(error)) in words(name, found[name])


def test_curves_of_too_few_samples_are_medians_within_their_band(found: dict[str, Any]) -> None:
    data = found["few"]
    drawn = traces(few_samples.figure(data, LIGHT, NORMAL))
    assert list(drawn["damping 1e-6"].y) == pytest.approx(list(np.median(data.held_out, axis=0)))
    assert list(drawn["calibration"].y) == pytest.approx(list(np.median(data.calibration, axis=0)))
    assert list(drawn["damping 0.01"].y) == pytest.approx(list(np.median(data.usual, axis=0)))
    assert set(drawn["RTN"].y) == {np.median(data.rtn)}
    assert len({(line.line.dash, line.marker.symbol) for line in drawn.values()}) == 4
    [band] = [trace for trace in few_samples.figure(data, LIGHT, NORMAL).data if trace.fill]
    half = len(band.y) // 2
    above, below = np.array(band.y[:half]), np.array(band.y[half:])[::-1]
    assert (below <= drawn["damping 1e-6"].y).all()
    assert (drawn["damping 1e-6"].y <= above).all()


def test_the_card_and_the_words_say_of_how_many_seeds_the_medians_are(
    found: dict[str, Any],
) -> None:
    seeds = f"{len(found['few'].rtn)} seeds"
    assert seeds in FEW_SAMPLES.situation
    assert f"Medians of {seeds}; the pale band holds the middle 80 %." in words("few", found["few"])


def test_without_a_cliff_no_sentence_speaks_of_one(found: dict[str, Any]) -> None:
    data = replace(found["few"], held_out=found["few"].usual)
    assert "cliff" not in few_samples.look_for(data)
    assert few_samples.right(data) == 1  # below RTN for any number
    slow = replace(data, rtn=data.rtn / 4)
    assert few_samples.right(slow) == 0


def test_lines_of_shifted_inputs_cross_and_every_point_has_its_number(found: dict[str, Any]) -> None:
    data = found["shifted"]
    drawn = traces(shifted_inputs.figure(data, LIGHT, NORMAL))
    rtn, gptq = drawn["RTN"], drawn["GPTQ"]
    assert gptq.y[0] < rtn.y[0]
    assert gptq.y[2] > rtn.y[2]
    assert (rtn.line.dash, gptq.line.dash) == (METHODS["rtn"].dash, METHODS["gptq"].dash)
    for line in drawn.values():
        assert list(line.text) == [three_digits(value) for value in line.y]
    at_end = [line.textposition[2] for line in (rtn, gptq)]
    assert at_end == ["top center", "top center"]


@pytest.mark.parametrize(("factor", "answer"), [(3.0, 0), (1.0, 1), (0.5, 2)])
def test_the_verdict_on_shifted_inputs_follows_the_errors(
    found: dict[str, Any], factor: float, answer: int
) -> None:
    rtn = found["shifted"].rtn
    data = replace(found["shifted"], gptq={kind: factor * rtn[kind] for kind in rtn})
    assert shifted_inputs.right(data) == answer
    assert "crosses" not in shifted_inputs.look_for(data)
    said = shifted_inputs.numbers(data)[1].sentence
    assert said.startswith({0: "In use GPTQ makes 3.0 times RTN’s error"}.get(answer, "In use RTN makes"))


def test_a_mix_that_does_not_help_is_not_said_to(found: dict[str, Any]) -> None:
    data = replace(found["shifted"], mixed=found["shifted"].gptq)
    assert "is better than RTN" not in shifted_inputs.numbers(data)[2].sentence


def test_below_the_dampings_stands_the_share_of_codes_that_differ(found: dict[str, Any]) -> None:
    data = found["damping"]
    axis = heavy_damping.figure(data, LIGHT, NORMAL).layout.xaxis
    assert axis.ticktext[axis.tickvals.index(100.0)] == "100<br><1 %"
    place = list(data.damps).index(1.0)
    assert axis.ticktext[axis.tickvals.index(1.0)] == f"1<br>{100 * data.differing[place]:.0f} %"
    far = replace(data, held_out=data.held_out / 2)
    assert "climbs" not in heavy_damping.look_for(far)
    assert heavy_damping.right(far) == 0
    assert heavy_damping.right(replace(data, held_out=2 * data.held_out)) == 2


def test_every_seed_of_white_inputs_is_a_dot_and_the_median_a_bar(found: dict[str, Any]) -> None:
    data = found["white"]
    figure = white_inputs.figure(data, LIGHT, NORMAL)
    strips = traces(figure)
    assert len({strip.marker.symbol for strip in strips.values()}) == 3
    expected = [data.calibration, data.held_out, data.held_out_many]
    names = ["calibration, 64 samples", "held out, 64 samples", "held out, 512 samples"]
    bars = {shape.x0 for shape in figure.layout.shapes if shape.x0 == shape.x1}
    for name, ratios in zip(names, expected, strict=True):
        assert list(strips[name].x) == list(ratios)
        assert float(np.median(ratios)) in bars
    heights = [set(np.round(strip.y)) for strip in strips.values()]
    assert all(len(height) == 1 for height in heights)
    low, high = figure.layout.xaxis.range
    assert low < min(ratios.min() for ratios in expected) < 1 < max(r.max() for r in expected) < high


def test_where_gptq_does_not_lose_on_white_inputs_no_sentence_says_so(found: dict[str, Any]) -> None:
    better = replace(found["white"], held_out=found["white"].calibration)
    alike = replace(found["white"], held_out=np.ones(5))
    assert "worse than plain rounding" not in white_inputs.look_for(better)
    assert (white_inputs.right(better), white_inputs.right(alike)) == (0, 1)
    assert "0 of 30" in words("white", better)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_every_clipped_weight_is_hatched_and_counted(found: dict[str, Any], palette: Palette) -> None:
    data = found["clipped"]
    bars = traces(clipped_weights.figure(data, palette, NORMAL))["clipped"]
    cells = sorted(zip((np.array(bars.base) + 0.5).astype(int), bars.x, strict=True))
    assert cells == sorted(zip(*np.nonzero(data.clipped), strict=True))
    assert bars.marker.pattern.shape == "x"
    assert bars.marker.line.color == palette.clipped
    assert f"{len(cells)} of 512" in words("clipped", data)
    assert clipped_weights.text(data).count("row ") == len(cells)


def test_weights_beyond_the_colours_are_as_strong_as_their_end(found: dict[str, Any]) -> None:
    heat = clipped_weights.figure(found["clipped"], LIGHT, NORMAL).data[0]
    assert (heat.zmin, heat.zmax) == (-2, 2)


def test_without_clipped_weights_the_card_says_none(found: dict[str, Any]) -> None:
    nothing = np.zeros_like(found["clipped"].clipped)
    data = replace(found["clipped"], clipped=nothing, counts=dict.fromkeys(found["clipped"].counts, 0))
    assert clipped_weights.right(data) == 0
    assert "hatched: none." in clipped_weights.text(data)
    assert not data.mostly_behind_the_loud
    assert "Most of" not in clipped_weights.look_for(data)
    assert not len(traces(clipped_weights.figure(data, LIGHT, NORMAL))["clipped"].x)
    full = replace(data, clipped=~nothing)
    assert clipped_weights.right(full) == 2
