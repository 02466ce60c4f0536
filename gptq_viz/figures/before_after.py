"""Before and after, at the weights and at the outputs: GPTQ moves the weights more and the outputs less."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from gptq_viz.figures.look import layout
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.panels import colour_bar, draw_panel, draw_title
from gptq_viz.numerics import Race
from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.theme import Palette, Sizes

# What a small panel can show with cells that can still be seen.
ROWS, COLUMNS, INPUTS = 32, 64, 48


@dataclass(frozen=True, slots=True)
class BeforeAfter:
    """A window of the layer before quantization, and what each method changes in it.

    Parameters
    ----------
    weights, outputs : (rows, columns), (rows, inputs)
        W, and W Xᵀ on held-out inputs.
    weight_changes, output_changes : mapping of `rtn`, `gptq` to the same shapes
        Quantized minus given.
    rms : mapping of (`weights` | `outputs`, method) to float
        Root mean square change over the whole layer and all held-out inputs.
    cut : bool
        Whether the window is smaller than the layer.
    """

    weights: FloatArray
    outputs: FloatArray
    weight_changes: dict[str, FloatArray]
    output_changes: dict[str, FloatArray]
    rms: dict[tuple[str, str], float]
    cut: bool


def before_after_data(race: Race) -> BeforeAfter:
    """The first rows, columns and held-out inputs, in the layer's own order of columns."""
    layer, W = race.layer, race.layer.W
    X = layer.X if layer.X_test is None else layer.X_test
    changes = {name: race.traces[name].quantized - W for name in ("rtn", "gptq")}
    rms = {("weights", name): float(np.sqrt(np.square(change).mean())) for name, change in changes.items()}
    for name, change in changes.items():
        # ‖X changeᵀ‖², without a product as large as X.
        total = float(np.vdot(change @ layer.gram_test, change))
        rms["outputs", name] = math.sqrt(max(total, 0.0) / (len(X) * len(W)))
    return BeforeAfter(
        weights=W[:ROWS, :COLUMNS].copy(),  # a view would keep the whole layer alive
        outputs=W[:ROWS] @ X[:INPUTS].T,
        weight_changes={name: change[:ROWS, :COLUMNS].copy() for name, change in changes.items()},
        output_changes={name: change[:ROWS] @ X[:INPUTS].T for name, change in changes.items()},
        rms=rms,
        cut=W.shape[0] > ROWS or W.shape[1] > COLUMNS,
    )


def before_after_figure(data: BeforeAfter, palette: Palette, sizes: Sizes) -> go.Figure:
    """Weights and outputs with their range, and what RTN and GPTQ change; changes share a colour bar."""
    figure = make_subplots(2, 3, horizontal_spacing=0.02, vertical_spacing=0.16)
    rows = (
        ("weights", data.weights, data.weight_changes),
        ("outputs", data.outputs, data.output_changes),
    )
    for row, (what, before, changes) in enumerate(rows, start=1):
        span = _largest(*changes.values())
        panels = (
            (f"{what} ±{three_digits(_largest(before))}", before, _largest(before)),
            ("RTN changes", changes["rtn"], span),
            ("GPTQ changes", changes["gptq"], span),
        )
        for column, (title, values, limit) in enumerate(panels, start=1):
            draw_panel(figure, row, column, values, limit, palette)
            draw_title(figure, row, column, title, palette)
        figure.update_traces(selector=-1, showscale=True, colorbar=colour_bar(figure, row, span, palette))
    figure.update_layout(
        layout(palette, sizes),
        height=round(21.5 * sizes.axis),
        margin={"l": 0, "r": 0, "t": round(1.8 * sizes.axis), "b": round(0.7 * sizes.axis)},
    )
    return figure


def before_after_text(data: BeforeAfter) -> str:
    """How far each method moves the weights and the outputs."""
    at = {key: three_digits(value) for key, value in data.rms.items()}
    window = " The picture shows a part of the layer." if data.cut else ""
    return (
        f"Root mean square change of the weights: {at['weights', 'rtn']} by RTN, "
        f"{at['weights', 'gptq']} by GPTQ. Of the outputs: {at['outputs', 'rtn']} by RTN, "
        f"{at['outputs', 'gptq']} by GPTQ.{window}"
    )


def _largest(*arrays: FloatArray) -> float:
    """Largest absolute value; 1 where all are 0, so that a colour range has a width."""
    return max(float(np.abs(array).max()) for array in arrays) or 1.0
