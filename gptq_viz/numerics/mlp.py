"""A multilayer perceptron: linear layers with ReLU between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from gptq_viz.numerics.arrays import FloatArray


@dataclass(frozen=True, slots=True)
class MLP:
    """Weights (out, inp) and biases (out,) of every layer, from the pixels to the classes."""

    weights: tuple[FloatArray, ...]
    biases: tuple[FloatArray, ...]

    def inputs(self, number: int, images: FloatArray) -> FloatArray:
        """Return what layer `number`, counted from 1, reads: the images after the layers before it.

        Parameters
        ----------
        number : int
            1 returns the images themselves; one more than the last layer returns the class scores.
        images : (n, 64)
            Raw pixels, 0 to 16.

        Returns
        -------
        X : (n, inp of that layer)
        """
        X = images
        for layer in range(number - 1):
            X = X @ self.weights[layer].T + self.biases[layer]
            if layer < len(self.weights) - 1:
                X = np.maximum(X, 0)
        return X

    def scores(self, images: FloatArray) -> FloatArray:
        """One score (n, 10) a class; the largest is the answer."""
        return self.inputs(len(self.weights) + 1, images)

    def replaced(self, weights: Mapping[int, FloatArray]) -> MLP:
        """Return the same network with the weights of some layers, counted from 1, replaced."""
        new = list(self.weights)
        for number, W in weights.items():
            if not 1 <= number <= len(new):
                raise ValueError(f"layer must be 1 to {len(new)}, got {number}")
            if np.shape(W) != new[number - 1].shape:
                raise ValueError(f"layer {number} has shape {new[number - 1].shape}, got {np.shape(W)}")
            new[number - 1] = np.asarray(W, dtype=np.float64)
        return replace(self, weights=tuple(new))
