"""Lines above pictures: where they stand."""

from __future__ import annotations

import plotly.graph_objects as go

from gptq_viz.figures.heads import draw_head
from gptq_viz.theme import LIGHT, PROJECTOR


def test_a_head_stands_on_the_upper_left_corner_of_what_it_names() -> None:
    figure = go.Figure()
    draw_head(figure, "of a panel", LIGHT.text, PROJECTOR, y="y2 domain")
    draw_head(figure, "of all panels", LIGHT.muted, PROJECTOR, x="paper", y="paper", yshift=40)
    panel, whole = figure.layout.annotations
    assert [(note.xref, note.yref) for note in (panel, whole)] == [
        ("x domain", "y2 domain"),
        ("paper", "paper"),
    ]
    for note in (panel, whole):
        assert (note.x, note.y, note.xanchor, note.yanchor) == (0, 1, "left", "bottom")
        assert note.font.size == PROJECTOR.axis
    assert panel.yshift < whole.yshift == 40
