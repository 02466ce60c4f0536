"""OBQ: the slow, obvious truth behind GPTQ. Every row for itself, every inverse updated by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, IntArray, read_only
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.factor import damped_factor
from gptq_viz.numerics.grid import code_range, rounding, scale_and_zero, span
from gptq_viz.numerics.hessian import damped, dead_inputs, hessian, revived
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.order import quantization_order

Level: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class OBQResult:
    """What OBQ made of a layer.

    Parameters
    ----------
    quantized : (out, inp)
        Dequantized weights in the layer's own column order.
    order : (out, inp)
        Row by row, the columns in the order in which they were fixed.
    """

    quantized: FloatArray
    order: IntArray


def obq(layer: Layer, config: GPTQConfig, order: str | None = None) -> OBQResult:
    """Quantize row by row, weight by weight, with every elimination written out.

    Each time the row's free weights are nudged by Optimal Brain Surgeon, and the weight that was fixed is
    eliminated from the inverse Hessian.

    Parameters
    ----------
    layer : Layer
        A small one: this takes out · inp³ operations.
    config : GPTQConfig
        As for `gptq`; `block` matters for ``reference`` scales only.
    order : None or "shared"
        None: each row takes next the weight that costs least, ``e² / H_F⁻¹[j, j]``; its scales then come
        from the starting weights, groups in the layer's own order. "shared": all rows in the config's order.

    Returns
    -------
    OBQResult
        Quantized weights, and the order that each row took.

    Source
    ------
    Frantar, Singh, Alistarh 2022, Optimal Brain Compression, algorithm 3.
    """
    if order not in (None, "shared"):
        raise ValueError(f'order must be None or "shared", got {order!r}')
    H = hessian(layer)
    dead = dead_inputs(H)
    perm = quantization_order(layer, config)
    # Refuses a singular H, as `gptq` does.
    damped_factor(revived(H)[np.ix_(perm, perm)], config.damp, layer.n, int(dead.sum()))
    inverse = np.asarray(np.linalg.inv(damped(revived(H), config.damp)), dtype=np.float64)
    W, Q = layer.W.copy(), np.empty_like(layer.W)
    taken = np.tile(perm, (layer.out, 1))
    W[:, dead] = 0
    for i, w in enumerate(W):
        if order is None:
            Q[i], taken[i] = _own_order(w, inverse, config)
        else:
            Q[i] = _given_order(w, inverse, perm, config)
    read_only(Q)
    read_only(taken)
    return OBQResult(Q, taken)


def _own_order(w: FloatArray, inverse: FloatArray, config: GPTQConfig) -> tuple[FloatArray, list[int]]:
    """One row (inp,), cheapest weight first, and the order that makes."""
    inp = len(w)
    order: list[int] = []
    w, q, free = w.copy(), np.empty(inp), list(range(inp))
    scales = _starting_scales(w, config)
    while free:
        errors = {j: w[j] - _nearest(w[j], scales[j], config, from_start=True) for j in free}
        j = min(free, key=lambda j: errors[j] ** 2 / inverse[j, j])
        q[j] = w[j] - errors[j]
        w, inverse = _fix(j, w, errors[j], inverse)
        free.remove(j)
        order.append(j)
    return q, order


def _given_order(w: FloatArray, inverse: FloatArray, perm: IntArray, config: GPTQConfig) -> FloatArray:
    """One row (inp,), in the order of perm."""
    inp = len(w)
    w, q, size = w.copy(), np.empty(inp), config.group_size(inp)
    scales, from_start = _starting_scales(w, config), config.scales_from_start(inp)
    seen = w
    for step, j in enumerate(perm):
        if config.scales == "updated" or step % config.block == 0:
            seen = w
        if not from_start and step % size == 0:
            members = perm[step : step + size]
            scales.update(dict.fromkeys(members, _scale(seen[members], config)))
        q[j] = _nearest(w[j], scales[j], config, from_start)
        w, inverse = _fix(j, w, w[j] - q[j], inverse)
    return q


def _fix(j: int, w: FloatArray, error: float, inverse: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Take `error` off weight j, let the free weights answer, and remove j from the inverse."""
    pivot, row = inverse[j, j], inverse[j]
    inverse = inverse - np.outer(row, row) / pivot
    inverse[j], inverse[:, j] = 0, 0  # what rounding left of it
    return w - error / pivot * row, inverse


def _starting_scales(w: FloatArray, config: GPTQConfig) -> dict[int, Level]:
    """Scale and zero point of each weight from the starting weights, groups in the layer's own order."""
    size = config.group_size(len(w))
    return {j: _scale(w[j - j % size : j - j % size + size], config) for j in range(len(w))}


def _scale(members: FloatArray, config: GPTQConfig) -> Level:
    """Scale and zero point of the weights of one group of one row."""
    scale, zero = scale_and_zero(*span(members[None]), config)
    return float(scale[0]), float(zero[0])


def _nearest(w: float, level: Level, config: GPTQConfig, from_start: bool) -> float:
    """The level nearest to one weight."""
    scale, zero = level
    smallest, largest = code_range(config)
    whole = float(rounding(config, from_start)(np.asarray(w / scale)))
    return (min(max(whole + zero, smallest), largest) - zero) * scale
