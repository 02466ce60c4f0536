"""The picture of two weights: all marks are there, never by colour alone, and an ellipse looks like one."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gptq_viz.figures.plane_picture import plane_figure, plane_text
from gptq_viz.numerics import Block
from gptq_viz.theme import DARK, LIGHT, METHODS, NORMAL, PROJECTOR, Palette
from tests.figures.geometry_blocks import blocks, moved, scene


def mark(figure: go.Figure, name: str) -> Any:
    [trace] = (trace for trace in figure.data if trace.name == name)
    return trace


def texts(figure: go.Figure) -> list[str]:
    return [annotation.text for annotation in figure.layout.annotations if annotation.text]


def arrows(figure: go.Figure) -> list[Any]:
    return [annotation for annotation in figure.layout.annotations if annotation.showarrow is not False]


@pytest.mark.parametrize("metric", [False, True])
@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_a_method_is_a_mark_a_label_and_a_colour(palette: Palette, metric: bool) -> None:
    figure = plane_figure(scene(metric=metric), palette, NORMAL)
    for name, colour in (("rtn", palette.rtn), ("gptq", palette.gptq)):
        assert mark(figure, name).marker.symbol == METHODS[name].symbol
        assert mark(figure, name).marker.color == colour
        assert mark(figure, f"{name} ring").line.dash == METHODS[name].dash
        label = f'<span style="color:{colour}">{METHODS[name].sign} {METHODS[name].label}</span>'
        assert any(label in text for text in texts(figure))
    assert mark(figure, "best").marker.symbol == "star"
    assert mark(figure, "other").marker.line.color == palette.variant
    assert any("■ 9 first" in text for text in texts(figure))


def test_ends_that_coincide_share_one_label_with_a_sign_of_equality() -> None:
    found = scene()
    same = dataclasses.replace(found, points={**found.points, "rtn": found.points["gptq"]})
    [label] = [text for text in texts(plane_figure(same, LIGHT, NORMAL)) if "RTN" in text]
    assert "RTN</span> = <span" in label
    assert "GPTQ</span>" in label


def test_in_the_metric_lines_through_the_lattice_show_its_slant() -> None:
    found = scene(metric=True)
    ends = found.slanted.reshape(-1, 3, 2)[:, :2]
    assert len(ends) == found.plane.block.levels.shape[1]
    slopes = (ends[:, 1] - ends[:, 0]).T
    assert (
        abs(slopes[1] / slopes[0]).min() > 0.01
    )  # not level: the columns' inputs have to do with each other
    point = found.lattice[0]
    across = np.abs(
        slopes[0] * (point - ends[:, 0])[:, 1] - slopes[1] * (point - ends[:, 0])[:, 0]
    ) / np.linalg.norm(slopes, axis=0)
    assert across.min() == pytest.approx(0, abs=1e-9)
    assert len(scene().slanted) == 0


def test_marks_stand_where_the_methods_end() -> None:
    found = scene()
    figure = plane_figure(found, LIGHT, NORMAL)
    for name in ("target", "rtn", "gptq", "other", "best"):
        assert [*mark(figure, name).x, *mark(figure, name).y] == found.points[name].tolist()


def test_both_axes_have_the_same_scale_and_cannot_be_dragged() -> None:
    figure = plane_figure(scene(), LIGHT, NORMAL)
    assert figure.layout.yaxis.scaleanchor == "x"
    assert figure.layout.yaxis.scaleratio == 1
    assert figure.layout.xaxis.fixedrange
    assert figure.layout.yaxis.fixedrange


def test_the_title_has_the_cost_of_each() -> None:
    title = plane_figure(scene(), LIGHT, NORMAL).layout.title.text
    assert "▲ RTN <b>0.703</b>" in title
    assert "● GPTQ <b>0.203</b>" in title
    assert "★ optimum <b>0.203</b>" in title


def test_three_arrows_lead_along_the_first_axis_then_along_the_line_to_the_lattice() -> None:
    ends = [(arrow.ax, arrow.ay, arrow.x, arrow.y) for arrow in arrows(plane_figure(scene(), LIGHT, NORMAL))]
    assert ends == [(0.625, 3, 1, 3), (1, 3, 1, 2.25), (1, 2.25, 1, 2)]
    assert {"<b>1</b>", "<b>2</b>", "<b>3</b>"} <= set(texts(plane_figure(scene(), LIGHT, NORMAL)))


def test_in_the_metric_the_first_two_steps_are_one() -> None:
    found = scene(metric=True)
    figure = plane_figure(found, LIGHT, NORMAL)
    assert [(arrow.ax, arrow.ay) for arrow in arrows(figure)] == [tuple(point) for point in found.path[:2]]
    assert "<b>1 + 2</b>" in texts(figure)


def test_a_step_back_stands_beside_the_one_it_would_hide() -> None:
    """From 3 down to 2.5625 and up again to 3."""
    figure = plane_figure(scene(moved(0.78125, 3.0)), LIGHT, NORMAL)
    _, second, third = arrows(figure)
    assert second.y < second.ay
    assert third.y > third.ay
    assert not second.xshift
    assert third.xshift


def test_a_step_that_is_none_has_no_arrow() -> None:
    assert len(arrows(plane_figure(scene(moved(1.0, 2.4)), LIGHT, NORMAL))) == 1
    assert not arrows(plane_figure(scene(moved(1.0, 2.0)), LIGHT, NORMAL))


def test_projector_sizes_reach_labels_lines_and_height() -> None:
    normal, large = (plane_figure(scene(), LIGHT, sizes) for sizes in (NORMAL, PROJECTOR))
    assert large.layout.font.size == PROJECTOR.axis
    assert large.layout.height > normal.layout.height
    assert mark(large, "gptq ring").line.width > mark(normal, "gptq ring").line.width
    assert all(
        annotation.font.size >= PROJECTOR.axis for annotation in large.layout.annotations if annotation.text
    )


@settings(max_examples=25)
@given(blocks(), st.integers(0, 1), st.booleans())
def test_every_block_has_a_picture_and_words_without_nan(block: Block, first: int, metric: bool) -> None:
    found = scene(block, first, metric=metric)
    figure = plane_figure(found, LIGHT, NORMAL)
    assert all(math.isfinite(end) for end in (*figure.layout.xaxis.range, *figure.layout.yaxis.range))
    assert "nan" not in plane_text(found).lower()
    assert "nan" not in figure.layout.title.text.lower()


def test_the_text_says_where_each_ends_and_at_what_cost() -> None:
    text = plane_text(scene())
    assert "columns 4 and 9" in text
    assert "RTN ends at (1.00, 3.00) and costs 0.703." in text
    assert "GPTQ, column 4 first, ends at (1.00, 2.00) and costs 0.203." in text
    assert "The optimum ends at (1.00, 2.00)" in text
