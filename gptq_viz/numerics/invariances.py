"""The laws that compare two runs: the same result on two ways, or of two layers that should not differ.

Each returns the largest difference of quantized weights, as a share of the largest weight: 0 up to
rounding where the law holds, and about a scale where a weight lay on a rounding tie and fell the other way.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, IntArray
from gptq_viz.numerics.baselines import rtn
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.gptq import gptq, gptq_immediate
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.nearest_plane import nearest_plane
from gptq_viz.numerics.obq import obq


def _apart(one: FloatArray, other: FloatArray, layer: Layer) -> float:
    largest = float(np.abs(layer.W).max())
    return float(np.abs(one - other).max()) / largest if largest > 0 else float(np.abs(one - other).max())


def lazy_blocks(layer: Layer, config: GPTQConfig) -> float:
    """Law 7: lazy blocks change nothing."""
    return _apart(gptq(layer, config).quantized, gptq_immediate(layer, config).quantized, layer)


def block_size(layer: Layer, config: GPTQConfig, block: int) -> float:
    """Law 7: nor does their size; groups with ``reference`` scales are the exception."""
    other = gptq(layer, replace(config, block=block))
    return _apart(gptq(layer, config).quantized, other.quantized, layer)


def diagonal_hessian(layer: Layer, config: GPTQConfig) -> float:
    """Law 8: where inputs know nothing of each other GPTQ is RTN.

    The layer's inputs are replaced by ones as loud, each firing alone. With act_order and groups it holds
    for ``static`` scales only: RTN's groups are the layer's.
    """
    alone = Layer(layer.W, np.diag(np.sqrt(np.diag(layer.gram))))
    return _apart(gptq(alone, config).quantized, rtn(alone, config).quantized, layer)


def heavy_damping(layer: Layer, config: GPTQConfig) -> float:
    """Law 8: damping without end makes GPTQ RTN, with the exception of `diagonal_hessian`."""
    heavy = replace(config, damp=1e20)
    return _apart(gptq(layer, heavy).quantized, rtn(layer, heavy).quantized, layer)


def louder_inputs(layer: Layer, config: GPTQConfig, factor: float = 8.0) -> float:
    """Law 8: scaling X changes nothing, where no input is dead."""
    louder = Layer(layer.W, factor * layer.X)
    return _apart(gptq(layer, config).quantized, gptq(louder, config).quantized, layer)


def larger_row(layer: Layer, config: GPTQConfig, row: int = 0, factor: float = 8.0) -> float:
    """Law 8: scaling a row of W scales its row of Q and no other: rows do not influence each other."""
    sizes = np.ones((layer.out, 1))
    sizes[row] = factor
    larger = gptq(Layer(sizes * layer.W, layer.X), config).quantized
    return _apart(gptq(layer, config).quantized, larger / sizes, layer)


def shuffled_inputs(layer: Layer, config: GPTQConfig, shuffle: IntArray) -> float:
    """Law 9: under act_order the inputs may come in any order (no equal ones, no ``static`` scales)."""
    shuffled = Layer(layer.W[:, shuffle], layer.X[:, shuffle])
    return _apart(gptq(layer, config).quantized[:, shuffle], gptq(shuffled, config).quantized, layer)


def explicit_elimination(layer: Layer, config: GPTQConfig) -> float:
    """Law 10: GPTQ is OBQ with one order for all rows. Small layers only."""
    return _apart(gptq(layer, config).quantized, obq(layer, config, "shared").quantized, layer)


def nearest_planes(layer: Layer, config: GPTQConfig) -> float:
    """Law 11: GPTQ is Babai's nearest-plane algorithm."""
    return _apart(gptq(layer, config).quantized, nearest_plane(layer, config).quantized, layer)
