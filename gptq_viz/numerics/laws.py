"""The laws that one run obeys, as a list; those that compare two are in `laws_of_pairs`."""

from __future__ import annotations

import numpy as np

from gptq_viz.numerics import identities
from gptq_viz.numerics.errors import error_curve, output_error, row_costs
from gptq_viz.numerics.evidence import Evidence
from gptq_viz.numerics.law import Law
from gptq_viz.numerics.layer import Layer


def balance_of_all(seen: Evidence, _: Layer) -> float:
    """Law 1 of all three methods, each with its own row factor."""
    return max(identities.balance(trace) for trace in (seen.gptq, seen.rtn, seen.frozen))


def half_the_ledger(seen: Evidence, layer: Layer) -> float:
    """``½ ΣE²`` against the mean squared output error plus the damping term."""
    trace = seen.gptq
    change = trace.in_layer_order(trace.W - trace.Q)
    H = seen.problem.H
    floor = np.diag(H).mean() * seen.config.damp / (1 + seen.config.damp)  # the mean is of the damped H
    error = np.square(layer.X @ change.T).sum(axis=0) / layer.n + floor * np.square(change).sum(axis=1) / 2
    size = row_costs(trace.W, H) / 2
    return identities.relative(np.square(trace.E).sum(axis=1) / 2 - error, error, size)


def nearest_levels(seen: Evidence, _: Layer) -> float:
    """By how much another level is nearer than the one taken, as a share of the largest weight."""
    trace = seen.gptq
    largest = float(np.abs(trace.W).max())
    smallest_scale = float(np.abs(trace.scale).min())
    beyond = identities.distance_from_nearest(trace, seen.problem)
    return beyond * min(smallest_scale / largest, 1.0) if largest > 0 else beyond


def quarter_way(seen: Evidence, _: Layer) -> float:
    """Law 4 after a quarter, a half and three quarters of the steps."""
    steps = {seen.gptq.inp * quarter // 4 for quarter in (1, 2, 3)}
    return max(identities.free_columns_optimal(seen.gptq, seen.problem, step) for step in steps)


def beyond_the_bound(seen: Evidence, _: Layer) -> float:
    """Law 6: by what share of its bound the damped error of a row without clipped weights exceeds it."""
    trace = seen.gptq
    held = ~trace.clipped.any(axis=1)
    error = row_costs(trace.W - trace.Q, seen.problem.H)[held]
    return float(np.maximum(error / identities.error_bound(trace)[held] - 1, 0).max(initial=0))


def triangle(seen: Evidence, _: Layer) -> float:
    """Largest entry of U below the diagonal; infinite if a pivot is not positive."""
    U = seen.gptq.U
    return identities.relative(np.tril(U, k=-1), U) if np.diag(U).min() > 0 else float("inf")


def last_column(seen: Evidence, _: Layer) -> float:
    """What the last step moves in the other columns."""
    trace = seen.gptq
    moved = trace.weights_after(trace.inp) - trace.weights_after(trace.inp - 1)
    return identities.relative(moved[:, :-1], trace.W) if trace.inp > 1 else 0.0


def end_of_curve(seen: Evidence, layer: Layer) -> float:
    """Last point of the error curve against the error computed from the outputs."""
    end = error_curve(seen.gptq, layer.gram)[-1]
    return abs(float(end) - output_error(layer.W, seen.gptq.quantized, layer.X))


def all_rows_clipped(seen: Evidence) -> str:
    """Law 6 speaks of rows without clipping."""
    return "every row has a clipped weight" if seen.gptq.clipped.any(axis=1).all() else ""


def no_outputs(seen: Evidence) -> str:
    """A relative error needs outputs."""
    W = seen.layer.W
    return "" if np.vdot(W @ seen.layer.gram, W) > 0 else "all outputs are 0"


LAWS_OF_A_RUN = (
    Law(1, "What one weight loses, later ones receive: all methods", "W − Q = D F", balance_of_all),
    Law(
        1,
        "GPTQ's total change is its errors times U",
        "W − Q = E U",
        lambda seen, _: identities.total_error_is_E_times_U(seen.gptq),
    ),
    Law(
        2,
        "The ledger adds up to the damped error of each row",
        "Σ E² = (w − q) H (w − q)ᵀ",
        lambda seen, _: identities.ledger(seen.gptq, seen.problem),
    ),
    Law(
        2,
        "Half of it is the mean squared output error and the damping",
        "½ Σ E² = ‖X (w − q)ᵀ‖² / n + ½ damp · mean(diag H) · ‖w − q‖²",
        half_the_ledger,
    ),
    Law(
        3,
        "The errors follow from the result alone",
        "E = (W − Q) R",
        lambda seen, _: identities.audit(seen.gptq, seen.problem),
    ),
    Law(3, "Every weight got the level nearest to it", "|w_j − q_j| smallest", nearest_levels),
    Law(
        4,
        "Free columns are the optimum, given the fixed ones",
        "(W_t − W) H = 0 in free columns",
        quarter_way,
    ),
    Law(
        5,
        "Row j of U is row j of the shrinking inverse over the root of its pivot",
        "U[j] = H_F⁻¹[j] / √H_F⁻¹[j, j]",
        lambda seen, _: identities.rows_of_shrinking_inverse(seen.problem),
    ),
    Law(5, "U factors the inverse", "Uᵀ U H = I", lambda seen, _: identities.inverse(seen.problem)),
    Law(5, "U is upper triangular with positive pivots", "U[j, k] = 0 for k < j, U[j, j] > 0", triangle),
    Law(
        6,
        "Rows without clipping stay below their bound",
        "(w − q) H (w − q)ᵀ ≤ Σ_j (s_j / 2)² / U[j, j]²",
        beyond_the_bound,
        all_rows_clipped,
    ),
    Law(8, "The last column is only rounded", "W_inp = W_(inp−1) before it", last_column),
    Law(
        0,
        "The error curve ends at the error of the outputs",
        "C ∘ (F G Fᵀ) summed = ‖X (W − Q)ᵀ‖² / ‖X Wᵀ‖²",
        end_of_curve,
        no_outputs,
    ),
)
