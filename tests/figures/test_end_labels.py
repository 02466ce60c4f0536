"""Names at the ends of lines, places along axes, logarithmic axes: pieces that several pictures share."""

from __future__ import annotations

import math
from itertools import pairwise

import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.figures.end_labels import EndLabel, apart, draw_end_labels
from gptq_viz.figures.log_axis import TICKS, log_range, shown, ticks
from gptq_viz.figures.places import MOST, named
from gptq_viz.theme import NORMAL

places = st.lists(st.floats(-10, 10), max_size=6)


@given(places, st.floats(0.01, 2))
def test_labels_lie_apart_in_their_order_and_move_only_if_they_must(given: list[float], gap: float) -> None:
    moved = apart(given, gap)
    ranked = sorted(range(len(given)), key=lambda k: given[k])
    ends = [moved[k] for k in ranked]
    assert all(b - a >= gap * (1 - 1e-9) for a, b in pairwise(ends))
    starts = sorted(given)
    if all(b - a > gap * (1 + 1e-9) for a, b in pairwise(starts)):
        assert moved == pytest.approx(given)


@given(places)
def test_labels_stay_within_bounds_where_there_is_room(given: list[float]) -> None:
    moved = apart(given, 1.0, -20.0, 4.0)
    assert all(-20.0 <= place <= 4.0 + 1e-9 for place in moved)
    assert moved == [] or max(moved) == pytest.approx(min(max(apart(given, 1.0)), 4.0))


def test_names_stand_right_of_their_panel_and_inside_its_range() -> None:
    figure = go.Figure().update_layout(
        height=300, margin={"t": 50, "b": 50}, yaxis2={"range": [0, 1], "domain": [0, 0.5]}
    )
    draw_end_labels(figure, [EndLabel(0.0, "a", "#000000"), EndLabel(0.0, "b", "#000000")], "y2", NORMAL)
    one, other = figure.layout.annotations
    assert (one.yref, one.xref, one.x) == ("y2", "paper", 1)
    assert one.y == 0
    assert (other.y - one.y) * 100 == pytest.approx(1.25 * NORMAL.axis)
    draw_end_labels(figure, [EndLabel(0.5, "c", "#000000")], "y2", NORMAL, across="x2 domain")
    assert figure.layout.annotations[2].xref == "x2 domain"


@given(st.integers(1, 300))
def test_there_is_room_for_the_names_of_places(count: int) -> None:
    found = named(count)
    assert 1 <= len(found) <= MOST
    assert found[0] == 0
    assert found[-1] < count
    assert count > MOST or found == list(range(count))


@given(st.floats(-20, 5), st.floats(1e-3, 3))
def test_a_logarithmic_axis_never_has_fewer_than_two_ticks(low: float, width: float) -> None:
    found = ticks((low, low + width))
    shown_ticks = [tick for tick in found if 10**low <= tick <= 10 ** (low + width)]
    assert len(set(shown_ticks)) > 1
    assert found is TICKS or len(found) <= 6


def test_what_has_no_logarithm_is_left_out_and_the_range_holds_the_rest() -> None:
    assert shown([0.0, -1.0, math.nan, math.inf, 2.0]) == [None, None, None, None, 2.0]
    low, high = log_range([[0.0, 0.01], [math.nan, 10.0]])
    assert low < -2 < 1 < high
    assert all(math.isfinite(end) for end in log_range([[0.0], [math.nan]]))
    assert 0.5 in TICKS
