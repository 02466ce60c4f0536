"""Too few samples, drawn: the error over the number of samples, with its cliff."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from gptq_viz.figures.cases.curve import Curve
from gptq_viz.figures.cases.curves import Across, curves_figure
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.numerics.cases.few_samples import TINY, USUAL, FewSamples
from gptq_viz.theme import Palette, Sizes

TICKS = {float(n): f"{n}" for n in (8, 16, 32, 64, 128, 256)}
TINY_WORDS = f"{TINY:.0e}".replace("e-0", "e-")


def figure(data: FewSamples, palette: Palette, sizes: Sizes) -> go.Figure:
    """Medians of the seeds, around the held-out error with tiny damping the band of most of them."""
    low, high = np.quantile(data.held_out, [0.1, 0.9], axis=0)
    rtn = np.full(len(data.samples), np.median(data.rtn))
    curves = (
        Curve("gptq", f"damping {TINY_WORDS}", _median(data.held_out), band=(low, high)),
        Curve("gptq", f"calibration, {TINY_WORDS}", _median(data.calibration), "calibration"),
        Curve("gptq", f"damping {USUAL:g}", _median(data.usual), "other"),
        Curve("rtn", "RTN", rtn),
    )
    across = Across("samples", data.samples, TICKS, (data.inp, f"n = inp = {data.inp}"))
    return curves_figure(curves, across, palette, sizes)


def text(data: FewSamples) -> str:
    """Medians by number of samples."""
    columns = zip(
        data.samples,
        *map(_median, (data.held_out, data.calibration, data.usual, data.usual_calibration)),
        strict=True,
    )
    parts = [
        f"{n} samples: {three_digits(tiny)} (calibration {three_digits(seen)}), "
        f"with damping {USUAL:g} {three_digits(usual)} (calibration {three_digits(usual_seen)})"
        for n, tiny, seen, usual, usual_seen in columns
    ]
    return (
        f"Held-out relative output error of GPTQ with damping {TINY_WORDS}, median of {len(data.rtn)} seeds, "
        f"by samples for {data.inp} columns. {'; '.join(parts)}. "
        f"RTN {three_digits(float(np.median(data.rtn)))}."
    )


def look_for(data: FewSamples) -> str:
    """The cliff, if there is one."""
    if data.has_cliff:
        return (
            f"With {data.samples[data.peak]} samples the error is larger than with {data.samples[0]}. The "
            "solid curve falls off its cliff where there are as many samples as columns."
        )
    return "See how far the solid curve falls where there are as many samples as columns."


def numbers(data: FewSamples) -> tuple[Remark, ...]:
    """Before the cliff and behind it, with tiny damping and with the usual one."""
    before, behind = data.peak, data.behind
    tiny, seen, usual, usual_seen = map(
        _median, (data.held_out, data.calibration, data.usual, data.usual_calibration)
    )
    names = [f"{data.samples[place]} samples" for place in (before, behind)]
    return (
        Remark(
            f"Held out, damping {TINY_WORDS}",
            (
                (three_digits(tiny[before]), names[0]),
                (three_digits(tiny[behind]), names[1]),
                (three_digits(float(np.median(data.rtn))), "RTN"),
            ),
            f"Medians of {len(data.rtn)} seeds; the pale band holds the middle 80 %. "
            f"On its own samples it is {three_digits(seen[before])} and {three_digits(seen[behind])}: "
            "the calibration error gives no warning.",
        ),
        Remark(
            f"Held out, damping {USUAL:g}",
            ((three_digits(usual[before]), names[0]), (three_digits(usual[behind]), names[1])),
            f"On its own samples {three_digits(usual_seen[before])} and {three_digits(usual_seen[behind])}. "
            "With fewer samples than columns some changes of the weights seem to cost nothing. "
            "Damping gives them a price.",
        ),
    )


def right(data: FewSamples) -> int:
    """The number of the card's answer that holds."""
    if data.has_cliff:
        return 2
    return 1 if (_median(data.held_out) < np.median(data.rtn)).all() else 0


def _median(errors: FloatArray) -> list[float]:
    """Of all seeds, by number of samples."""
    return [float(value) for value in np.median(errors, axis=0)]
