"""The picture of errors by bits: a line a method, and below them how many times its error RTN's is."""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, quiet_axis
from gptq_viz.figures.bits import BitsLines
from gptq_viz.figures.end_labels import EndLabel, draw_end_labels
from gptq_viz.figures.heads import draw_empty, draw_head
from gptq_viz.figures.log_axis import NOTHING, decades, log_axis, log_range, shown
from gptq_viz.figures.look import layout
from gptq_viz.figures.method_look import STYLES, method_look
from gptq_viz.figures.versus_frame import named_margin, versus_height
from gptq_viz.numerics import ALLOWED_BITS
from gptq_viz.theme import Palette, Sizes

UPPER, LOWER = (0.42, 1.0), (0.0, 0.27)
AROUND_ONE = (0.5, 2.0)  # always in the picture, so that what is close to 1 looks so
ASIDE = 0.13  # bits, by which calibration errors stand to the left
HEADS = {
    "y": "held-out error; ○ on calibration inputs",
    "y2": "RTN’s held-out error is … times as large",
}


def bits_figure(data: BitsLines, palette: Palette, sizes: Sizes) -> go.Figure:
    """Held-out errors as lines with full marks, calibration errors as small hollow ones; ratios below."""
    figure = go.Figure()
    ratios = {name: tuple(data.ratios(name)) for name in STYLES if name != "rtn"}
    for name, line in data.calibration.items():
        _draw_seen(figure, name, line, palette, sizes)
    for axis, lines in (("y", data.held_out), ("y2", ratios)):
        for name, line in lines.items():
            _draw_line(figure, axis, name, line, palette, sizes)
    errors = [*data.held_out.values(), *data.calibration.values()]
    _lay_out(figure, log_range(errors), log_range([*ratios.values(), AROUND_ONE]), palette, sizes)
    _mark(figure, data.bits, palette, sizes)
    _name_lines(figure, data, palette, sizes)
    if not any(error > 0 for line in errors for error in line):
        draw_empty(figure, NOTHING, palette.muted, sizes)
    return figure


def _draw_line(
    figure: go.Figure, axis: str, name: str, line: Sequence[float], palette: Palette, sizes: Sizes
) -> None:
    """A method's errors, or how many times as large RTN's are."""
    look = method_look(name, palette)
    what = "held-out error %{y:.3g}" if axis == "y" else "RTN’s error is %{y:.3g} times as large"
    figure.add_scatter(
        x=ALLOWED_BITS,
        y=shown(line),
        yaxis=axis,
        name=name,
        mode="lines+markers",
        line={"color": look.colour, "dash": look.dash, "width": sizes.line},
        marker={"symbol": look.symbol, "size": 0.7 * sizes.axis, "color": look.colour},
        hovertemplate=f"{look.label}, %{{x}} bits: {what}<extra></extra>",
        cliponaxis=False,
    )


def _draw_seen(figure: go.Figure, name: str, line: Sequence[float], palette: Palette, sizes: Sizes) -> None:
    """Calibration errors, beside the others, so that they can be seen where they are the same."""
    look = method_look(name, palette)
    figure.add_scatter(
        x=[bits - ASIDE for bits in ALLOWED_BITS],
        y=shown(line),
        name=f"{name}, calibration",
        customdata=ALLOWED_BITS,
        mode="markers",
        marker={
            "symbol": "circle",
            "size": 0.5 * sizes.axis,
            "color": palette.background,
            "line": {"color": look.colour, "width": 0.75 * sizes.line},
        },
        hovertemplate=f"{look.label}, %{{customdata}} bits: calibration error %{{y:.3g}}<extra></extra>",
        cliponaxis=False,
    )


def _mark(figure: go.Figure, bits: int, palette: Palette, sizes: Sizes) -> None:
    """The bits of the settings, and the ratio 1."""
    line = {"color": palette.muted, "width": sizes.line / 2}
    dotted = {"type": "line", "layer": "below"}
    for axis in HEADS:  # not through the words between the panels
        at = {"x0": bits, "x1": bits, "y0": 0, "y1": 1, "yref": f"{axis} domain"}
        figure.add_shape(dotted, **at, line=line | {"dash": "dot"})
    figure.add_shape(dotted, x0=0, x1=1, xref="x domain", y0=1, y1=1, yref="y2", line=line)


def _name_lines(figure: go.Figure, data: BitsLines, palette: Palette, sizes: Sizes) -> None:
    """Names at the right ends, in the order in which the lines end."""
    labels = []
    for name, line in data.held_out.items():
        look, ends = method_look(name, palette), [value for value in shown(line) if value is not None]
        if ends:
            labels.append(EndLabel(math.log10(ends[-1]), f"{look.sign} {look.label}", look.colour))
    draw_end_labels(figure, labels, "y", sizes)


def _lay_out(
    figure: go.Figure,
    errors: tuple[float, float],
    ratios: tuple[float, float],
    palette: Palette,
    sizes: Sizes,
) -> None:
    """Bits along, two logarithmic axes upwards, what they show above each."""
    upwards = quiet_axis(palette, sizes, grid=True)
    figure.update_layout(
        layout(palette, sizes),
        height=versus_height(sizes) + sizes.axis,
        margin=named_margin(sizes, 1.7),
        xaxis=quiet_axis(palette, sizes)
        | {
            "range": [ALLOWED_BITS[0] - 2 * ASIDE, ALLOWED_BITS[-1]],
            "anchor": "y2",
            "tickvals": ALLOWED_BITS,
            "title": axis_title("bits a code", palette, sizes, 2),
        },
        yaxis=upwards | log_axis(errors, decades(errors)) | {"domain": UPPER},
        yaxis2=upwards | log_axis(ratios) | {"domain": LOWER},
    )
    for axis, text in HEADS.items():
        draw_head(figure, text, palette.muted, sizes, y=f"{axis} domain")
