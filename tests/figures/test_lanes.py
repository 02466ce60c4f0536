"""Two lanes and the updates that pile up between them."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.figures.lane_panels import lanes_figure
from gptq_viz.figures.lane_remarks import lane_remarks
from gptq_viz.figures.lanes import lanes_data, lanes_text
from gptq_viz.numerics import GPTQConfig, Lanes, example_layer, gptq, lanes
from gptq_viz.theme import DARK, LIGHT, NORMAL, Palette
from gptq_viz.ui.presets import PRESETS, Preset

LAYER = example_layer("factor", 4, 16, 64, 0)


@pytest.fixture(scope="module")
def found() -> Lanes:
    return lanes(LAYER, GPTQConfig(block=4), 1)


def test_the_lanes_are_those_of_the_step_and_updates_pile_up_row_by_row(found: Lanes) -> None:
    trace = gptq(LAYER, GPTQConfig())
    piled = []
    for step in range(17):
        data = lanes_data(found, step)
        assert np.allclose(data.immediate, trace.weights_after(step)[1])
        piled.append((len(data.owed), data.waiting, data.full))
        assert np.allclose(data.owed.sum(axis=0), data.pending)
    assert [rows for rows, _, _ in piled[:9]] == [0, 1, 2, 3, 4, 1, 2, 3, 4]
    assert [columns for _, columns, _ in piled] == [0, *[12] * 4, *[8] * 4, *[4] * 4, *[0] * 4]
    assert [step for step, (_, _, full) in enumerate(piled) if full] == [4, 8, 12]


def test_data_copy_what_they_show(found: Lanes) -> None:
    data = lanes_data(found, 6)
    for array in (data.immediate, data.lazy, data.owed):
        assert array.base is None or len(array.base) <= 16


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_bars_show_both_lanes_and_what_lies_between_them(found: Lanes, palette: Palette) -> None:
    data = lanes_data(found, 6)
    at_once, lazy, pending, heat = lanes_figure(data, palette, NORMAL).data
    assert list(at_once.y) == list(data.immediate)
    assert list(lazy.y) == list(data.lazy)
    assert list(pending.x) == list(range(8, 16))
    assert np.allclose(np.asarray(pending.base) + np.asarray(pending.y), data.immediate[8:])
    z = np.asarray(heat.z)
    assert z.shape == (4, 16)
    assert np.isfinite(z).sum() == 2 * 8  # steps 4 and 5 owe to columns 8 to 15
    assert np.allclose(z[:2, 8:], data.owed[:, 8:])
    assert heat.zmin == -heat.zmax


def test_final_columns_are_hatched_and_the_current_one_has_a_frame_and_a_caret(found: Lanes) -> None:
    figure = lanes_figure(lanes_data(found, 6), LIGHT, NORMAL)
    assert list(figure.data[0].marker.pattern.shape) == ["/"] * 6 + [""] * 10
    frames = [shape for shape in figure.layout.shapes if shape.line.color == LIGHT.clipped]
    assert [(frame.x0, frame.x1) for frame in frames] == [(5.5, 6.5)] * 2
    assert [note.x for note in figure.layout.annotations if note.text == "▼"] == [6, 6]
    edges = [shape.x0 for shape in figure.layout.shapes if shape.type == "line"]
    assert edges == [3.5, 7.5, 11.5]


def test_ranges_stay_the_same_from_step_to_step(found: Lanes) -> None:
    figures = [lanes_figure(lanes_data(found, step), LIGHT, NORMAL) for step in (1, 7, 16)]
    assert len({figure.layout.yaxis.range for figure in figures}) == 1
    assert len({figure.layout.yaxis2.range for figure in figures}) == 1
    assert len({figure.data[-1].zmax for figure in figures}) == 1


@pytest.mark.parametrize("block", [1, 4, 8, 128])
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_on_every_preset_both_lanes_end_the_same_up_to_rounding(preset: Preset, block: int) -> None:
    settings = preset.settings
    config = GPTQConfig(
        settings.bits,
        settings.grid,
        settings.group,
        settings.scales,
        settings.damp,
        settings.act_order,
        block,
    )
    layer = example_layer(*settings.layer_key)
    both = lanes(layer, config, 0)
    said, _, passes = lane_remarks(both, lanes_data(both, 3), block_sets_scales=False)
    assert float(said.numbers[0][0]) <= 1e-12
    assert said.sentence == "The same result, up to rounding: the same updates, added up in another order."
    assert passes.numbers == (((str(-(-layer.inp // block) - 1)), f"instead of {layer.inp - 1}"),)


def test_the_cards_follow_the_step(found: Lanes) -> None:
    said = [lane_remarks(found, lanes_data(found, step), block_sets_scales=True)[1] for step in (0, 3, 4, 13)]
    assert [one.numbers[0] for one in said] == [
        ("0", "columns wait"),
        ("3 steps", "to 12 columns"),
        ("4 steps", "to 12 columns"),
        ("0", "columns wait"),
    ]
    assert "Nothing is rounded yet" in said[0].sentence
    assert "made at once" in said[1].sentence
    assert "The block is full" in said[2].sentence
    assert "no column lies beyond this block" in said[3].sentence


def test_that_a_block_sets_reference_scales_is_said_where_it_does(found: Lanes) -> None:
    data = lanes_data(found, 3)
    with_scales, without = (
        lane_remarks(found, data, block_sets_scales=sets)[0].sentence for sets in (True, False)
    )
    assert "reference scales" in with_scales
    assert "reference scales" not in without


def test_full_colour_begins_where_a_tenth_of_the_updates_lies_beyond(found: Lanes) -> None:
    owing = np.abs(np.concatenate([found.owed(t)[:, t:].ravel() for t in (4, 8, 12)]))
    beyond = np.mean(owing > lanes_data(found, 6).strong_owed)
    assert 0.05 <= beyond <= 0.11


def test_slots_still_to_fill_are_outlined_until_the_block_is_full(found: Lanes) -> None:
    slots = {}
    for step in (0, 2, 4, 14):
        figure = lanes_figure(lanes_data(found, step), LIGHT, NORMAL)
        slots[step] = [shape.y0 for shape in figure.layout.shapes if shape.name == "slot"]
    assert slots == {0: [-0.45, 0.55, 1.55, 2.55], 2: [1.55, 2.55], 4: [], 14: []}


def test_an_empty_stack_says_why(found: Lanes) -> None:
    for step, why in ((0, "no column is final yet"), (14, "no column lies beyond this block")):
        notes = [
            note.text for note in lanes_figure(lanes_data(found, step), LIGHT, NORMAL).layout.annotations
        ]
        assert any(text.startswith(f"<b>nothing owed</b>: {why}") for text in notes)


def test_two_columns_have_whole_numbers_under_them_and_no_passes() -> None:
    both = lanes(example_layer("factor", 4, 2, 64, 0), GPTQConfig(block=2), 0)
    data = lanes_data(both, 1)
    assert lanes_figure(data, LIGHT, NORMAL).layout.xaxis.dtick == 1
    passes = lane_remarks(both, data, block_sets_scales=False)[2]
    assert passes.sentence == "One block holds the whole layer, so no column lies beyond it."


def test_in_a_wide_layer_bands_change_from_block_to_block() -> None:
    both = lanes(example_layer("factor", 2, 256, 300, 0), GPTQConfig(block=4), 0)
    figure = lanes_figure(lanes_data(both, 6), LIGHT, NORMAL)
    bands = [trace for trace in figure.data if trace.type == "bar" and trace.width == 1]
    assert len(bands) == 2
    for band in bands:
        changes = np.flatnonzero(np.array(band.marker.color[1:]) != np.array(band.marker.color[:-1])) + 1
        assert changes.tolist() == list(range(4, 256, 4))


def test_the_text_says_what_is_owed(found: Lanes) -> None:
    assert "6 of 16 columns final" in lanes_text(lanes_data(found, 6))
    assert "owes updates of 2 steps to 8 columns" in lanes_text(lanes_data(found, 6))
    assert "owes updates of 0 steps to 0 columns" in lanes_text(lanes_data(found, 14))
