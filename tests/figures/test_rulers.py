"""Three rulers over the same weights."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.figures.ruler_panels import rulers_figure
from gptq_viz.figures.rulers import rulers_data, rulers_text, scale_words, seen_words
from gptq_viz.numerics import SCALES, GPTQConfig, ScaleSources, example_layer, gptq, scale_sources
from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Sizes

LAYER = example_layer("factor", 8, 32, 128, 0)


@pytest.fixture(scope="module")
def sources() -> ScaleSources:
    return scale_sources(LAYER, GPTQConfig(group=8, block=16))


def test_all_rulers_lie_over_the_weights_as_they_are_when_the_group_begins(sources: ScaleSources) -> None:
    data = rulers_data(sources, 3, 5)
    now = gptq(LAYER, GPTQConfig(group=8)).weights_after(24)[5, 24:]
    assert np.allclose(data.now, now)
    assert data.start == 24
    assert data.columns.tolist() == list(range(24, 32))
    assert [panel.source for panel in data.panels] == list(SCALES)
    assert [panel.seen for panel in data.panels] == [24, 0, 16]
    for panel in data.panels:
        assert np.allclose(panel.scale, np.abs(panel.weights).max() / 3)  # 3 bits, symmetric: levels −3 to 3
        assert np.allclose(panel.levels, panel.scale[:, None] * np.arange(-3, 4))


def test_the_picture_has_a_line_for_every_level_and_a_mark_for_every_weight(sources: ScaleSources) -> None:
    data = rulers_data(sources, 2, 1)
    figure = rulers_figure(data, LIGHT, NORMAL)
    for number, panel in enumerate(data.panels):
        axis = f"x{number + 1}" if number else "x"
        traces = [trace for trace in figure.data if trace.xaxis == axis]
        levels = {x for x in traces[0].x if x is not None}
        assert sorted(levels) == pytest.approx(panel.levels[0])
        marks = [x for trace in traces if trace.mode == "markers" for x in trace.x]
        for weight in data.now:
            assert weight in marks
        if panel.source != "updated":
            assert set(panel.weights) <= set(marks)


@pytest.mark.parametrize(
    ("group", "named"), [(8, list(range(8))), (16, list(range(0, 16, 2))), (128, list(range(0, 128, 13)))]
)
@pytest.mark.parametrize("sizes", [NORMAL, PROJECTOR])
def test_names_of_columns_have_room_above_each_other(group: int, named: list[int], sizes: Sizes) -> None:
    layer = example_layer("factor", 4, 128, 64, 0)
    figure = rulers_figure(rulers_data(scale_sources(layer, GPTQConfig(group=group)), 0, 0), LIGHT, sizes)
    assert list(figure.layout.yaxis.tickvals) == named
    assert list(figure.layout.yaxis.ticktext) == [f"col {column}" for column in named]
    room = figure.layout.height - figure.layout.margin.t - figure.layout.margin.b
    assert room / group * (named[1] - named[0]) >= sizes.axis


def test_levels_of_several_groups_are_broken_lines() -> None:
    found = scale_sources(LAYER, GPTQConfig(group=8, act_order=True))
    data = rulers_data(found, 1, 0)
    updated, static, _ = data.panels
    assert len(set(updated.scale)) == 1
    assert len(set(static.scale)) > 1
    lines = [
        trace
        for trace in rulers_figure(data, LIGHT, NORMAL).data
        if trace.mode == "lines" and None in trace.x
    ]
    assert len(lines[1].x) > len(lines[0].x)
    assert " to " in scale_words(static)
    assert " to " not in scale_words(updated)


def test_weights_that_a_ruler_does_not_reach_are_triangles_and_counted() -> None:
    found = scale_sources(LAYER, GPTQConfig(group=8, bits=4))
    for row in range(8):
        for group in range(1, 4):
            data = rulers_data(found, group, row)
            figure = rulers_figure(data, DARK, NORMAL)
            for number, panel in enumerate(data.panels):
                axis = f"x{number + 1}" if number else "x"
                far = np.abs(data.now) > (7 + 0.5) * panel.scale
                assert np.array_equal(panel.outside, far)
                triangles = [
                    x
                    for trace in figure.data
                    if trace.xaxis == axis and trace.marker.symbol == "triangle-up"
                    for x in trace.x
                ]
                assert triangles == list(data.now[far])
                title = figure.layout.annotations[number].text
                assert (f"▲{far.sum()}" in title) == bool(far.any())


def test_all_panels_share_the_axis_of_weights(sources: ScaleSources) -> None:
    layout = rulers_figure(rulers_data(sources, 1, 0), LIGHT, NORMAL).layout
    assert layout.xaxis.range == layout.xaxis2.range == layout.xaxis3.range


def test_the_words_say_when_each_source_looked(sources: ScaleSources) -> None:
    data = rulers_data(sources, 3, 0)
    assert [seen_words(panel, data.start) for panel in data.panels] == ["now", "at the start", "at step 16"]
    text = rulers_text(data)
    assert "row 0 where group 3 begins, at step 24" in text
    assert "reference, taken from the weights after 16 steps" in text
