"""Three grids over a row: the picture, and why 0 is the code it is."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.figures.grid_strips import MOST_CODES, MOST_LEVELS, grids_figure
from gptq_viz.figures.grids import grid_errors_data, grids_data, grids_remarks, grids_text, signed
from gptq_viz.numerics import ALLOWED_BITS, GRIDS, GPTQConfig, Layer, Race, example_layer, race
from gptq_viz.theme import DARK, LIGHT, NORMAL, Palette


def run(**settings: object) -> Race:
    return race(example_layer("factor", 8, 16, 256, 75), GPTQConfig(**settings))


def test_why_zero_is_the_code_it_is_with_4_bits() -> None:
    result = run(bits=4, grid="reference")
    data = grids_data(result, 2)
    symmetric, asymmetric, reference = grids_remarks(data, grid_errors_data(result))
    assert symmetric.title == "symmetric: 0 is code 0. Layer’s errors:"
    assert symmetric.sentence.startswith("As many levels below 0 as above: one of 16 codes is unused.")
    assert reference.title == "reference: 0 is code 8. Layer’s errors:"
    assert reference.sentence.startswith("No signs: the middle code is 0, with 8 levels below it and 7 above")
    w = result.layer.W[2]
    zero = round(-w.min() / ((w.max() - w.min()) / 15))
    assert asymmetric.title == f"asymmetric: 0 is code {zero}. Layer’s errors:"
    assert asymmetric.sentence.startswith("Levels span the row, −2.07 to 0.961; 0 falls where it falls.")


@pytest.mark.parametrize("bits", ALLOWED_BITS)
@pytest.mark.parametrize("grid", GRIDS)
def test_errors_are_those_of_the_run_and_the_counts_of_levels_are_true(bits: int, grid: str) -> None:
    result = run(bits=bits, grid=grid)
    data = grids_data(result, 0)
    said = grids_remarks(data, grid_errors_data(result))[GRIDS.index(grid)]
    assert said.title.endswith(". Layer’s errors:")
    for (number, _), name in zip(said.numbers, ("rtn", "gptq"), strict=True):
        assert float(number) == pytest.approx(result.held_out[name][-1], rel=0.005)
    calibration = said.sentence.split("Calibration: ")[1].rstrip(".").split(", ")
    assert float(calibration[1]) == pytest.approx(result.calibration["gptq"][-1], rel=0.005)
    reference = data.grids[2]
    below, above = (reference.levels < 0).sum(), (reference.levels > 0).sum()
    assert (
        f"{below} levels below it and {above} above"
        in grids_remarks(data, grid_errors_data(result))[2].sentence
    )


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_each_ruler_has_the_same_weights_above_and_its_codes_below(palette: Palette) -> None:
    data = grids_data(run(), 2)
    figure = grids_figure(data, palette, NORMAL)
    ways, rulers, weights = figure.data[0::3], figure.data[1::3], figure.data[2::3]
    for one, way, ruler, dots in zip(data.grids, ways, rulers, weights, strict=True):
        assert list(dots.x) == list(data.weights)
        assert list(ruler.x) == list(one.levels)
        assert list(way.x[0:2]) == [data.weights[0], one.quantized[0]]
    for number, one in enumerate(data.grids):
        words = [note for note in figure.layout.annotations if note.yref == ("y", "y2", "y3")[number]]
        codes = {note.text.strip("<b>/"): note for note in words[:-1]}
        assert list(codes) == [signed(code) for code in one.level_codes]
        framed = [text for text, note in codes.items() if note.borderwidth]
        assert framed == [signed(one.zero)]
        assert codes[framed[0]].x == 0
        assert f"<b>{one.grid}</b>" in words[-1].text
    low, high = figure.layout.xaxis.range
    assert low < min(one.levels.min() for one in data.grids)
    assert high > max(one.levels.max() for one in data.grids)


@pytest.mark.parametrize("bits", ALLOWED_BITS)
def test_many_levels_are_named_here_and_there_and_zero_always(bits: int) -> None:
    data = grids_data(run(bits=bits), 0)
    figure = grids_figure(data, LIGHT, NORMAL)
    for number, one in enumerate(data.grids):
        words = [note for note in figure.layout.annotations if note.yref == ("y", "y2", "y3")[number]][:-1]
        assert len(words) <= MOST_CODES
        assert [note.text for note in words if note.borderwidth] == [f"<b>{signed(one.zero)}</b>"]
        drawn = any(trace.mode == "markers" and trace.marker.symbol == "line-ns" for trace in figure.data)
        assert drawn == (2**bits <= MOST_LEVELS)


def test_dead_inputs_and_rows_of_zeros_have_rulers_too() -> None:
    dead = race(example_layer("dead", 8, 16, 256, 75), GPTQConfig())
    data = grids_data(dead, 0)
    assert (data.weights[dead.traces["rtn"].dead] == 0).all()
    silent = race(Layer(np.zeros((2, 3)), np.eye(3)), GPTQConfig())
    data = grids_data(silent, 1)
    said = grids_remarks(data, grid_errors_data(silent))
    assert said[1].sentence.startswith("A row of zeros: its levels span −1 to 1.")
    assert said[0].numbers == (("–", "RTN"), ("–", "GPTQ"))
    assert "nan" not in grids_figure(data, LIGHT, NORMAL).to_json().lower() + grids_text(data)


def test_the_text_has_every_grid() -> None:
    text = grids_text(grids_data(run(), 2))
    assert text.startswith(
        "16 weights of row 2 on three grids of 3 bits. symmetric: codes −3 to 3, 0 is code 0, "
    )
    assert "reference: codes 0 to 7, 0 is code 4" in text
