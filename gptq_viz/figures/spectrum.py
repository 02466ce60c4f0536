"""Eigenvalues of H, sorted, and the floor that damping puts under them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from gptq_viz.figures.axes import axis_title, quiet_axis
from gptq_viz.figures.look import layout
from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import Spectrum
from gptq_viz.theme import Palette, Sizes

# Eigenvalues further below the largest are rounding noise; the axis leaves them out.
NOISE = 1e-12


@dataclass(frozen=True, slots=True)
class SpectrumPicture:
    """Bars before and after damping, the line of the floor, and the range of the logarithmic axis.

    Parameters
    ----------
    before, after : (inp,)
        Largest first; before is nan where it is 0 or noise, so that no bar is drawn.
    floor : float
        What damping adds to each; 0 without damping.
    low, high : float
        Ends of the axis. They follow the eigenvalues, and the floor only where it leaves their range, so
        that the line moves when the damping does.
    """

    before: npt.NDArray[np.float64]
    after: npt.NDArray[np.float64]
    floor: float
    low: float
    high: float


def spectrum_data(found: Spectrum) -> SpectrumPicture:
    """Bars and ranges."""
    largest = float(found.before[0])
    real = np.where(found.before > NOISE * largest, found.before, np.nan)
    after = np.where(found.after > NOISE * largest, found.after, np.nan)
    seen = [float(np.nanmin(real)), 1e-3 * largest, *([found.floor] if found.floor > NOISE * largest else [])]
    return SpectrumPicture(real, after, found.floor, min(seen) / 2, 3 * max(largest, found.floor))


def spectrum_figure(data: SpectrumPicture, palette: Palette, sizes: Sizes) -> go.Figure:
    """Solid bars for H, hatched ones for what damping adds, a line for the floor."""
    figure = go.Figure()
    places = np.arange(len(data.before))
    hover = "eigenvalue %{x}: %{y:.3g}"
    if data.floor > 0:
        figure.add_bar(
            x=places,
            y=data.after,
            name="with damping",
            legendrank=2,
            marker={
                "color": palette.surface,
                "line": {"color": palette.muted, "width": 1},
                "pattern": {"shape": "/", "fgcolor": palette.muted, "size": 6, "solidity": 0.2},
            },
            hovertemplate=f"{hover}<extra>damped H</extra>",
        )
    figure.add_bar(
        x=places,
        y=data.before,
        name="eigenvalues of H",
        legendrank=1,
        marker={"color": palette.magnitude[1]},
        hovertemplate=f"{hover}<extra>H</extra>",
    )
    if data.floor > data.low:
        figure.add_scatter(
            x=[-0.6, len(places) - 0.4],
            y=[data.floor, data.floor],
            mode="lines",
            name=f"damping floor {three_digits(data.floor)}",
            line={"color": palette.rtn, "width": sizes.line, "dash": "dash"},
            legendrank=3,
            hoverinfo="skip",
        )
    _lay_out(figure, data, palette, sizes)
    return figure


def spectrum_text(data: SpectrumPicture) -> str:
    """Largest and smallest eigenvalue, and the floor."""
    missing = int(np.isnan(data.before).sum())
    zero = f" {missing} of {len(data.before)} are 0." if missing else ""
    return (
        f"Eigenvalues of H, largest first, on a logarithmic axis: from {three_digits(float(data.before[0]))} "
        f"to {three_digits(float(np.nanmin(data.before)))}.{zero} Damping adds {three_digits(data.floor)} "
        "to each."
    )


def _lay_out(figure: go.Figure, data: SpectrumPicture, palette: Palette, sizes: Sizes) -> None:
    """A logarithmic axis with a mark at some of the powers of ten, and the names above the bars."""
    low, high = math.log10(data.low), math.log10(data.high)
    powers = range(math.ceil(low), math.floor(high) + 1, max(1, round((high - low) / 5)))
    quiet = quiet_axis(palette, sizes)
    figure.update_xaxes(
        **quiet,
        range=[-0.6, len(data.before) - 0.4],
        nticks=17,
        title=axis_title("largest first", palette, sizes),
    )
    figure.update_yaxes(
        **quiet,
        type="log",
        range=[low, high],
        tickvals=[10.0**power for power in powers],
        ticktext=[f"{10.0**power:g}".replace("e-0", "e-") for power in powers],
    )
    figure.update_layout(
        layout(palette, sizes),
        height=round(24.5 * sizes.axis),
        margin={"l": round(3.2 * sizes.axis), "r": 2, "t": round(2 * sizes.axis), "b": round(3 * sizes.axis)},
        barmode="overlay",
        bargap=0.2,
        showlegend=True,
        legend={
            "orientation": "h",
            "x": 0,
            "y": 1,
            "yanchor": "bottom",
            "bgcolor": "rgba(0, 0, 0, 0)",
            "itemclick": False,
            "itemdoubleclick": False,
        },
    )
