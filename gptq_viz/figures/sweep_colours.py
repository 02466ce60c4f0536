"""Colours of the cells of a sweep: by the logarithm of an error, or of how many times one is another."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.colours import mixed
from gptq_viz.figures.look import diverging
from gptq_viz.figures.sweep_frame import decade_ticks
from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.theme import Palette, Sizes

# Ranges narrower than that (a factor of 1.4) would make nothing look like much.
NARROWEST = 0.15


@dataclass(frozen=True, slots=True)
class Colours:
    """A colour for every number, by its logarithm from `low` to `high`; 0 has that of `low`."""

    low: float
    high: float
    scale: tuple[tuple[float, str], ...]

    @staticmethod
    def of(values: FloatArray, palette: Palette, *, around_one: bool) -> Colours:
        """Over the range of the values: one hue, or, `around_one`, two that meet there."""
        logs = np.log10(values[np.isfinite(values) & (values > 0)])
        if around_one:
            most = max(float(np.abs(logs).max(initial=0.0)), NARROWEST)
            low, zero, high = (colour for _, colour in diverging(palette))
            return Colours(-most, most, ((0.0, high), (0.5, zero), (1.0, low)))
        low_log, high_log = (float(logs.min()), float(logs.max())) if logs.size else (-1.0, 0.0)
        room = max(NARROWEST - (high_log - low_log), 0.0) / 2
        ends = palette.magnitude
        return Colours(low_log - room, high_log + room, ((0.0, ends[0]), (1.0, ends[1])))

    def colour(self, value: float) -> str:
        """Of one number."""
        share = (math.log10(value) - self.low) / (self.high - self.low) if value > 0 else 0.0
        share = min(max(share, 0.0), 1.0)
        k = next(k for k in range(1, len(self.scale)) if share <= self.scale[k][0])
        (start, first), (end, second) = self.scale[k - 1 : k + 1]
        return mixed(first, second, (share - start) / (end - start))

    def cells(self, values: FloatArray, palette: Palette, sizes: Sizes) -> go.Heatmap:
        """All cells with their colour bar."""
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.where(values > 0, np.log10(values), np.where(values == 0, self.low, np.nan))
        ticks = decade_ticks(self.low, self.high)
        font = {"color": palette.muted, "size": sizes.axis}
        return go.Heatmap(
            z=logs,
            zmin=self.low,
            zmax=self.high,
            colorscale=[list(step) for step in self.scale],
            xgap=2,
            ygap=2,
            hoverinfo="skip",
            colorbar={
                "tickvals": [place for place, _ in ticks],
                "ticktext": [text for _, text in ticks],
                "tickfont": font,
                "thickness": round(0.9 * sizes.axis),
                "outlinewidth": 1,
                "outlinecolor": palette.border,
                "xpad": round(0.7 * sizes.axis),
                "ypad": 0,
            },
        )
