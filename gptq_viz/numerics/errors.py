"""How wrong a quantized layer is: at its outputs, at its weights, and after each step of a run."""

from __future__ import annotations

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, RealArray
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.trace import Trace


def output_error(W: FloatArray, Q: FloatArray, X: FloatArray) -> float:
    """Relative output error ``‖X (W − Q)ᵀ‖² / ‖X Wᵀ‖²``; nan where the outputs are 0.

    Parameters
    ----------
    W, Q : (out, inp)
        Weights and quantized weights, in the same column order as X.
    X : (n, inp)
        Inputs: held-out ones, or the calibration inputs, which flatter.
    """
    total = float(np.square(X @ W.T).sum())
    wrong = float(np.square(X @ (W - Q).T).sum())
    return wrong / total if total > 0 else float("nan")


def error_on(W: FloatArray, Q: RealArray, gram: FloatArray) -> float:
    """`output_error` from XᵀX (inp, inp): no loop over the inputs, of which there may be many."""
    change = W - Q
    total, wrong = float(np.vdot(W @ gram, W)), float(np.vdot(change @ gram, change))
    return max(wrong, 0.0) / total if total > 0 else float("nan")


def row_costs(change: FloatArray, H: FloatArray) -> FloatArray:
    """``δ H δᵀ`` of each row δ of a change (out, inp), in the metric H (inp, inp): (out,)."""
    return np.asarray(((change @ H) * change).sum(axis=1))


def both_errors(layer: Layer, Q: RealArray) -> tuple[float, float]:
    """`output_error` of Q (out, inp) on the held-out and on the calibration inputs of a layer."""
    return error_on(layer.W, Q, layer.gram_test), error_on(layer.W, Q, layer.gram)


def loss_unit(layer: Layer) -> float:
    """Relative output error, damping included, that a ``Σ E²`` of 1 stands for; nan where the outputs are 0.

    ``Σ E²`` of all rows is 2 / n times their squared output error on the calibration inputs, plus damping.
    """
    outputs = float(np.vdot(layer.W @ layer.gram, layer.W))
    return layer.n / 2 / outputs if outputs > 0 else float("nan")


def weight_error(W: FloatArray, Q: FloatArray) -> float:
    """Mean of ``(W − Q)²``. GPTQ raises it, usually, to lower the output error."""
    return float(np.square(W - Q).mean())


def error_after_each_step(trace: Trace, X: FloatArray) -> FloatArray:
    """Relative output error after 0, 1, … inp steps, (inp + 1,), on the inputs X (n, inp).

    Equivalent to ``output_error(given, weights_after(t), X)`` for every t.
    """
    return error_curve(trace, X.T @ X)


def error_curve(trace: Trace, gram: FloatArray) -> FloatArray:
    """`error_after_each_step` from XᵀX (inp, inp) in the layer's own order.

    ``given − W_t = B + D[:, :t] F[:t]``, with B the weights of dead columns. So the error is a constant, a
    running sum over columns, and the sum of the leading t by t block of ``DᵀD ∘ F G Fᵀ``: no loop over X.
    """
    G = gram[np.ix_(trace.perm, trace.perm)]
    B, D, F = trace.given - trace.W, trace.D, trace.F
    total = np.vdot(trace.given @ G, trace.given)
    if not total > 0:
        return np.full(trace.inp + 1, np.nan)
    plain = trace.method == "rtn"
    products = (D.T @ D) * (G if plain else F @ G @ F.T)
    spent = growth(products)
    start = 0.0
    if trace.dead.any():
        BG = B @ G
        start = float(np.vdot(BG, B))
        spent += 2 * (D * (BG if plain else BG @ F.T)).sum(axis=0)
    curve = start + np.append(0.0, spent.cumsum())
    return np.asarray(np.maximum(curve, 0) / total)  # sums that cancel to nothing may end just below 0


def growth(products: FloatArray) -> FloatArray:
    """What each column adds to the sum of the leading block of a symmetric matrix (inp, inp): (inp,)."""
    # The block grows by a row and a column at a time, and both hold the same numbers.
    return np.asarray(2 * np.triu(products, k=1).sum(axis=0) + np.diag(products))
