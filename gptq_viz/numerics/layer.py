"""A linear layer and the inputs it is judged on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from gptq_viz.numerics.arrays import FloatArray, checked_table, read_only, row_chunks

CHUNK = 4096  # samples: so many that adding up the products costs little beside them


# No slots: the Gram matrices are computed once, on demand, and cached_property keeps them in __dict__.
@dataclass(frozen=True, eq=False, init=False)
class Layer:
    """Weights, calibration inputs and held-out inputs: checked, float64, read-only.

    Parameters
    ----------
    W : (out, inp)
        Weights, one row an output.
    X : (n, inp)
        Calibration inputs, one row a sample.
    X_test : (m, inp), optional
        Held-out inputs.
    name, note : str
        What the layer is called, and one sentence about it for the reader, or nothing.

    Raises
    ------
    ValueError
        Names the array and the position or the shapes that are wrong.
    """

    W: FloatArray
    X: FloatArray
    X_test: FloatArray | None
    name: str
    note: str

    def __init__(
        self, W: ArrayLike, X: ArrayLike, X_test: ArrayLike | None = None, name: str = "", note: str = ""
    ) -> None:
        values = {
            "W": checked_table(W, "W", "(out, inp)"),
            "X": checked_table(X, "X", "(n, inp)"),
            "X_test": None if X_test is None else checked_table(X_test, "X_test", "(n, inp)"),
            "name": name,
            "note": note,
        }
        for field, value in values.items():
            object.__setattr__(self, field, value)
        self._check_widths()

    def _check_widths(self) -> None:
        for name, inputs in (("X", self.X), ("X_test", self.X_test)):
            if inputs is not None and inputs.shape[1] != self.inp:
                raise ValueError(
                    f"{name} has {inputs.shape[1]} columns but W has {self.inp}: "
                    f"shapes {inputs.shape} and {self.W.shape}; a column of W belongs to a column of {name}"
                )

    @property
    def out(self) -> int:
        """Outputs: rows of W."""
        return len(self.W)

    @property
    def inp(self) -> int:
        """Inputs: columns of W."""
        return int(self.W.shape[1])

    @property
    def n(self) -> int:
        """Calibration samples: rows of X."""
        return len(self.X)

    @cached_property
    def gram(self) -> FloatArray:
        """XᵀX (inp, inp) of the calibration inputs."""
        return _gram(self.X)

    @cached_property
    def gram_test(self) -> FloatArray:
        """XᵀX (inp, inp) of the held-out inputs; of the calibration inputs where there are none."""
        return self.gram if self.X_test is None else _gram(self.X_test)


def _gram(X: FloatArray) -> FloatArray:
    first, *others = row_chunks(X, CHUNK)
    G = np.asarray(first.T @ first)
    for chunk in others:
        G += chunk.T @ chunk
    read_only(G)
    return G
