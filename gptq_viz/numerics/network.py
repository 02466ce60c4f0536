"""A really trained network: handwritten digits, 64-256-256-256-10, ReLU."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gptq_viz.numerics.arrays import BoolArray, FloatArray, read_only
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.mlp import MLP

DATA = Path(__file__).parent / "data" / "digits.npz"
HIDDEN = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Digits:
    """The trained network, its images (n, 64) with their labels, and which of them it never saw."""

    network: MLP
    images: FloatArray
    labels: NDArray[np.uint8]
    held_out: BoolArray


@cache
def digits() -> Digits:
    """Read the network and its images once; the arrays are read-only."""
    with np.load(DATA, allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    floats = {name: a.astype(np.float64) for name, a in arrays.items() if name[0] in "Wb" or name == "pixels"}
    labels, held_out = arrays["labels"], arrays["held_out"]
    for a in (*floats.values(), labels, held_out):
        read_only(a)
    layers = range(1, sum(name[0] == "W" for name in floats) + 1)
    network = MLP(tuple(floats[f"W{k}"] for k in layers), tuple(floats[f"b{k}"] for k in layers))
    return Digits(network, floats["pixels"], labels, held_out)


@cache
def _inputs(number: int) -> FloatArray:
    """Return the inputs of a hidden layer for every image, rounded to float32 as all example layers are."""
    X = digits().network.inputs(number, digits().images).astype(np.float32).astype(np.float64)
    read_only(X)
    return X


def accuracy(weights: Mapping[int, FloatArray] | None = None) -> float:
    """Share of the held-out images that the network reads rightly, with some weights replaced.

    Parameters
    ----------
    weights : mapping of layer number (1 to 4) to (out, inp)
        Replacements, such as quantized weights; the other layers and all biases stay.

    Raises
    ------
    ValueError
        If a number or a shape is not the network's.
    """
    data = digits()
    scores = data.network.replaced(weights or {}).scores(data.images[data.held_out])
    return float((scores.argmax(axis=1) == data.labels[data.held_out]).mean())


def layer_size(number: int) -> tuple[int, int]:
    """Rows and columns of a layer of the digit network, 1 to 4."""
    rows, columns = digits().network.weights[number - 1].shape
    return rows, columns


def digits_layer(number: int, out: int, inp: int, n: int, seed: int) -> Layer:
    """Return hidden layer 1, 2 or 3 of the digit network with the inputs that it really gets.

    A setting smaller than the layer shows a window: the first rows, and of layer 1 the first pixels in their
    natural order (the edge of the images is always empty: dead inputs), of layers 2 and 3 the inputs with the
    largest mean square on the training images first. A larger setting is cut. The layer's note says which.
    Biases only shift the outputs, the same before and after quantization, so a layer is its W alone.

    Parameters
    ----------
    out, inp : int
        Rows and columns to show; the layers are 256 x 64, 256 x 256 and 256 x 256.
    n : int
        Calibration inputs: training images, drawn without replacement; all of them if n is larger.
    seed : int
        Seed of that draw. All held-out images make `X_test`.

    Raises
    ------
    ValueError
        If there is no such hidden layer, or a size is not positive.
    """
    if number not in HIDDEN:
        raise ValueError(f"the digit network has hidden layers {HIDDEN}, got {number}")
    if min(out, inp, n) < 1:
        raise ValueError(f"out, inp and n must be at least 1, got {out}, {inp} and {n}")
    data, W, X = digits(), digits().network.weights[number - 1], _inputs(number)
    seen = np.flatnonzero(~data.held_out)
    columns = np.arange(W.shape[1])
    if number > 1 and inp < len(columns):
        columns = np.argsort(-(X[seen] ** 2).mean(axis=0), kind="stable")
    columns = columns[:inp]
    drawn = seen if n >= len(seen) else np.random.default_rng(seed).choice(seen, n, replace=False)
    return Layer(
        W[:out, columns],
        X[np.ix_(drawn, columns)],
        X[np.ix_(data.held_out, columns)],
        name=f"digits{number}",
        note=_note(number, (out, inp), W.shape, n, len(seen)),
    )


def _note(number: int, asked: tuple[int, int], size: tuple[int, int], n: int, seen: int) -> str:
    """Which part of the layer is shown, where that differs from what was asked for or from the whole."""
    out, inp = min(asked[0], size[0]), min(asked[1], size[1])
    whole = f"{size[0]} × {size[1]}"
    if asked != (out, inp):
        whole += f" ({asked[0]} × {asked[1]} was asked for)"
    said = []
    if (out, inp) == size:
        said.append(f"The whole layer, {whole}.")
    else:
        rows = ["the first rows"] if out < size[0] else []
        order = "the first pixels in natural order" if number == 1 else "the most active inputs first"
        said.append(f"Window of {out} × {inp} out of {whole}: {', '.join(rows + [order] * (inp < size[1]))}.")
    if n > seen:
        said.append(f"There are only {seen} training images: all are used.")
    return " ".join([*said, "Biases stay as they are."])
