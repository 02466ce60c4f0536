"""The formulas of the specification, written once more, as plainly as possible, to test the package.

Nothing here is imported from the package but the records it works on.
"""

import numpy as np
from numpy.typing import NDArray

from gptq_viz.numerics import GPTQConfig, Layer

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int_]


def order_of(layer: Layer, config: GPTQConfig) -> IntArray:
    """Column quantized at each step: natural, or largest sum of squared inputs first, ties in place."""
    columns = range(layer.inp)
    if config.act_order:
        energy = (layer.X**2).sum(axis=0)
        columns = sorted(columns, key=lambda c: -energy[c])
    return np.array(columns)


def damped_hessian(layer: Layer, config: GPTQConfig) -> FloatArray:
    """H (inp, inp) in quantization order, dead inputs set to 1, then damped."""
    H = 2.0 * layer.X.T @ layer.X / len(layer.X)
    for c in range(layer.inp):
        if H[c, c] == 0:
            H[c, c] = 1.0
    H = H + config.damp * np.mean(np.diag(H)) * np.eye(layer.inp)
    perm = order_of(layer, config)
    return H[perm][:, perm]


def upper_factor(H: FloatArray) -> FloatArray:
    """U upper triangular with U.T @ U = inverse of H, by the textbook's long way round."""
    return np.linalg.cholesky(np.linalg.inv(H)).T


def start_weights(layer: Layer, config: GPTQConfig) -> FloatArray:
    """W (out, inp) in quantization order, columns of dead inputs set to zero."""
    W = np.array(layer.W)
    W[:, (layer.X == 0).all(axis=0)] = 0.0
    return W[:, order_of(layer, config)]


def code_range(config: GPTQConfig) -> tuple[int, int]:
    """Lowest and highest integer code of the grid."""
    half = 2 ** (config.bits - 1)
    return (1 - half, half - 1) if config.grid == "symmetric" else (0, 2 * half - 1)


def scale_and_zero(weights: FloatArray, config: GPTQConfig) -> tuple[float, int]:
    """Scale and zero point for the weights (any,) of one row, or of one row and group."""
    intervals, half = 2**config.bits - 1, 2 ** (config.bits - 1)
    low, high = min(0.0, *weights), max(0.0, *weights)
    if config.grid == "symmetric":
        return max(high, -low, 1e-12) / (half - 1), 0
    if low == high:
        low, high = -1.0, 1.0
    if config.grid == "asymmetric":
        scale = (high - low) / intervals
        return scale, round(-low / scale)
    largest = max(high, -low)
    low = -largest if low < 0 else 0.0
    return (largest - low) / intervals, half


def levels(scale: float, zero: int, config: GPTQConfig) -> FloatArray:
    """Every number the grid can represent, ascending."""
    lowest, highest = code_range(config)
    return (np.arange(lowest, highest + 1) - zero) * scale


def scales_and_zeros(weights: FloatArray, config: GPTQConfig) -> tuple[FloatArray, IntArray]:
    """Scale and zero point (out,) of every row of `weights`."""
    pairs = [scale_and_zero(row, config) for row in weights]
    return np.array([scale for scale, _ in pairs]), np.array([zero for _, zero in pairs])


def relative_error(W: FloatArray, Q: FloatArray, X: FloatArray) -> float:
    """Squared difference of the outputs over the squared outputs."""
    return float(np.sum((X @ W.T - X @ Q.T) ** 2) / np.sum((X @ W.T) ** 2))
