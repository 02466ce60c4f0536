"""The marks in the picture of two weights: its ground, where the methods end, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.colours import faint
from gptq_viz.figures.plane_scene import PlaneScene
from gptq_viz.figures.plane_window import FloatArray
from gptq_viz.theme import METHODS, Palette, Sizes

CLEAR = "rgba(0, 0, 0, 0)"
NEAR = 0.1  # share of the box that a name takes


def draw_ground(figure: go.Figure, scene: PlaneScene, palette: Palette, sizes: Sizes) -> None:
    """Rings of equal cost in the hue of H, levels of the first weight, the lattice, the cheapest answers."""
    hue, thin = palette.magnitude[1], sizes.line / 2
    for ring in list(scene.rings.values())[::-1]:
        draw_line(figure, ring, hue, 0, fill="toself", fillcolor=faint(hue, 0.09))
    draw_line(figure, scene.lines, faint(palette.muted, 0.45), thin)
    draw_line(figure, scene.slanted, faint(palette.muted, 0.45), thin, name="slanted")
    draw_line(figure, scene.answers, hue, thin, dash="dot")
    for name, colour in (("rtn", palette.rtn), ("gptq", palette.gptq)):
        if name in scene.own_rings:
            draw_line(
                figure, scene.own_rings[name], colour, thin, dash=METHODS[name].dash, name=f"{name} ring"
            )
    draw_marks(figure, scene.lattice, "lattice", {"size": 0.45 * sizes.axis, "color": palette.muted})


def draw_ends(figure: go.Figure, scene: PlaneScene, palette: Palette, sizes: Sizes) -> None:
    """Where each method ends; marks of different size, so that all are seen where they coincide."""
    way = np.array([scene.points["target"], scene.points["rtn"]])
    draw_line(figure, way, palette.rtn, sizes.line, dash=METHODS["rtn"].dash)
    for name, (symbol, size, fill, edge) in {
        "best": ("star", 2.1, palette.background, palette.text),
        "other": ("square", 1.6, CLEAR, palette.variant),
        "rtn": (METHODS["rtn"].symbol, 1.1, palette.rtn, palette.rtn),
        "gptq": (METHODS["gptq"].symbol, 0.7, palette.gptq, palette.gptq),
        "layer": ("diamond", 0.8, CLEAR, palette.muted),
        "target": ("diamond", 0.8, palette.text, palette.text),
    }.items():
        if name in scene.points:
            marker = {"symbol": symbol, "size": size * sizes.axis, "color": fill}
            marker["line"] = {"width": sizes.line if fill != edge else 0, "color": edge}
            draw_marks(figure, scene.points[name][None], name, marker)


def draw_names(figure: go.Figure, scene: PlaneScene, palette: Palette, sizes: Sizes) -> None:
    """The names of all marks of a point together: beside the target, away from the steps; else outward."""
    names = {
        "target": (palette.text, "w"),
        "layer": (palette.muted, "the layer’s w"),
        "rtn": (palette.rtn, f"{METHODS['rtn'].sign} RTN"),
        "gptq": (palette.gptq, f"{METHODS['gptq'].sign} GPTQ"),
        "other": (palette.variant, f"■ {scene.columns[1 - scene.first]} first"),
        "best": (palette.text, "★ optimum"),
    }
    places: dict[tuple[float, float], list[str]] = {}
    for name, (colour, text) in names.items():
        if name in scene.points:
            x, y = scene.points[name].tolist()
            places.setdefault((x, y), []).append(f'<span style="color:{colour}">{text}</span>')
    target, end = scene.points["target"].tolist(), scene.points["gptq"].tolist()
    for (x, y), texts in places.items():
        alone = [x, y] == target
        up = end[1] <= y if alone else y > target[1]
        side = ("left" if end[0] <= x else "right") if alone else "center"
        if side == "center" and _is_crowded(x, y, up, places, scene):
            side = "left"
        figure.add_annotation(
            x=x,
            y=y,
            text=_together(texts),
            align="left",
            showarrow=False,
            bgcolor=faint(palette.background, 0.6),
            borderpad=0,
            xanchor=side,
            yanchor="bottom" if up else "top",
            xshift={"left": 0.8, "center": 0.0, "right": -0.8}[side] * sizes.axis,
            yshift=(0.9 if side == "center" else 0.2) * (1 if up else -1) * sizes.axis,
            font={"size": sizes.axis},
        )


def _together(texts: list[str]) -> str:
    """Names of one point: two in a line, with a sign of equality."""
    pairs = [" = ".join(texts[k : k + 2]) for k in range(0, len(texts), 2)]
    return "<br>= ".join(pairs)


def _is_crowded(
    x: float, y: float, up: bool, places: Iterable[tuple[float, float]], scene: PlaneScene
) -> bool:
    """Whether a name above (or below) a point would hide another named point."""
    near = NEAR * (scene.box[1, 0] - scene.box[0, 0])
    return any(abs(a - x) < near and 0 < (b - y if up else y - b) < near for a, b in places)


def draw_line(
    figure: go.Figure, points: FloatArray, colour: str, width: float, dash: str = "solid", **options: Any
) -> None:
    """A line through points (…, 2); a row of nan parts it."""
    line = {"color": colour, "width": width, "dash": dash}
    figure.add_scatter(x=points[:, 0], y=points[:, 1], mode="lines", line=line, hoverinfo="skip", **options)


def draw_marks(figure: go.Figure, points: FloatArray, name: str, marker: dict[str, Any]) -> None:
    """Marks at points (…, 2) whose hover tells the coordinates."""
    figure.add_scatter(
        x=points[:, 0],
        y=points[:, 1],
        name=name,
        mode="markers",
        marker=marker,
        hovertemplate="%{x:.3g}, %{y:.3g}<extra></extra>",
    )
