"""What is said beside the pictures of U: short facts, computed, that hold for every setting."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gptq_viz.figures.numbers import percent, three_digits
from gptq_viz.numerics import Elimination, FactorChain, GPTQConfig, Spectrum
from gptq_viz.numerics.damping import off_diagonal_mass

# A pivot that lost less than this share is printed as unchanged.
SAME = 0.005


@dataclass(frozen=True, slots=True)
class Remark:
    """What it is about, numbers with their names, and a sentence."""

    title: str
    numbers: tuple[tuple[str, str], ...]
    sentence: str


def chain_remarks(chain: FactorChain, *, row_factor: bool = False) -> tuple[Remark, ...]:
    """A fact for each of the four matrices."""
    last = (
        Remark(
            "Row factor: one unit of error",
            ((three_digits(float(np.abs(np.triu(chain.F, 1)).max())), "largest share"),),
            "Rows of U by their pivots: an error of 1 in column j changes column k by entry j, k.",
        )
        if row_factor
        else Remark(
            "U: the rows that GPTQ needs",
            ((percent(off_diagonal_mass(chain.U)), "off the diagonal"),),
            "Row j spreads the error of column j over the columns after it. One Cholesky finds them all.",
        )
    )
    return (
        Remark(
            "H: what a change costs",
            ((three_digits(float(np.abs(chain.H).max())), "largest entry"),),
            "To move a row of weights by δ costs ½ δ H δᵀ. Off the diagonal: inputs that fire together.",
        ),
        Remark(
            "Damping: a floor",
            ((three_digits(float(chain.damped[0, 0] - chain.H[0, 0])), "on the diagonal"),),
            "damp times the mean of the diagonal: every change costs a little more than the inputs say.",
        ),
        Remark(
            "H⁻¹: where an error goes",
            ((three_digits(float(np.abs(chain.inverse).max())), "largest entry"),),
            "Row 0 spreads the first error. Later rows still count on columns that are final by then.",
        ),
        last,
    )


def elimination_remarks(now: Elimination) -> tuple[Remark, ...]:
    """Law 5, the pivot, and the row that was never updated."""
    j = now.step
    return (
        Remark(
            f"Row {j} of H_F⁻¹ / √pivot, and row {j} of U",
            ((three_digits(now.difference), "largest difference"),),
            "The same numbers, up to rounding. So the inverse is never updated in the code: "
            "U holds each of its rows, as it stands when its turn comes.",
        ),
        Remark(
            f"Pivot H_F⁻¹[{j}, {j}] = U[{j}, {j}]²",
            ((three_digits(now.pivot), f"of {three_digits(now.frozen_row[j] ** 2)} at the start"),),
            _pivot_sentence(now),
        ),
        Remark(
            f"Row {j} of H⁻¹, never updated",
            ((three_digits(now.frozen_difference), "largest difference from U"),),
            "The first step is right in either case: nothing was eliminated yet."
            if j == 0
            else "The common mistake. It still counts on columns that are final (pale bars): that part of the "
            "nudge is lost.",
        ),
    )


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
    if found.failing_step is None:
        cholesky = "Cholesky comes to its end even without damping."
    else:
        cholesky = (
            f"Without damping Cholesky, from the last column back, fails at step {found.failing_step} (column "
            f"{found.failing_column}): the columns behind it already say all that it could."
        )
    return (
        Remark("Rank of X", ((str(found.rank), f"of {len(found.before)}"),), _rank_sentence(found, n)),
        Remark(
            "Condition number of H",
            ((before, "before"), (after, "after damping")),
            "Largest by smallest eigenvalue. The floor lifts the small ones and hardly touches the large ones.",
        ),
        Remark("Smallest damping that works", ((f"{found.smallest_damp:g}", ""),), cholesky),
    )


def damping_sentence(config: GPTQConfig) -> str:
    """Where more and more damping leads with these settings."""
    limit = "At damp → ∞ U is diagonal and GPTQ is RTN"
    if config.act_order and config.group is not None and config.scales != "static":
        return f"{limit}, but for the groups: act_order fills them with other columns than RTN’s."
    return f"{limit}: nothing is spread any more."


def _pivot_sentence(now: Elimination) -> str:
    """How much of the start is left, and what that means."""
    j = now.step
    if j == 0:
        return "Rounding column j costs e² / (2 pivot): cheap where other columns can stand in."
    if now.pivot >= (1 - SAME) * now.frozen_row[j] ** 2:
        return "As at the start: the columns that are final were no help to it."
    return "It only shrinks: final columns no longer help, and the cost e² / (2 pivot) grows."


def _rank_sentence(found: Spectrum, n: int) -> str:
    """Why the rank is what it is."""
    missing = len(found.before) - found.rank
    if found.failing_step is None and missing == 0:
        return "Every direction of the inputs occurs in the calibration data."
    if found.failing_step is None:
        return f"{missing} of the inputs never fire; a 1 on the diagonal stands in for them."
    if n < len(found.before):
        return f"{n} calibration inputs span {found.rank} directions; along the others moves look free."
    return "Some inputs are sums of others; along such a direction a move looks free."


def _finite(value: float) -> str:
    """A number that may be infinite."""
    return three_digits(value) if math.isfinite(value) else "∞"
