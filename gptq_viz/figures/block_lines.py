"""What the size of a block changes, for each source of group scales: the share of codes that differ."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.look import layout
from gptq_viz.figures.numbers import percent
from gptq_viz.figures.source_look import source_look
from gptq_viz.numerics import BlockEffect, Race, block_effect, with_groups
from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.theme import Palette, Sizes


@dataclass(frozen=True, slots=True)
class BlockLines:
    """A line a source.

    Parameters
    ----------
    blocks : tuple of int
        Sizes of blocks.
    changed : mapping
        From the source to the share of codes (k,) that differ from those with blocks of one column.
    chosen : int
        The size that is shown beside the picture.
    """

    blocks: tuple[int, ...]
    changed: dict[str, FloatArray]
    chosen: int

    def share(self, source: str) -> float:
        """Share that differs with the chosen block."""
        return float(self.changed[source][self.blocks.index(self.chosen)])


def block_effect_data(race: Race) -> BlockEffect:
    """What every size of block does to the layer, in groups."""
    return block_effect(race.layer, with_groups(race.layer.inp, race.config))


def block_lines_data(effect: BlockEffect, chosen: int) -> BlockLines:
    """The lines, and which size is chosen."""
    return BlockLines(tuple(map(int, effect.blocks)), dict(effect.changed), chosen)


def block_lines_figure(data: BlockLines, palette: Palette, sizes: Sizes) -> go.Figure:
    """Sizes at even distances; the chosen one is a line across."""
    figure = go.Figure()
    places = np.arange(len(data.blocks))
    high = max(0.02, 1.25 * max(float(line.max()) for line in data.changed.values()))
    for name, line in data.changed.items():
        look = source_look(name, palette)
        figure.add_scatter(
            x=places,
            y=line,
            mode="lines+markers",
            line={"color": look.colour, "dash": look.dash, "width": sizes.line},
            marker={"symbol": look.symbol, "size": look.size * sizes.axis, "color": look.colour},
            customdata=data.blocks,
            hovertemplate=f"{name}, blocks of %{{customdata}}: %{{y:.1%}} of the codes<extra></extra>",
            cliponaxis=False,
        )
    _name_lines(figure, data, palette, sizes)
    chosen = data.blocks.index(data.chosen)
    figure.add_shape(
        type="line",
        x0=chosen,
        x1=chosen,
        y0=0,
        y1=1,
        yref="y domain",
        layer="below",
        line={"color": palette.muted, "width": sizes.line, "dash": "dash"},
    )
    _lay_out(figure, data, high, palette, sizes)
    return figure


def block_lines_text(data: BlockLines) -> str:
    """The shares at the largest block and at the chosen one."""
    parts = [
        f"{name} {percent(data.share(name))}, with blocks of {data.blocks[-1]} {percent(float(line[-1]))}"
        for name, line in data.changed.items()
    ]
    return (
        "Share of codes that differ from those of blocks of one column, by source of group scales, with "
        f"blocks of {data.chosen}: {'; '.join(parts)}."
    )


def _name_lines(figure: go.Figure, data: BlockLines, palette: Palette, sizes: Sizes) -> None:
    """Direct labels; lines that end close to each other share one."""
    ends = sorted(((float(line[-1]), name) for name, line in data.changed.items()), reverse=True)
    shared: list[list[tuple[float, str]]] = []
    for end in ends:
        if shared and shared[-1][0][0] - end[0] <= 0.2 * ends[0][0]:
            shared[-1].append(end)
        else:
            shared.append([end])
    for label in shared:
        looks = [(name, source_look(name, palette)) for _, name in label]
        words = [f"<span style='color:{look.colour}'>{look.sign} {name}</span>" for name, look in looks]
        figure.add_annotation(
            text="<br>".join(words),
            x=len(data.blocks) - 1,
            xanchor="left",
            xshift=sizes.axis,
            y=(label[0][0] + label[-1][0]) / 2,
            align="left",
            font_size=sizes.axis,
            borderpad=0,
            showarrow=False,
        )


def _lay_out(figure: go.Figure, data: BlockLines, high: float, palette: Palette, sizes: Sizes) -> None:
    """Per cent upwards, sizes of blocks along."""
    unit = sizes.axis
    quiet = {"fixedrange": True, "showgrid": False, "zeroline": False, "tickfont_color": palette.muted}
    figure.update_layout(
        layout(palette, sizes),
        height=round(12.5 * unit),
        margin={"l": round(3.2 * unit), "r": round(7 * unit), "t": round(0.8 * unit), "b": round(3 * unit)},
        xaxis=quiet
        | {
            "range": [-0.2, len(data.blocks) - 0.9],
            "tickvals": list(range(len(data.blocks))),
            "ticktext": [str(block) for block in data.blocks],
            "ticklen": 2,
            "title": {
                "text": "codes unlike those of blocks of 1, by columns a block",
                "font": {"color": palette.muted, "size": unit},
                "standoff": 2,
            },
        },
        yaxis=quiet
        | {
            "range": [-0.12 * high, high],
            "tickformat": ".0%",
            "nticks": 4,
            "ticklen": 2,
        },
    )
