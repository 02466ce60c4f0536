"""Which two weights of a layer show best what GPTQ does, and how loud two columns are."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.numerics.block import Block, block_of
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.grid import group_spans, scale_and_zero
from gptq_viz.numerics.hessian import damped, dead_inputs, hessian, revived
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.order import groups_in_layer_order, quantization_order
from gptq_viz.numerics.plane import path
from gptq_viz.numerics.threads import one_blas_thread


@dataclass(frozen=True, slots=True)
class Pair:
    """Two weights of a row: the row, and its two columns in the order of quantization."""

    row: int
    columns: tuple[int, int]


@one_blas_thread
def telling_pair(layer: Layer, config: GPTQConfig) -> Pair:
    """The two columns whose inputs are correlated most, and the row in which GPTQ gains most over RTN there.

    Raises
    ------
    ValueError
        One column only, or a singular H.
    """
    H = damped(revived(hessian(layer)), config.damp)
    loud = np.sqrt(np.diag(H))
    # Rounded, so that columns which are equal but for the last bit are equal on every machine.
    correlation = np.abs(H / np.outer(loud, loud)).round(9)
    correlation[np.tril_indices(layer.inp)] = -1
    first, second = divmod(int(correlation.argmax()), layer.inp)
    place = np.argsort(quantization_order(layer, config))
    columns = (first, second) if place[first] < place[second] else (second, first)
    blocks = _blocks_of_all_rows(layer, config, columns)
    gains = [_gain(block) for block in blocks]
    return Pair(int(np.argmax(gains)), columns)


def loudness(layer: Layer, columns: tuple[int, int]) -> tuple[float, float]:
    """Root mean square of the inputs of two columns: act_order takes the larger one first."""
    first, second = np.sqrt(np.square(layer.X[:, list(columns)]).mean(axis=0))
    return float(first), float(second)


def _blocks_of_all_rows(layer: Layer, config: GPTQConfig, columns: tuple[int, int]) -> list[Block]:
    """What `block_of` makes of each row; H, the same for all, is found once."""
    model = block_of(layer, config, 0, columns)
    W = layer.W * ~dead_inputs(hessian(layer))
    groups = groups_in_layer_order(np.arange(layer.inp), config.group_size(layer.inp))
    scale, zero = scale_and_zero(*group_spans(W, groups), config)
    pair = list(columns)
    return [
        replace(model, target=W[i, pair], scale=scale[i, groups[pair]], zero=zero[i, groups[pair]])
        for i in range(layer.out)
    ]


def _gain(block: Block) -> float:
    """Cost of RTN less cost of GPTQ, counted in grid steps: rows have scales of their own."""
    ends: list[FloatArray] = [block.nearest(block.target), path(block, 0).final]
    rtn, gptq = block.cost(np.array(ends)) / block.scale.prod()
    return float(rtn - gptq)
