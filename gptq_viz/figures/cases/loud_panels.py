"""The panels of loud inputs: bars of the error that each step spends, loud columns solid and marked."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, quiet_axis
from gptq_viz.figures.cases.error_axis import height_of_two
from gptq_viz.figures.colours import mixed
from gptq_viz.figures.heads import draw_head
from gptq_viz.figures.look import layout
from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics.cases.loud_inputs import OrderOfLoud
from gptq_viz.theme import Palette, Sizes

TITLE = "step; upwards: error spent, share of the outputs"
UPPER, LOWER = (0.6, 1.0), (0.0, 0.4)


def draw_bars(
    drawn: go.Figure,
    order: OrderOfLoud,
    axis: str,
    highest: float,
    colour: str,
    palette: Palette,
    sizes: Sizes,
) -> None:
    """The bars of one order, and a mark below each loud one."""
    steps, where = np.arange(len(order.spent)), {"xaxis": f"x{axis}", "yaxis": f"y{axis}"}
    drawn.add_bar(
        x=steps,
        y=order.spent,
        marker={"color": np.where(order.loud, colour, mixed(palette.background, palette.muted, 0.8))},
        customdata=np.where(order.loud, "loud input", "other input"),
        hovertemplate="step %{x}, %{customdata}: %{y:.2g} of the outputs<extra></extra>",
        **where,
    )
    drawn.add_scatter(
        x=steps[order.loud],
        y=np.full(int(order.loud.sum()), -0.07 * highest),
        mode="markers",
        cliponaxis=False,
        marker={"symbol": "diamond", "size": 0.6 * sizes.axis, "color": colour},
        hoverinfo="skip",
        **where,
    )


def write_title(
    drawn: go.Figure,
    order: OrderOfLoud,
    axis: str,
    words: str,
    colour: str,
    palette: Palette,
    sizes: Sizes,
) -> None:
    """What the bars are, and the error of the run."""
    errors = f"held-out error {three_digits(order.held_out)}, calibration {three_digits(order.calibration)}"
    head = f"<b>{words}</b><br><span style='color: {palette.muted}'>{errors}</span>"
    draw_head(drawn, head, colour, sizes, x=f"x{axis} domain", y=f"y{axis} domain")


def lay_out(drawn: go.Figure, inp: int, highest: float, palette: Palette, sizes: Sizes) -> None:
    """Both panels on one scale."""
    unit = sizes.axis
    quiet = quiet_axis(palette, sizes)
    across = quiet | {"range": [-0.6, inp - 0.4], "nticks": 12}
    upwards = quiet | {"range": [-0.14 * highest, 1.02 * highest], "nticks": 4, "tick0": 0}
    drawn.update_layout(
        layout(palette, sizes),
        height=height_of_two(sizes),
        margin={"l": round(3.2 * unit), "r": 2, "t": round(3.2 * unit), "b": round(3.2 * unit)},
        bargap=0.15,
        xaxis=across | {"anchor": "y", "showticklabels": False},
        yaxis=upwards | {"domain": UPPER},
        xaxis2=across | {"anchor": "y2", "title": axis_title(TITLE, palette, sizes)},
        yaxis2=upwards | {"domain": LOWER, "anchor": "x2"},
    )
