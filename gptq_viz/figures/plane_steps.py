"""GPTQ's steps in the picture of two weights: numbered arrows along and across the lines of the lattice."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.plane_scene import PlaneScene
from gptq_viz.figures.plane_window import FloatArray
from gptq_viz.theme import Palette, Sizes

# Shares of the box below which a step has no arrow, and an arrow no number.
SHORT, TOO_SHORT_FOR_A_NUMBER = 0.004, 0.04
# In axis labels: how far an arrow stands beside one it would hide, and a number beside its arrow.
BESIDE, AWAY = 0.45, 0.75
# A number so near a mark (share of the box) moves out by as much more as a mark is wide.
NEAR_A_MARK, PAST_A_MARK = 0.05, 1.0


def draw_steps(figure: go.Figure, scene: PlaneScene, palette: Palette, sizes: Sizes) -> None:
    """An arrow for each step, on the side away from the target where it goes back along the one before."""
    texts = ("1 + 2", "3") if scene.metric else ("1", "2", "3")
    fixed = 0 if scene.metric else scene.first
    moves = np.diff(scene.path, axis=0)
    outward = -1.0 if moves[0, fixed] < 0 else 1.0
    across = 1.0 if (scene.path[-1] - scene.path[0])[1 - fixed] < 0 else -1.0
    for k, (start, move) in enumerate(zip(scene.path, moves, strict=False)):
        length = float(np.linalg.norm(move)) / (scene.box[1, 0] - scene.box[0, 0])
        if length < SHORT:
            continue
        back = k == 2 and float(moves[1] @ moves[2]) < 0
        shift = ("xshift", "yshift")[fixed if k else 1 - fixed]
        _arrow(figure, start, move, palette, sizes, {shift: outward * BESIDE * sizes.axis} if back else {})
        if length >= TOO_SHORT_FOR_A_NUMBER:
            wide = len(texts[k]) > 1 and shift == "xshift"
            away = (outward if k else across) * (AWAY * (2 if wide else 1) + (BESIDE if back else 0))
            away += math.copysign(PAST_A_MARK, away) if _is_at_a_mark(start + move / 2, scene) else 0
            _number(figure, texts[k], start + move / 2, {shift: away * sizes.axis}, palette, sizes)


def _is_at_a_mark(place: FloatArray, scene: PlaneScene) -> bool:
    """Whether a number would touch the mark of a method’s end."""
    near = NEAR_A_MARK * (scene.box[1, 0] - scene.box[0, 0])
    return any(float(np.abs(place - point).max()) < near for point in scene.points.values())


def _arrow(
    figure: go.Figure,
    start: FloatArray,
    move: FloatArray,
    palette: Palette,
    sizes: Sizes,
    shift: dict[str, float],
) -> None:
    """An arrow in the coordinates of the picture."""
    (ax, ay), (x, y) = start, start + move
    figure.add_annotation(
        **{"x": x, "y": y, "ax": ax, "ay": ay, "xref": "x", "yref": "y", "axref": "x", "ayref": "y"},
        text="",
        arrowhead=2,
        arrowwidth=sizes.line,
        arrowcolor=palette.gptq,
        **shift,
    )


def _number(
    figure: go.Figure, text: str, place: FloatArray, away: dict[str, float], palette: Palette, sizes: Sizes
) -> None:
    """What a step is called, beside the middle of its arrow."""
    figure.add_annotation(
        x=place[0],
        y=place[1],
        text=f"<b>{text}</b>",
        showarrow=False,
        font={"size": sizes.axis, "color": palette.gptq},
        **away,
    )
