"""Rows in three pictures: dots joined, ways from RTN to GPTQ, and the words about both."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.figures.row_dots import dot_size, rows_figure
from gptq_viz.figures.row_moves import moves, moves_remarks, moves_text
from gptq_viz.figures.row_paths import MOST_ARROWS, paths_figure
from gptq_viz.figures.row_words import rows_remarks
from gptq_viz.figures.rows import RowPicture, rows_data, rows_text, verdicts
from gptq_viz.numerics import GPTQConfig, Layer, RowErrors, example_layer, race
from gptq_viz.theme import DARK, LIGHT, METHODS, NORMAL, PROJECTOR, Palette
from gptq_viz.ui.presets import PRESETS, Preset

NAN = float("nan")


def picture(rtn: list[float], gptq: list[float], weights: tuple[list[float], list[float]]) -> RowPicture:
    """Rows with these held-out errors; calibration errors are half of them."""
    errors = {
        name: RowErrors(np.array(held_out), np.array(held_out) / 2, np.array(own))
        for name, held_out, own in zip(("rtn", "gptq"), (rtn, gptq), weights, strict=True)
    }
    return RowPicture(errors, "gptq")


HAND = picture([0.4, 0.1, 0.2, 0.3], [0.1, 0.2, 0.2, 0.1], ([1, 1, 1, 1], [2, 2, 1, 0.5]))
SILENT = rows_data(race(Layer(np.zeros((2, 3)), np.eye(3)), GPTQConfig()))


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_rows_that_gain_and_lose_are_counted_on_every_preset(preset: Preset) -> None:
    layer = example_layer(*preset.settings.layer_key)
    result = race(layer, preset.settings.config)
    data = rows_data(result)
    misses = {
        name: np.square(layer.X_test @ (layer.W - result.traces[name].quantized).T).sum(axis=0)
        for name in ("rtn", "gptq")
    }
    better = int((misses["gptq"] * 1.05 < misses["rtn"]).sum())
    counts = rows_remarks(data)[0]
    assert counts.numbers == ((f"{better} of {layer.out}", "rows"),)
    assert counts.sentence.startswith(f"Held out: {better} less, ")
    far = int(((misses["gptq"] < misses["rtn"]) & (moved(layer.W, result) > 0)).sum())
    assert moves(data)["right and down"] == far
    assert sum(moves(data).values()) == layer.out


def moved(W: np.ndarray, result: object) -> np.ndarray:
    """By how much the weights of each row are worse by GPTQ than by RTN."""
    own = [np.square(W - result.traces[name].quantized).sum(axis=1) for name in ("gptq", "rtn")]
    return own[0] - own[1]


def test_on_the_default_layer_most_rows_go_right_and_down_and_on_white_inputs_few_do() -> None:
    """Eight seeds of 32 rows each."""
    shares = {
        data: np.mean(
            [
                moves(rows_data(race(example_layer(data, 32, 32, 256, seed), GPTQConfig())))["right and down"]
                for seed in range(8)
            ]
        )
        / 32
        for data in ("factor", "white")
    }
    assert shares["factor"] > 0.8
    assert shares["white"] < 0.5


def test_words_by_hand() -> None:
    counts, ratios, worst = rows_remarks(HAND)
    assert counts.sentence == (
        "Held out: 2 less, 1 more, 1 within 5 %. On calibration inputs: 2 less, 1 more, 1 within 5 %."
    )
    assert ratios.numbers == (("4.0×", "row 0"), ("0.50×", "row 1"))
    assert ratios.sentence == "The median is 2.0×."
    assert worst.title == "Of the whole error the worst row holds"
    assert worst.numbers == (("40 %", "RTN"), ("33 %", "GPTQ"))
    assert worst.sentence == "If all rows had the same error it would be 25 %."
    assert list(HAND.order) == [0, 3, 2, 1]
    assert rows_text(HAND).startswith(
        "Held-out error by row of W, the largest error of RTN first: row 0: RTN 0.400"
    )


def test_ways_by_hand() -> None:
    assert {way: count for way, count in moves(HAND).items() if count} == {
        "right and down": 1,
        "left and down": 1,
        "right and up": 1,
        "unmoved": 1,
    }
    first, means = moves_remarks(HAND)
    assert first.numbers == (("1 of 4", "rows right and down"),)
    assert first.sentence.endswith(
        "Others: 1 left and down: better weights, better outputs; "
        "1 right and up: worse weights, worse outputs; 1 unmoved."
    )
    assert means.numbers == (("1.4×", "weights"), ("0.60×", "outputs"))
    assert "1 right and up: worse weights, worse outputs" in moves_text(HAND)
    straight = picture([1.0, 1.0], [2.0, 1.0], ([1, 1], [1, 2]))
    assert moves_remarks(straight)[0].sentence.endswith("Others: 1 straight up; 1 straight right.")
    alone = picture([1.0], [0.5], ([1], [2]))
    assert moves_remarks(alone)[0].numbers == (("1 of 1", "row right and down"),)
    assert moves_remarks(alone)[0].sentence.endswith("No row goes elsewhere.")


def test_one_row_has_no_share_of_its_own_and_equal_rows_are_named_together() -> None:
    counts, ratios = rows_remarks(picture([1.0], [0.5], ([1], [2])))
    assert counts.numbers == (("1 of 1", "row"),)
    assert (ratios.numbers, ratios.sentence) == ((("2.0×", "row 0"),), "")
    equal = rows_remarks(picture([0.4, 0.1], [0.4, 0.1], ([1, 1], [1, 1])))[1]
    assert (equal.numbers, equal.sentence) == ((("1.00×", "in every row"),), "")


def test_rows_without_error_or_without_outputs() -> None:
    exact = picture([0.0, 0.2], [0.0, 0.1], ([0, 1], [0, 2]))
    _, ratios, _ = rows_remarks(exact)
    assert ratios.numbers == (("2.0×", "row 1"),)
    assert ratios.sentence.endswith("Left out: 1 row in which one of the two leaves no error.")
    assert "one of the two leaves no error" in rows_remarks(picture([0.1], [0.0], ([1], [0])))[1].sentence
    for said in (rows_remarks(SILENT), moves_remarks(SILENT)):
        [only] = said
        assert "outputs of this layer are all 0" in only.sentence
    assert moves(SILENT) == {}
    assert not verdicts(np.array([NAN]), np.array([NAN]))["as good"].any()
    none = picture([0.0], [0.0], ([0], [0]))
    for draw in (rows_figure, paths_figure):
        notes = [
            [note.text or "" for note in draw(data, LIGHT, NORMAL).layout.annotations]
            for data in (none, HAND)
        ]
        assert [any(text.startswith("no ") for text in texts) for texts in notes] == [True, False]
    for data in (exact, SILENT):
        assert "nan" not in rows_figure(data, LIGHT, NORMAL).to_json().lower()
        assert "nan" not in paths_figure(data, LIGHT, NORMAL).to_json().lower()
        assert "nan" not in rows_text(data) + moves_text(data)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_dots_are_joined_row_by_row_and_lines_stand_at_the_means(palette: Palette) -> None:
    figure = rows_figure(HAND, palette, NORMAL)
    joins, rtn, gptq = figure.data
    assert list(rtn.customdata) == [0, 3, 2, 1]
    assert list(rtn.y) == [0.4, 0.3, 0.2, 0.1]
    assert list(gptq.y) == [0.1, 0.1, 0.2, 0.2]
    assert list(joins.y[:3]) == [0.4, 0.1, None]
    assert [rtn.marker.symbol, gptq.marker.symbol] == [METHODS["rtn"].symbol, METHODS["gptq"].symbol]
    assert [shape.y0 for shape in figure.layout.shapes] == pytest.approx([0.25, 0.15])
    assert [shape.line.dash for shape in figure.layout.shapes] == ["dash", "solid"]
    assert list(figure.layout.xaxis.ticktext) == ["0", "3", "2", "1"]


@pytest.mark.parametrize("errors", [(0.0415, 0.0223), (0.0415, 0.0414), (0.0415, 0.0415 * (1 + 1e-15))])
def test_a_single_row_has_ticks_and_nearly_equal_errors_look_so(errors: tuple[float, float]) -> None:
    alone = picture([errors[0]], [errors[1]], ([0.03], [0.05]))
    for axis in (
        rows_figure(alone, LIGHT, NORMAL).layout.yaxis,
        paths_figure(alone, LIGHT, NORMAL).layout.yaxis,
    ):
        low, high = axis.range
        assert sum(low <= np.log10(tick) <= high for tick in axis.tickvals) > 1
        assert high - low > 0.2


def test_where_both_are_the_same_rtn_s_mark_is_seen_behind_gptq_s() -> None:
    for figure in (rows_figure(HAND, LIGHT, NORMAL), paths_figure(HAND, LIGHT, NORMAL)):
        _, rtn, gptq = figure.data
        assert rtn.marker.size > 1.2 * gptq.marker.size


def test_256_rows_have_dots_of_their_own_and_no_arrow_heads() -> None:
    rng = np.random.default_rng(0)
    many = picture(*rng.uniform(0.1, 1, (2, 256)).tolist(), tuple(rng.uniform(0.1, 1, (2, 256)).tolist()))
    dots = rows_figure(many, LIGHT, NORMAL)
    assert len(dots.data[1].y) == 256
    assert dots.data[2].marker.size == dot_size(256, NORMAL) < dot_size(8, NORMAL)
    assert len(dots.layout.xaxis.tickvals) <= 16
    assert MOST_ARROWS < 256
    assert paths_figure(many, LIGHT, NORMAL).data[0].mode == "lines"
    assert dot_size(8, PROJECTOR) > dot_size(8, NORMAL)


def test_arrows_lead_from_rtn_to_gptq_and_rows_that_stay_have_none() -> None:
    figure = paths_figure(HAND, LIGHT, NORMAL)
    ways, rtn, gptq = figure.data
    assert list(ways.x) == [1, 2, None, 1, 2, None, 1, 0.5, None]
    assert list(ways.y) == [0.4, 0.1, None, 0.1, 0.2, None, 0.3, 0.1, None]
    assert ways.marker.angleref == "previous"
    assert [size > 0 for size in ways.marker.size] == [False, True, False] * 3
    assert (list(rtn.x), list(gptq.x)) == ([1, 1, 1, 1], [2, 2, 1, 0.5])
    assert figure.layout.xaxis.type == figure.layout.yaxis.type == "log"
    assert [figure.layout.xaxis.title.text, figure.layout.yaxis.title.text] == [
        "mean squared error of the weights",
        "held-out error of the outputs",
    ]
