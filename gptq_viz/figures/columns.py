"""The columns by loudness in the order in which they are quantized, and ribbons to where they are stored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from gptq_viz.figures.heads import draw_head
from gptq_viz.figures.look import layout
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.ribbons import draw_ribbons
from gptq_viz.numerics import GPTQConfig, Layer, column_groups
from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.theme import Palette, Sizes

IntArray = npt.NDArray[np.signedinteger[Any]]

BARS, RIBBONS = (0.62, 1.0), (0.0, 0.56)
# Of a column's place.
BAR = 0.85
MOST_TICKS = 17


@dataclass(frozen=True, slots=True)
class ColumnsPicture:
    """Places and groups of the columns, in the layer's own order.

    Parameters
    ----------
    loudness : (inp,)
        diag(H) of each column.
    place, other_place : (inp,)
        The step at which it is quantized, and at which it would be in the other order.
    group : (inp,)
        Its group: g_idx.
    act_order : bool
        Whether the loudest come first.
    """

    loudness: FloatArray
    place: IntArray
    other_place: IntArray
    group: IntArray
    act_order: bool

    @property
    def slides(self) -> FloatArray:
        """How far each bar comes when the order changes, (inp,), in its own widths."""
        return (self.other_place - self.place) / BAR


def columns_data(layer: Layer, config: GPTQConfig) -> ColumnsPicture:
    """Places with the config's order and with the other one; H may be singular."""
    found, other = (
        column_groups(layer, replace(config, act_order=act_order))
        for act_order in (config.act_order, not config.act_order)
    )
    return ColumnsPicture(found.loudness, found.place, other.place, found.g_idx, config.act_order)


def columns_figure(data: ColumnsPicture, palette: Palette, sizes: Sizes) -> go.Figure:
    """Bars above, ribbons below."""
    figure = go.Figure()
    columns = np.arange(len(data.place))
    figure.add_bar(
        x=data.place,
        y=data.loudness,
        customdata=np.stack([columns, data.group], axis=1),
        marker_color=palette.magnitude[1],
        hovertemplate="step %{x}, column %{customdata[0]}, group %{customdata[1]}: "
        "diag(H) %{y:.3g}<extra></extra>",
    )
    draw_ribbons(figure, data.place, data.group, palette, sizes)
    _lay_out(figure, data, palette, sizes)
    return figure


def columns_text(data: ColumnsPicture) -> str:
    """The loudest and the quietest column, where they are quantized, and how far the groups lie apart."""
    loudest, quietest = int(np.argmax(data.loudness)), int(np.argmin(data.loudness))
    ends = [
        f"column {column} with {three_digits(float(data.loudness[column]))} at step {data.place[column]}"
        for column in (loudest, quietest)
    ]
    order = "with act_order" if data.act_order else "without act_order"
    runs = 1 + int(np.count_nonzero(np.diff(data.group)))
    return (
        f"diag(H) of {len(data.place)} columns in the order of quantization, {order}: largest for {ends[0]}, "
        f"smallest for {ends[1]}. Ribbons lead each column to where it is stored: {data.group.max() + 1} "
        f"groups lie in {runs} pieces there."
    )


def _lay_out(figure: go.Figure, data: ColumnsPicture, palette: Palette, sizes: Sizes) -> None:
    """Both parts share their places; the words say which order is which."""
    inp, unit = len(data.place), sizes.axis
    quiet = {"fixedrange": True, "showgrid": False, "zeroline": False, "tickfont_color": palette.muted}
    across = quiet | {"range": [-0.5, inp - 0.5], "ticklen": 2}
    across |= {"dtick": 1} if inp <= MOST_TICKS else {"nticks": MOST_TICKS}
    figure.update_layout(
        layout(palette, sizes),
        height=round(110 + 14.5 * unit),
        margin={"l": round(3 * unit), "r": 2, "t": round(1.6 * unit), "b": round(2.9 * unit)},
        barmode="overlay",
        bargap=1 - BAR,
        xaxis=across | {"anchor": "y", "showticklabels": False, "ticks": ""},
        yaxis=quiet | {"domain": BARS, "rangemode": "tozero", "nticks": 4, "ticklen": 2},
        xaxis2=across
        | {
            "anchor": "y2",
            "title": {
                "text": "column, as stored; numbers in the ribbons: groups",
                "font": {"color": palette.muted, "size": unit},
                "standoff": 2,
            },
        },
        yaxis2=quiet | {"domain": RIBBONS, "range": [0, 1], "visible": False},
    )
    order = "loudest first" if data.act_order else "the layer’s own"
    head = f"<b>diag(H)</b> in order of quantization: {order}"
    draw_head(figure, head, palette.text, sizes, x="paper", y="paper")
