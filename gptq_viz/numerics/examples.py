"""Example layers: seeded, the same bits on every machine, and the inputs that make GPTQ shine or fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.numerics.config import whole_number
from gptq_viz.numerics.layer import Layer

DIGITS = ("digits1", "digits2", "digits3")
HELD_OUT = 4096
# Its errors lie within 10 % of the means over 150 seeds: the first picture is typical, not lucky.
DEFAULT_SEED = 75

Samples: TypeAlias = Callable[[int], FloatArray]
Law: TypeAlias = Callable[[np.random.Generator, int], tuple[Samples, Samples]]


class LayerKey(NamedTuple):
    """Arguments of `example_layer`: what a layer is known by, and cached under."""

    data: str
    out: int
    inp: int
    n: int
    seed: int


def example_layer(data: str, out: int, inp: int, n: int, seed: int) -> Layer:
    """A layer of `out` by `inp` weights with `n` calibration inputs and 4096 held-out ones.

    Parameters
    ----------
    data : str
        One of `EXAMPLES`.
    out, inp, n : int
        Sizes, at least 1.
    seed : int
        Of every number in it. Another `n` leaves the weights and the held-out inputs as they are.

    Raises
    ------
    ValueError
        An unknown name, or a size that is not a whole number of at least 1.
    """
    for name, value, least in (("out", out, 1), ("inp", inp, 1), ("n", n, 1), ("seed", seed, 0)):
        whole_number(name, value, least)
    if data in DIGITS:
        from gptq_viz.numerics.network import digits_layer  # reads files: only where it is asked for

        return digits_layer(DIGITS.index(data) + 1, out, inp, n, seed)
    if data not in LAWS:
        raise ValueError(f"data must be one of {', '.join(EXAMPLES)}, got {data!r}")
    rng = np.random.default_rng(seed)
    W = rng.standard_normal((out, inp))
    calibration, held_out = LAWS[data](rng, inp)
    X_test = held_out(HELD_OUT)  # before X, so that it does not depend on n
    return Layer(_rounded(W), _rounded(calibration(n)), _rounded(X_test), name=data)


def _rounded(values: FloatArray) -> NDArray[np.float32]:
    """Rounded to float32, so that the browser replays the same numbers."""
    return values.astype(np.float32)


def _factor(rng: np.random.Generator, inp: int) -> tuple[Samples, Samples]:
    """A few common causes behind all inputs, and noise: like activations of real networks."""
    rank = max(4, inp // 8)
    A = rng.standard_normal((rank, inp))

    def draw(n: int) -> FloatArray:
        Z, noise = rng.standard_normal((n, rank)), rng.standard_normal((n, inp))
        return np.asarray(Z @ A + 0.3 * np.sqrt(rank) * noise)

    return draw, draw


def _white(rng: np.random.Generator, inp: int) -> tuple[Samples, Samples]:
    """Inputs that know nothing of each other: there is nothing to gain."""

    def draw(n: int) -> FloatArray:
        return rng.standard_normal((n, inp))

    return draw, draw


def _neighbours(rho: float, rho_held_out: float) -> Law:
    """Each input resembles the one before it, with correlation rho: AR(1)."""

    def law(rng: np.random.Generator, inp: int) -> tuple[Samples, Samples]:
        def drawing(rho: float) -> Samples:
            def draw(n: int) -> FloatArray:
                X = rng.standard_normal((n, inp))
                X[:, 1:] *= np.sqrt(1 - rho**2)
                for j in range(1, inp):
                    X[:, j] += rho * X[:, j - 1]
                return X

            return draw

        return drawing(rho), drawing(rho_held_out)

    return law


def _outliers(rng: np.random.Generator, inp: int) -> tuple[Samples, Samples]:
    """`_factor` with one channel in 16 eight times louder."""
    draw, _ = _factor(rng, inp)
    loudness = np.ones(inp)
    # Spread evenly: at random places a few seeds, with loud channels late, would rule every mean.
    loudness[min(6, inp - 1) :: 16] = 8

    def loud(n: int) -> FloatArray:
        return draw(n) * loudness

    return loud, loud


def _dead(rng: np.random.Generator, inp: int) -> tuple[Samples, Samples]:
    """`_factor` with one channel in 8 silent during calibration, and live afterwards."""
    draw, _ = _factor(rng, inp)
    live = np.ones(inp)
    live[rng.choice(inp, max(1, inp // 8), replace=False)] = 0

    def silent(n: int) -> FloatArray:
        return draw(n) * live

    return silent, draw


LAWS: dict[str, Law] = {
    "factor": _factor,
    "white": _white,
    "ar1": _neighbours(0.9, 0.9),
    "outliers": _outliers,
    "dead": _dead,
    "shift": _neighbours(0.95, -0.95),
}
EXAMPLES = (*LAWS, *DIGITS)
