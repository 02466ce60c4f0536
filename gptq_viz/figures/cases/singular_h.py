"""A singular H, drawn: eigenvalues that are 0 and the floor that lifts them, and the pivot that fails."""

from __future__ import annotations

import plotly.graph_objects as go

from gptq_viz.figures.cases.error_axis import height_of_two
from gptq_viz.figures.cases.pivots import draw_pivots
from gptq_viz.figures.damping_remarks import spectrum_remarks
from gptq_viz.figures.numbers import three_digits, times
from gptq_viz.figures.remarks import Remark
from gptq_viz.figures.spectrum import spectrum_data, spectrum_figure, spectrum_text
from gptq_viz.numerics.cases.singular_h import SingularH
from gptq_viz.theme import Palette, Sizes

SPECTRUM = (0.51, 1.0)


def figure(data: SingularH, palette: Palette, sizes: Sizes) -> go.Figure:
    """Above: eigenvalues with the floor of the usual damping. Below: pivots until one is 0."""
    drawn = spectrum_figure(spectrum_data(data.spectrum), palette, sizes)
    draw_pivots(drawn, data.pivots, data.spectrum.failing_column, palette, sizes)
    return drawn.update_layout(
        height=height_of_two(sizes),
        yaxis_domain=SPECTRUM,
        xaxis_title_text="",
        xaxis_nticks=9,
        xaxis_tickangle=0,
    )


def text(data: SingularH) -> str:
    """Eigenvalues, and where the factorization ends."""
    failing = data.spectrum.failing_column
    end = "It comes to its end." if failing is None else f"At column {failing} nothing is left, and it fails."
    return (
        f"{spectrum_text(spectrum_data(data.spectrum))} Below, the pivots of Cholesky without damping, from "
        f"the last column back, as shares of the diagonal. {end}"
    )


def look_for(data: SingularH) -> str:
    """Missing bars above, and the cross below."""
    missing = len(data.spectrum.before) - data.spectrum.rank
    if data.spectrum.failing_column is None:
        return "Every eigenvalue has a bar of its own: H can be inverted without damping."
    return (
        f"{missing} eigenvalues have only what damping gives them. Without it Cholesky, from the last column "
        "back, comes to one of which nothing is left: ✕."
    )


def numbers(data: SingularH) -> tuple[Remark, ...]:
    """The refusal, what two dampings are worth, and the rank."""
    smallest, usual = data.held_out
    small, large = (f"at {damp:g}" for damp in data.damps)
    rank = spectrum_remarks(data.spectrum, data.n)[0]
    refusal = f"“{data.refusal}.”" if data.refusal else "Nothing is refused: this H can be inverted."
    return (
        Remark("Without damping the run says", ((f"{data.damps[0]:g}", "would let it run"),), refusal),
        Remark(
            "Held-out error of GPTQ, by damping",
            (
                (three_digits(smallest), small),
                (three_digits(usual), large),
                (three_digits(data.rtn_held_out), "RTN"),
            ),
            f"{_worth(data)} On calibration inputs {three_digits(data.calibration[0])}, "
            f"{three_digits(data.calibration[1])}, RTN {three_digits(data.rtn_calibration)}.",
        ),
        rank,
    )


def right(data: SingularH) -> int:
    """The number of the card's answer that holds."""
    return 2 if data.refusal else 0


def _worth(data: SingularH) -> str:
    """Whether damping that works is damping that is good."""
    smallest, usual = data.held_out
    if smallest > 1.05 * usual:
        return f"Damping that lets it run is not yet enough: {times(smallest, usual)} times the error."
    return "Here the smallest damping that works is as good as the usual one."
