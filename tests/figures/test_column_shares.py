"""Bars of columns: their sums are the headline's errors, in either order, and the words are true."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.figures.column_bars import PATTERNED, shares_figure
from gptq_viz.figures.column_shares import ColumnShares, column_shares, held_out_data, losses_data
from gptq_viz.figures.column_words import half_spent, shares_remarks, shares_text
from gptq_viz.figures.standing import standing_data
from gptq_viz.numerics import GPTQConfig, Layer, example_layer, race
from gptq_viz.theme import DARK, LIGHT, NORMAL, Palette
from gptq_viz.ui.presets import PRESETS, Preset


def shares(rtn: list[float], gptq: list[float], start: float = 0.0, **flags: bool) -> ColumnShares:
    flags = {"held_out": False, "by_step": True} | flags
    return ColumnShares(
        np.arange(len(rtn))[::-1], np.array(rtn), np.array(gptq), start, **flags, method="gptq"
    )


HAND = shares([0.03, -0.01, 0.02, 0.04], [0.001, 0.002, 0.003, 0.006])


@pytest.mark.parametrize("held_out", [False, True])
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_the_sums_are_the_errors_of_the_headline(preset: Preset, held_out: bool) -> None:
    config = preset.settings.config
    result = race(example_layer(*preset.settings.layer_key), config)
    errors = {one.method: one for one in standing_data(result)}
    found = held_out_data(result) if held_out else losses_data(result)
    for by_step in (True, False):
        data = column_shares(found, held_out=held_out, by_step=by_step, act_order=config.act_order)
        kind = "held_out" if held_out else "loss"
        for share, name in ((data.rtn, "rtn"), (data.gptq, data.method)):
            assert data.start + share.sum() == pytest.approx(getattr(errors[name], kind))
        sums = shares_remarks(data)[0]
        assert float(sums.numbers[1][0]) == pytest.approx(getattr(errors[data.method], kind), rel=0.005)


def test_the_layer_s_order_puts_every_share_back_to_its_column() -> None:
    result = race(example_layer("outliers", 4, 16, 64, 0), GPTQConfig(act_order=True))
    found = losses_data(result)
    data = column_shares(found, held_out=False, by_step=False, act_order=True)
    assert list(data.columns) == list(range(16))
    assert np.array_equal(data.gptq[found.perm], found.shares["gptq"])
    by_step = column_shares(found, held_out=False, by_step=True, act_order=True)
    assert np.array_equal(by_step.columns, found.perm)
    assert data.method == "act_order"
    assert "in the layer’s order" in shares_figure(data, LIGHT, NORMAL).layout.xaxis.title.text
    assert "in order of quantization" in shares_figure(by_step, LIGHT, NORMAL).layout.xaxis.title.text


def test_words_by_hand() -> None:
    sums, half, below = shares_remarks(HAND)
    assert sums.numbers == (("0.0800", "RTN"), ("0.0120", "GPTQ"))
    assert "ledger" in sums.sentence
    assert half.numbers == (("75 %", "RTN"), ("75 %", "GPTQ"))
    assert below.numbers == (("1", "RTN"), ("0", "GPTQ"))
    assert below.sentence.endswith("a ledger has none.")
    unseen = shares([0.01, 0.02], [-0.001, 0.002], start=0.1, held_out=True)
    sums, _, below = shares_remarks(unseen)
    assert sums.sentence == (
        "The held-out errors of the table, and 0.100 before the first: weights of dead inputs."
    )
    assert sums.numbers == (("0.130", "RTN"), ("0.101", "GPTQ"))
    assert below.numbers[1] == ("1", "GPTQ")
    assert "ledger" not in below.sentence
    assert half_spent(np.zeros(3)) == "–"
    assert shares_text(HAND).startswith("Share of the loss (calibration error and damping) by column")
    assert "column 0: RTN 0.0400, GPTQ 0.00600" in shares_text(HAND)
    assert "RTN −0.0100" in shares_text(HAND)


@pytest.mark.parametrize("by_step", [True, False])
def test_the_reason_of_dear_last_columns_is_given_only_in_the_order_in_which_they_are_last(
    by_step: bool,
) -> None:
    half = shares_remarks(shares([1.0], [1.0], by_step=by_step))[1]
    assert ("last columns" in half.sentence) == by_step


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_bars_are_hatched_or_solid_and_their_running_sums_below(palette: Palette) -> None:
    figure = shares_figure(HAND, palette, NORMAL)
    rtn, rtn_sum, gptq, gptq_sum = figure.data
    assert list(rtn.y) == list(HAND.rtn)
    assert (rtn.marker.pattern.shape, gptq.marker.pattern.shape) == ("/", "")
    assert list(gptq_sum.y) == pytest.approx([0, 0.001, 0.003, 0.006, 0.012])
    assert rtn_sum.line.dash == "dash"
    assert [note.text for note in figure.layout.annotations][-2:] == ["▲ RTN", "● GPTQ"]
    low, high = figure.layout.yaxis2.range
    assert low == 0
    assert high > 0.08
    assert list(figure.layout.xaxis.ticktext) == ["3", "2", "1", "0"]
    wide = shares([0.1] * (PATTERNED + 1), [0.1] * (PATTERNED + 1))
    assert shares_figure(wide, palette, NORMAL).data[0].marker.pattern.shape == ""


def test_no_outputs_leave_an_empty_picture_and_a_sentence() -> None:
    result = race(Layer(np.zeros((2, 3)), np.eye(3)), GPTQConfig())
    for found in (losses_data(result), held_out_data(result)):
        data = column_shares(found, held_out=False, by_step=True, act_order=False)
        [only] = shares_remarks(data)
        assert "all 0 on these inputs" in only.sentence
        figure = shares_figure(data, LIGHT, NORMAL)
        assert not figure.data
        assert "nan" not in figure.to_json().lower() + shares_text(data)
