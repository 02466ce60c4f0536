"""What is said beside the pictures of U: short facts, computed, that hold for every setting."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptq_viz.figures.numbers import in_print, percent, three_digits
from gptq_viz.numerics import Derivation, Elimination, FactorChain
from gptq_viz.numerics.damping import off_diagonal_mass

# Shares smaller than this are printed as no difference.
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
            "F: how one unit of error spreads",
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
            "damp times the mean of the diagonal: every change costs more than the inputs say."
            if chain.damped[0, 0] > chain.H[0, 0]
            else "Without damping a change costs what the inputs say, and no more.",
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
            _frozen_sentence(now),
        ),
    )


def nudge_sentence(step: Derivation, *, dead: bool = False) -> str:
    """Which weight it is, and what the bars are; `dead`: the column's input never fires."""
    column = "" if step.column == step.step else f" (column {step.column} of the layer)"
    if step.e == 0:
        why = (
            "belongs to an input that never fires (a dead input): it is 0 and stays 0"
            if dead
            else f"is already on its level, {in_print(step.q)}"
        )
        return f"Weight {step.step}{column} of row {step.row} {why}, so nothing moves."
    rest = "the free weights follow" if len(step.delta) > 1 else "none is left to follow"
    return (
        f"The move δ of row {step.row}: weight {step.step}{column}, hatched, goes to its level, "
        f"{in_print(step.q)}; {rest}."
    )


def _frozen_sentence(now: Elimination) -> str:
    """What the mistake of never updating the inverse does in this step."""
    if now.step == 0:
        return "The first step is right in either case: nothing was eliminated yet."
    if now.frozen_difference <= SAME * np.sqrt(now.pivot):
        return "Hardly another row here: the columns that are final were no help to this one."
    return "The common mistake. It still counts on columns that are final (pale bars): that part is lost."


def _pivot_sentence(now: Elimination) -> str:
    """How much of the start is left, and what that means."""
    j = now.step
    if j == 0:
        return "Rounding column j costs e² / (2 pivot): cheap where other columns can stand in."
    if now.pivot >= (1 - SAME) * now.frozen_row[j] ** 2:
        return "As at the start: the columns that are final were no help to it."
    return "It only shrinks: final columns no longer help, and the cost e² / (2 pivot) grows."
