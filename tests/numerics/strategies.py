"""Small random layers and settings for the property tests."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from gptq_viz.numerics import GPTQConfig, Layer

ORDINARY_DAMPING = (0.001, 0.01, 0.1, 1.0, 10.0)
"""Never below 0.001: a bounded condition number, so that one tolerance serves every law."""

FEW = settings(max_examples=settings.default.max_examples // 5)
"""For tests whose examples take several runs each: 40, and more where counterexamples are searched for."""


@st.composite
def layers(
    draw: st.DrawFn, max_out: int = 4, max_inp: int = 10, dead: bool = True, zero_rows: bool = True
) -> Layer:
    """A layer with white, correlated or low-rank inputs; some inputs dead, some rows zero."""
    out = draw(st.integers(1, max_out), label="out")
    inp = draw(st.integers(1, max_inp), label="inp")
    n = draw(st.integers(1, 3 * max_inp), label="n")
    kind = draw(st.sampled_from(["white", "correlated", "low rank"]), label="inputs")
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1), label="seed"))
    W = rng.standard_normal((out, inp)) * draw(st.sampled_from([1e-3, 1.0, 50.0]), label="size of W")
    X = rng.standard_normal((n, inp))
    if kind == "correlated":
        X = X + 2.0 * rng.standard_normal((n, 1))
    elif kind == "low rank":
        X = rng.standard_normal((n, 2)) @ rng.standard_normal((2, inp)) + 0.1 * X
    if dead:
        X[:, sorted(draw(st.sets(st.integers(0, inp - 1), max_size=2), label="dead inputs"))] = 0.0
    if zero_rows and draw(st.integers(0, 4), label="zero row") == 4:
        W[0] = 0.0
    return Layer(W, X, X_test=rng.standard_normal((2 * max_inp, inp)))


def configs(**fixed: object) -> st.SearchStrategy[GPTQConfig]:
    """Settings of every kind; a keyword fixes one of them or names a strategy for it."""
    choices: dict[str, object] = {
        "bits": st.sampled_from([2, 3, 4, 5, 6, 8]),
        "grid": st.sampled_from(["symmetric", "asymmetric", "reference"]),
        "group": st.none() | st.integers(1, 12),
        "scales": st.sampled_from(["updated", "static", "reference"]),
        "damp": st.sampled_from(ORDINARY_DAMPING),
        "act_order": st.booleans(),
        "block": st.sampled_from([1, 2, 3, 5, 128]),
    }
    choices.update(fixed)
    return st.builds(
        GPTQConfig,
        **{
            name: value if isinstance(value, st.SearchStrategy) else st.just(value)
            for name, value in choices.items()
        },
    )
