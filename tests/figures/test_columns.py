"""Columns and their ribbons: places, groups, looks."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import plotly.graph_objects as go
import pytest

from gptq_viz.figures.columns import BAR, columns_data, columns_figure, columns_text
from gptq_viz.figures.group_look import group_look
from gptq_viz.numerics import GPTQConfig, Layer, example_layer, gptq
from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Palette

# Loudness 1, 3, 2, 4: act_order takes columns 3, 1, 2, 0.
SMALL = Layer(np.ones((1, 4)), np.diag([1.0, 3.0, 2.0, 4.0]))


def texts(figure: go.Figure) -> list[go.Scatter]:
    """The numbers above and below the ribbons."""
    return [trace for trace in figure.data if trace.type == "scatter" and trace.mode == "text"]


def test_columns_by_hand() -> None:
    data = columns_data(SMALL, GPTQConfig(group=2, act_order=True))
    assert data.loudness.tolist() == [0.5, 4.5, 2.0, 8.0]  # 2 · x² / 4
    assert data.place.tolist() == [3, 1, 2, 0]
    assert data.other_place.tolist() == [0, 1, 2, 3]
    assert data.group.tolist() == [1, 0, 1, 0]
    assert data.slides == pytest.approx([-3 / BAR, 0, 0, 3 / BAR])


@pytest.mark.parametrize("act_order", [False, True])
@pytest.mark.parametrize("scales", ["updated", "static"])
def test_the_bars_stand_where_their_columns_are_quantized(act_order: bool, scales: str) -> None:
    layer, config = (
        example_layer("outliers", 8, 32, 128, 3),
        GPTQConfig(group=8, act_order=act_order, scales=scales),
    )
    trace, data = gptq(layer, config), columns_data(layer, config)
    bars = columns_figure(data, LIGHT, NORMAL).data[0]
    assert np.array_equal(np.asarray(bars.x)[trace.perm], np.arange(32))
    assert np.array_equal(data.group, trace.g_idx)
    heights = np.asarray(bars.y)[trace.perm]
    assert np.allclose(heights, 2 * np.square(layer.X).sum(axis=0)[trace.perm] / layer.n)
    if act_order:
        assert all(one >= other for one, other in pairwise(heights))


def test_a_ribbon_leads_each_column_from_its_step_to_its_place() -> None:
    data = columns_data(SMALL, GPTQConfig(group=2, act_order=True))
    figure = columns_figure(data, LIGHT, NORMAL)
    ribbons = [trace for trace in figure.data if trace.type == "scatter" and trace.fill == "toself"]
    assert len(ribbons) == 2
    for group, ribbon in enumerate(ribbons):
        x, y = np.asarray(ribbon.x), np.asarray(ribbon.y)
        parts = np.split(np.arange(len(x)), np.flatnonzero(np.isnan(x)) + 1)[:-1]
        members = np.flatnonzero(data.group == group)
        for column, part in zip(members, parts, strict=True):
            top, foot = (x[part][y[part] == pick(y[part])] for pick in (np.nanmax, np.nanmin))
            assert top.mean() == pytest.approx(data.place[column])
            assert foot.mean() == pytest.approx(column)


def test_cells_above_and_below_the_ribbons_have_the_look_of_their_group() -> None:
    data = columns_data(SMALL, GPTQConfig(group=2, act_order=True))
    _, above, below = (trace for trace in columns_figure(data, LIGHT, NORMAL).data if trace.type == "bar")
    assert list(above.x) == data.place.tolist()
    assert list(below.x) == [0, 1, 2, 3]
    for cells in (above, below):
        looks = zip(cells.marker.color, cells.marker.pattern.shape, strict=True)
        assert list(looks) == [(group_look(g, LIGHT).fill, group_look(g, LIGHT).shape) for g in data.group]


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_neighbouring_groups_differ_in_colour_and_either_pattern_or_number(palette: Palette) -> None:
    looks = [group_look(group, palette) for group in range(9)]
    for one, other in pairwise(looks):
        assert (one.fill, one.shape) != (other.fill, other.shape)
        assert one.shape != other.shape
    assert looks[0] == looks[4] == looks[8]


def test_every_cell_has_the_number_of_its_group_where_there_is_room() -> None:
    layer = example_layer("factor", 4, 32, 64, 0)
    data = columns_data(layer, GPTQConfig(group=8, act_order=True))
    above, below = texts(columns_figure(data, LIGHT, NORMAL))
    assert [int(text) for text in below.text] == data.group.tolist()
    assert [int(text) for text in above.text] == np.repeat(range(4), 8).tolist()


def test_in_a_wide_layer_pieces_have_numbers_if_they_are_wide_enough() -> None:
    layer = example_layer("factor", 2, 256, 300, 0)
    data = columns_data(layer, GPTQConfig(group=32, act_order=True))
    above, below = texts(columns_figure(data, LIGHT, NORMAL))
    assert list(above.text) == [str(group) for group in range(8)]
    assert len(below.text) < 20


def test_numbers_of_64_columns_do_not_run_together() -> None:
    data = columns_data(example_layer("factor", 2, 64, 128, 0), GPTQConfig(group=8))
    for numbers in texts(columns_figure(data, LIGHT, NORMAL)):
        assert list(numbers.text) == [str(group) for group in range(8)]


def test_without_act_order_a_group_is_one_piece_and_with_it_many() -> None:
    layer = example_layer("factor", 16, 32, 256, 75)
    together = columns_text(columns_data(layer, GPTQConfig(group=8)))
    scattered = columns_text(columns_data(layer, GPTQConfig(group=8, act_order=True)))
    assert "4 groups lie in 4 pieces" in together
    assert "4 groups lie in 21 pieces" in scattered
    assert "without act_order" in together
    assert "with act_order" in scattered


def test_the_text_names_the_loudest_and_the_quietest_column() -> None:
    text = columns_text(columns_data(SMALL, GPTQConfig(group=2, act_order=True)))
    assert "largest for column 3 with 8.00 at step 0" in text
    assert "smallest for column 0 with 0.500 at step 3" in text


def test_projector_type_fits_a_projector() -> None:
    figure = columns_figure(columns_data(SMALL, GPTQConfig(group=2)), LIGHT, PROJECTOR)
    assert figure.layout.font.size == PROJECTOR.axis
    assert figure.layout.height <= 450
