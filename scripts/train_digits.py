"""Train the handwritten-digit network that the package ships as example data.

Run from the repository's root: ``python scripts/train_digits.py``. It takes about ten seconds and
overwrites ``gptq_viz/numerics/data/digits.npz``. scikit-learn is needed only here, for the images.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_digits

FloatArray = NDArray[np.float64]
Parameters = list[FloatArray]  # weight, bias, weight, bias, ... from the pixels to the classes

TARGET = Path(__file__).parents[1] / "gptq_viz" / "numerics" / "data" / "digits.npz"
WIDTHS = (64, 256, 256, 256, 10)
SEED = 0
HELD_OUT = 450
EPOCHS = 40
BATCH = 32
LEARNING_RATE = 1e-3


def images() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Pixels (1797, 64), raw 0 to 16, and labels (1797,) of scikit-learn's copy of the UCI digits."""
    digits = load_digits()
    return digits.data.astype(np.uint8), digits.target.astype(np.uint8)


def held_out_mask(count: int, held_out: int, seed: int) -> NDArray[np.bool_]:
    """Mark `held_out` of `count` images, drawn at random: they are never trained on."""
    mask = np.zeros(count, dtype=bool)
    mask[np.random.default_rng(seed).choice(count, held_out, replace=False)] = True
    return mask


def initial(rng: np.random.Generator) -> Parameters:
    """He's initialization; the first weights are smaller, since pixels go to 16 and not to 1."""
    parameters: Parameters = []
    for inp, out in pairwise(WIDTHS):
        gain = np.sqrt(2 / inp) / (16 if inp == WIDTHS[0] else 1)
        parameters += [gain * rng.standard_normal((out, inp)), np.zeros(out)]
    return parameters


def gradients(parameters: Parameters, X: FloatArray, labels: NDArray[np.uint8]) -> Parameters:
    """Gradients of the mean cross-entropy of a batch, by backpropagation."""
    inputs = [X]
    for W, b in zip(parameters[:-2:2], parameters[1:-2:2], strict=True):
        inputs.append(np.maximum(inputs[-1] @ W.T + b, 0))
    logits = inputs[-1] @ parameters[-2].T + parameters[-1]
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    slope = odds / odds.sum(axis=1, keepdims=True)
    slope[np.arange(len(labels)), labels] -= 1
    slope /= len(labels)
    found: Parameters = []
    for W, hidden in zip(parameters[-2::-2], inputs[::-1], strict=True):
        found = [slope.T @ hidden, slope.sum(axis=0), *found]
        slope = (slope @ W) * (hidden > 0)
    return found


def batches(count: int, epochs: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """Yield the images of each batch: every epoch all of them once, in a new order."""
    for _ in range(epochs):
        order = rng.permutation(count)
        for start in range(0, count, BATCH):
            yield order[start : start + BATCH]


def train(X: FloatArray, labels: NDArray[np.uint8], epochs: int = EPOCHS, seed: int = SEED) -> Parameters:
    """Train with Adam, the rate falling linearly to zero. No weight decay: dead pixels keep their weights."""
    rng = np.random.default_rng(seed)
    parameters = initial(rng)
    mean = [np.zeros_like(p) for p in parameters]
    square = [np.zeros_like(p) for p in parameters]
    steps = epochs * -(-len(X) // BATCH)
    for step, batch in enumerate(batches(len(X), epochs, rng), start=1):
        rate = LEARNING_RATE * (1 - (step - 1) / steps)
        for p, m, s, slope in zip(
            parameters, mean, square, gradients(parameters, X[batch], labels[batch]), strict=True
        ):
            m += 0.1 * (slope - m)
            s += 0.001 * (slope**2 - s)
            p -= rate * (m / (1 - 0.9**step)) / (np.sqrt(s / (1 - 0.999**step)) + 1e-8)
    return parameters


def main() -> None:
    """Train, say the accuracies, write the file."""
    pixels, labels = images()
    held_out = held_out_mask(len(pixels), HELD_OUT, SEED)
    parameters = train(pixels[~held_out].astype(float), labels[~held_out])
    rounded = [p.astype(np.float32) for p in parameters]
    for name, chosen in (("training", ~held_out), ("held-out", held_out)):
        hidden = pixels[chosen].astype(float)
        for W, b in zip(rounded[:-2:2], rounded[1:-2:2], strict=True):
            hidden = np.maximum(hidden @ W.T + b, 0)
        right = (hidden @ rounded[-2].T + rounded[-1]).argmax(axis=1) == labels[chosen]
        print(f"{name}: {right.mean():.2%} of {len(right)} images")
    arrays = {f"{'Wb'[i % 2]}{i // 2 + 1}": p for i, p in enumerate(rounded)}
    np.savez_compressed(TARGET, pixels=pixels, labels=labels, held_out=held_out, **arrays)
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
