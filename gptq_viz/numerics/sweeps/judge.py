"""Plain rounding and the errors of a layer's runs, each found as cheaply as it can be."""

from __future__ import annotations

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, RealArray
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.grid import code_range, group_spans, round_to_codes, scale_and_zero
from gptq_viz.numerics.hessian import dead_inputs, hessian
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.order import groups_in_layer_order


class Judge:
    """Both errors of quantized weights, without a product with all samples where they are many.

    Parameters
    ----------
    layer : Layer
        Whose outputs are compared.
    """

    def __init__(self, layer: Layer) -> None:
        self._layer = layer
        held_out = layer.X if layer.X_test is None else layer.X_test
        self._inputs = ((held_out, layer.gram_test), (layer.X, layer.gram))
        self._totals = tuple(_squared_outputs(layer.W, *inputs) for inputs in self._inputs)
        self._rounded: dict[tuple[object, ...], tuple[float, float]] = {}

    def errors(self, Q: RealArray) -> tuple[float, float]:
        """Relative output errors of Q (out, inp), on held-out and on calibration inputs.

        Equivalent to `output_error` on the one and on the other; nan where the outputs are 0.
        """
        held_out, calibration = (
            _squared_outputs(self._layer.W - Q, *inputs) / total if total > 0 else float("nan")
            for inputs, total in zip(self._inputs, self._totals, strict=True)
        )
        return held_out, calibration

    def errors_of_rtn(self, config: GPTQConfig) -> tuple[float, float]:
        """`errors` of plain rounding, found once for settings that differ only in what GPTQ does."""
        key = (config.bits, config.grid, config.group)
        if key not in self._rounded:
            self._rounded[key] = self.errors(rounded(self._layer, config))
        return self._rounded[key]


def rounded(layer: Layer, config: GPTQConfig) -> FloatArray:
    """Weights (out, inp) rounded to nearest; equivalent to ``rtn(layer, config).quantized``.

    H is not factored, so this works for a singular one too.
    """
    W = layer.W * ~dead_inputs(hessian(layer))
    groups = groups_in_layer_order(np.arange(layer.inp), config.group_size(layer.inp))
    scale, zero = (part[:, groups] for part in scale_and_zero(*group_spans(W, groups), config))
    return (round_to_codes(W, scale, zero, code_range(config)) - zero) * scale


def _squared_outputs(W: RealArray, X: FloatArray, gram: FloatArray) -> float:
    """``‖X Wᵀ‖²``, from XᵀX where that is smaller than X."""
    if len(X) > len(gram):
        return max(float(np.vdot(W @ gram, W)), 0.0)
    return float(np.square(X @ W.T).sum())
