"""Two weights of a row: the lattice of their levels, rings of equal cost, and the ways of RTN and GPTQ."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from gptq_viz.figures.look import layout
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.plane_marks import draw_ends, draw_ground, draw_names
from gptq_viz.figures.plane_scene import PlaneScene
from gptq_viz.figures.plane_steps import draw_steps
from gptq_viz.figures.plane_window import FloatArray
from gptq_viz.theme import METHODS, Palette, Sizes


def plane_figure(scene: PlaneScene, palette: Palette, sizes: Sizes) -> go.Figure:
    """Rings, lattice and lines below; above them RTN's corner, GPTQ's three steps and the optimum."""
    figure = go.Figure(layout=layout(palette, sizes))
    draw_ground(figure, scene, palette, sizes)
    draw_ends(figure, scene, palette, sizes)
    draw_steps(figure, scene, palette, sizes)
    draw_names(figure, scene, palette, sizes)
    _lay_out(figure, scene, palette, sizes)
    return figure


def plane_text(scene: PlaneScene) -> str:
    """Where each method ends, and what it costs."""
    plane, first = scene.plane, scene.first
    ends = (
        (METHODS["rtn"].label, plane.rtn, "rtn"),
        (
            f"{METHODS['gptq'].label}, column {scene.columns[first]} first,",
            plane.paths[first].final,
            "gptq",
        ),
        ("The optimum", plane.best, "best"),
    )
    said = [
        f"{name} ends at ({_pair(end)}) and costs {three_digits(scene.costs[key])}."
        for name, end, key in ends
    ]
    where = (
        "in coordinates in which rings of equal cost are circles"
        if scene.metric
        else "with rings of equal cost"
    )
    return (
        f"The weights of columns {scene.columns[0]} and {scene.columns[1]}, {where}, at "
        f"({_pair(plane.block.target)}); dots are pairs of their levels. {' '.join(said)}"
    )


def costs_title(scene: PlaneScene, palette: Palette) -> str:
    """The cost of each, in its colour and with its mark."""
    costs = scene.costs
    parts = (
        (palette.rtn, f"{METHODS['rtn'].sign} RTN", costs["rtn"]),
        (palette.gptq, f"{METHODS['gptq'].sign} GPTQ", costs["gptq"]),
        (palette.text, "★ optimum", costs["best"]),
    )
    said = [
        f'<span style="color:{colour}">{name} <b>{three_digits(cost)}</b></span>'
        for colour, name, cost in parts
    ]
    return f"Cost: {'  '.join(said)}"


def _pair(point: FloatArray) -> str:
    return ", ".join(three_digits(float(value)) for value in point)


def _lay_out(figure: go.Figure, scene: PlaneScene, palette: Palette, sizes: Sizes) -> None:
    """The same scale on both axes, so that an ellipse looks like the one it is."""
    unit = sizes.axis
    names = [f"weight of column {column}" for column in scene.columns]
    if scene.metric:
        names = [f"(w R)<sub>1</sub>: {names[scene.first]} alone", "(w R)<sub>2</sub>: both weights"]
    (left, bottom), (right, top) = scene.box
    figure.update_xaxes(range=[left, right], **_axis(names[0], palette, sizes))
    figure.update_yaxes(range=[bottom, top], scaleanchor="x", scaleratio=1, **_axis(names[1], palette, sizes))
    figure.update_layout(
        title={
            "text": costs_title(scene, palette),
            "font": {"size": unit, "color": palette.muted},
            "x": 0,
            "xanchor": "left",
            "y": 1,
            "yanchor": "top",
            "yref": "container",
            "pad": {"t": 2},
        },
        height=round(388 + 8 * unit),
        margin={"l": round(4.6 * unit), "r": 2, "t": round(2.2 * unit), "b": round(3.4 * unit)},
        hovermode="closest",
    )


def _axis(name: str, palette: Palette, sizes: Sizes) -> dict[str, Any]:
    """An axis with a few numbers and a line around the picture."""
    font = {"color": palette.muted, "size": sizes.axis}
    return {
        "title": {"text": name, "font": font, "standoff": 6},
        "fixedrange": True,
        "showgrid": False,
        "zeroline": False,
        "ticks": "outside",
        "ticklen": 3,
        "nticks": 6,
        "exponentformat": "e",
        "tickcolor": palette.border,
        "tickfont": font,
        "showline": True,
        "linecolor": palette.border,
        "mirror": True,
    }
