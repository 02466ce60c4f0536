"""The parts of the Geometry page: two weights in two pictures, and all methods beside the optimum."""

from __future__ import annotations

import streamlit as st

from gptq_viz import numerics
from gptq_viz.figures.gap_bars import gap_bars_data, gap_bars_figure, gap_bars_text
from gptq_viz.figures.gap_words import gap_remarks
from gptq_viz.figures.plane_picture import plane_figure, plane_text
from gptq_viz.figures.plane_scene import plane_scene
from gptq_viz.figures.plane_words import ellipse_sentence, order_remark, outcome_remark, steps_remark
from gptq_viz.numerics import Gap
from gptq_viz.numerics.optimum import MOST_COLUMNS
from gptq_viz.theme import NORMAL
from gptq_viz.ui import cached, navigation, page, target, weights
from gptq_viz.ui.cards import draw_remarks
from gptq_viz.ui.explained import draw_explained
from gptq_viz.ui.failure import NoPictureError, working_damp
from gptq_viz.ui.settings import Settings

PLANE, METRIC, OPTIMUM = PARTS = ("Two weights", "Nearest plane", "How close to the optimum?")
MOST_ROWS = 32
METHODS_NOTE = (
    "All on one grid, without groups. OBQ: each row takes next what costs least to round. Greedy pivots: "
    "from the last place back, the column with the smallest pivot. Optimum: the best of all combinations."
)


def draw_plane(settings: Settings, *, metric: bool) -> None:
    """Two weights and GPTQ's way, in the weights themselves or in the coordinates of w R."""
    above = st.container()
    left, right = st.columns([4, 3], gap="medium")
    # On the projector the picture needs the height.
    place = above if page.sizes() == NORMAL else right
    with place.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        chosen = weights.choose_weights(settings)
        first = target.choose_order(chosen.pair.columns)
        own = target.choose_ellipse()
        weights.draw_reset()
    with right.container(gap="xsmall"):
        block = target.move_block(chosen.block, chosen.pair.columns, own)
        scene = plane_scene(
            numerics.plane(block), first, chosen.pair.columns, chosen.block.target, metric=metric
        )
        text = page.palette().text
        st.caption(ellipse_sentence(scene))
        draw_remarks((outcome_remark(scene), order_remark(scene, chosen.loud)), text, stacked=True)
        _draw_link(settings)
        draw_remarks((steps_remark(scene),), text, stacked=True)
    with left:
        page.chart(
            plane_figure(scene, page.palette(), page.sizes()), key="geometry_plane", alt=plane_text(scene)
        )


def draw_optimum(settings: Settings) -> None:
    """Bars of all methods on the first columns, and what they say."""
    gap = _gap(settings)
    data = gap_bars_data(gap)
    draw_explained(
        gap_bars_figure(data, page.palette(), page.sizes()),
        gap_remarks(data),
        key="geometry_gap",
        alt=gap_bars_text(data),
        shares=(5, 3),
    )
    cut = gap.layer.note.removeprefix(cached.layer(settings).note)
    st.caption(f"{cut} {METHODS_NOTE}".strip())


def _draw_link(settings: Settings) -> None:
    """To the player, with the other order of columns."""
    link = st.query_params.to_dict() | {"act_order": "1"}
    if settings.act_order:
        del link["act_order"]
    other = "without" if settings.act_order else "with"
    navigation.draw_link("Column by column", f"Column by column, {other} act_order", link)


def _gap(settings: Settings) -> Gap:
    """All methods on a part of the layer; what is too much to search has a remedy."""
    cached.race(settings)
    try:
        return _small_gap(settings)
    except _TooMuchError as error:
        damp = working_damp(settings, _small_gap)
        raise NoPictureError(str(error), {} if damp is None else {"damp": damp}) from error


class _TooMuchError(cached.NoRunError):
    """The search for the optimum was given up."""


def _small_gap(settings: Settings) -> Gap:
    """All methods on the first columns and rows."""
    found = _search(settings)
    if isinstance(found, str):
        raise _TooMuchError(found)
    return found


@st.cache_resource(max_entries=cached.PICTURES, show_spinner=False)
def _search(settings: Settings) -> Gap | str:
    """A gap, which keeps no more of the layer than its part, or why it was given up: that too is kept."""
    layer = cached.layer(settings)
    part = numerics.window(layer, MOST_COLUMNS, range(min(layer.out, MOST_ROWS)))
    try:
        return numerics.gap_to_optimum(part, settings.config)
    except ValueError as error:
        return str(error)
