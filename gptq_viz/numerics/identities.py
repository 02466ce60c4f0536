"""The laws a run obeys, as residuals: 0 up to rounding (about 1e-15) where the law holds.

Of a `Trace` and of the `Problem` it solved. Every residual is the largest one found, as a share of the
largest of the terms it is a difference of: those of the weights, where errors are too small to measure by.
Laws that compare two runs are in `invariances`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.numerics.errors import row_costs
from gptq_viz.numerics.grid import code_range
from gptq_viz.numerics.problem import Problem
from gptq_viz.numerics.trace import Trace


def relative(difference: FloatArray, *terms: FloatArray) -> float:
    """Largest entry of a difference, as a share of the largest entry of what was subtracted."""
    size = max(float(np.abs(term).max()) for term in terms)
    return float(np.abs(difference).max()) / size if size > 0 else 0.0


def balance(trace: Trace) -> float:
    """Law 1, every method: ``W − Q = D F``. What one weight lost, later ones received."""
    moved = trace.D @ trace.F
    return relative(trace.W - trace.Q - moved, trace.W, trace.Q, moved)


def total_error_is_E_times_U(trace: Trace) -> float:  # noqa: N802 - the paper's E and U
    """Law 1, GPTQ: ``W − Q = E U``."""
    moved = trace.E @ trace.U
    return relative(trace.W - trace.Q - moved, trace.W, trace.Q, moved)


def ledger(trace: Trace, problem: Problem) -> float:
    """Law 2, GPTQ: each row's ``Σ E²`` is ``(w − q) H (w − q)ᵀ``, the damped calibration error."""
    spent = np.square(trace.E).sum(axis=1)
    owed = row_costs(trace.W - trace.Q, problem.H)
    return relative(spent - owed, spent, row_costs(trace.W, problem.H))


def audit(trace: Trace, problem: Problem) -> float:
    """Law 3, GPTQ: ``E = (W − Q) R``. The run's errors follow from its result."""
    audited = (trace.W - trace.Q) @ problem.R
    return relative(trace.E - audited, trace.E, trace.W @ problem.R)


def distance_from_nearest(trace: Trace, problem: Problem) -> float:
    """Law 3, GPTQ: each q is the level nearest to the weight recomputed from W, X and Q alone.

    Returns
    -------
    float
        By how much another level is nearer, in scales, at worst.
    """
    turns = trace.Q + ((trace.W - trace.Q) @ problem.R) / np.diag(problem.R)
    scale, zero = trace.scale[:, trace.group_of], trace.zero[:, trace.group_of]
    place = turns / scale + zero
    distance = np.abs(place - trace.step_codes)
    smallest, largest = code_range(trace.config)
    best = np.abs(place - np.clip(np.rint(place), smallest, largest))
    return float((distance - best).max())


def free_columns_optimal(trace: Trace, problem: Problem, step: int) -> float:
    """Law 4, GPTQ: after `step` columns the free ones are the least-squares optimum given the fixed ones.

    At an optimum the gradient ``(W_t − W) H`` has no entry in the free columns.
    """
    change = trace.weights_after(step) - trace.W
    gradient = (change @ problem.H)[:, step:]
    if gradient.size == 0:
        return 0.0
    return relative(gradient, change @ problem.H, trace.W @ problem.H)


def shrinking_inverses(problem: Problem) -> Iterator[FloatArray]:
    """H_F⁻¹ (inp, inp) before each step: the inverse Hessian of the columns still free, 0 elsewhere."""
    inverse = problem.U.T @ problem.U
    for j in range(len(inverse)):
        yield inverse
        inverse = inverse - np.outer(inverse[:, j], inverse[j]) / inverse[j, j]
        inverse[: j + 1] = inverse[:, : j + 1] = 0  # what rounding left of them


def rows_of_shrinking_inverse(problem: Problem) -> float:
    """Law 5: row j of U is row j of the shrinking inverse, divided by the root of its pivot."""
    rows = np.array(
        [inverse[j] / np.sqrt(inverse[j, j]) for j, inverse in enumerate(shrinking_inverses(problem))]
    )
    return relative(rows - problem.U, problem.U)


def inverse(problem: Problem) -> float:
    """Law 5: ``Uᵀ U H = I``, measured against the size of the terms that are summed."""
    U, H = problem.U, problem.H
    product = U.T @ (U @ H)
    return relative(product - np.eye(len(H)), np.abs(U).T @ (np.abs(U) @ np.abs(H)))


def error_bound(trace: Trace) -> FloatArray:
    """Law 6, GPTQ without clipping: what a row's ``Σ E²`` cannot exceed, (out,).

    Every weight is at most half a scale from its level: ``Σ_j (s_j / 2)² / U[j, j]²``. On average about a
    third of it is spent.
    """
    half = trace.scale[:, trace.group_of] / 2
    return np.asarray(np.square(half / np.diag(trace.U)).sum(axis=1))
