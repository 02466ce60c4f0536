"""What is said beside the eigenvalues of H and below the strip of U: computed, for every setting."""

from __future__ import annotations

import math

from gptq_viz.figures.numbers import in_print
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics import GPTQConfig, Spectrum


def spectrum_remarks(found: Spectrum, n: int) -> tuple[Remark, ...]:
    """Rank, condition number, and what a factorization without damping would do.

    Parameters
    ----------
    found : Spectrum
        Eigenvalues of the layer's H.
    n : int
        Calibration inputs.
    """
    before, after = map(_finite, (found.condition_before, found.condition_after))
    return (
        Remark("Rank of X", ((str(found.rank), f"of {len(found.before)}"),), _rank_sentence(found, n)),
        Remark(
            "Condition number of H",
            ((before, "before"), (after, "after damping")),
            "Largest by smallest eigenvalue. "
            + ("Damping adds the same to each." if found.floor > 0 else "There is no damping to change it."),
        ),
        Remark("Smallest damping that works", ((f"{found.smallest_damp:g}", ""),), _cholesky_sentence(found)),
    )


def damping_sentence(config: GPTQConfig) -> str:
    """Where more and more damping leads with these settings, and how to read the strip."""
    limit = "nothing is spread any more."
    if config.act_order and config.group is not None and config.scales != "static":
        limit = "but for the groups, since act_order fills them with other columns than RTN’s."
    return (
        f"At damp → ∞ U is diagonal and GPTQ is RTN: {limit} Off-diagonal mass: its share of U’s squares. "
        "All share one colour range, 0 to 1."
    )


def _cholesky_sentence(found: Spectrum) -> str:
    """What a factorization without damping would do."""
    if found.failing_step is None:
        return "Cholesky comes to its end even without damping."
    same = found.failing_column == found.failing_step
    column = "" if same else f" (column {found.failing_column} of the layer)"
    return (
        "Without damping Cholesky, which runs from the last column back, fails at column "
        f"{found.failing_step}{column}: the columns behind it already say all that it could."
    )


def _rank_sentence(found: Spectrum, n: int) -> str:
    """Why the rank is what it is."""
    missing = len(found.before) - found.rank
    if found.failing_step is None and missing == 0:
        return "Every direction of the inputs occurs in the calibration data."
    if found.failing_step is None:
        inputs = "1 input never fires" if missing == 1 else f"{missing} inputs never fire"
        return f"{inputs}; a 1 on the diagonal stands in."
    if n < len(found.before):
        samples = "1 calibration sample spans" if n == 1 else f"{n} calibration samples span"
        directions = "1 direction" if found.rank == 1 else f"{found.rank} directions"
        return f"{samples} {directions}; a move along the others costs nothing without damping."
    return "Some inputs are sums of others; there are moves that cost nothing without damping."


def _finite(value: float) -> str:
    """A number that may be infinite."""
    return in_print(value) if math.isfinite(value) else "∞"
