"""The part of the stand-alone script that makes the layer: for each example, the lines that draw it.

What follows ``#?`` is not printed: it names what must hold for the line to be in the script (see `script`).
"""

from __future__ import annotations

from collections.abc import Mapping

_IN_FLOAT32 = """\
def in_float32(values):
    \"\"\"Values as a network would store them; all that is computed with them is float64.\"\"\"
    return values.astype(np.float32).astype(np.float64)
"""

_FACTOR = """\
def make_layer():
    \"\"\"Weights, and inputs with a few common causes behind all of them, as in real networks.\"\"\"
    rng = np.random.default_rng(SEED)
    W = rng.standard_normal((OUT, INP))
    rank = max(4, INP // 8)
    A = rng.standard_normal((rank, INP))
    loudness = np.ones(INP)  #? outliers
    loudness[min(6, INP - 1) :: 16] = 8  # one input in 16 is eight times louder  #? outliers
    live = np.ones(INP)  #? dead
    live[rng.choice(INP, max(1, INP // 8), replace=False)] = 0  # silent in calibration  #? dead

    def samples(n):
        Z, noise = rng.standard_normal((n, rank)), rng.standard_normal((n, INP))
        return Z @ A + 0.3 * np.sqrt(rank) * noise

    X_test = samples(HELD_OUT)  # before X, so that another N leaves it as it is  #? !outliers
    X_test = samples(HELD_OUT) * loudness  # before X, so that another N leaves it as it is  #? outliers
    X = samples(N)  #? !outliers !dead
    X = samples(N) * loudness  #? outliers
    X = samples(N) * live  #? dead
    return in_float32(W), in_float32(X), in_float32(X_test)
"""

_WHITE = """\
def make_layer():
    \"\"\"Weights, and inputs that know nothing of each other.\"\"\"
    rng = np.random.default_rng(SEED)
    W = rng.standard_normal((OUT, INP))
    X_test = rng.standard_normal((HELD_OUT, INP))  # before X, so that another N leaves it as it is
    X = rng.standard_normal((N, INP))
    return in_float32(W), in_float32(X), in_float32(X_test)
"""

_NEIGHBOURS = """\
def make_layer():
    \"\"\"Weights, and inputs that resemble the one before them: AR(1).\"\"\"
    rng = np.random.default_rng(SEED)
    W = rng.standard_normal((OUT, INP))

    def samples(n, rho):
        X = rng.standard_normal((n, INP))
        X[:, 1:] *= np.sqrt(1 - rho**2)
        for j in range(1, INP):
            X[:, j] += rho * X[:, j - 1]
        return X

    X_test = samples(HELD_OUT, rho=0.9)  # before X, so that another N leaves it as it is  #? ar1
    X = samples(N, rho=0.9)  #? ar1
    X_test = samples(HELD_OUT, rho=-0.95)  # another law than that of X  #? shift
    X = samples(N, rho=0.95)  #? shift
    return in_float32(W), in_float32(X), in_float32(X_test)
"""

STORED = """\
def make_layer():
    \"\"\"Weights and inputs, from the file that was downloaded beside this script.\"\"\"
    with np.load(LAYER) as stored:
        return [stored[name].astype(np.float64) for name in ("W", "X", "X_test")]
"""

DRAWN: Mapping[str, str] = {
    "factor": f"{_IN_FLOAT32}\n\n{_FACTOR}",
    "white": f"{_IN_FLOAT32}\n\n{_WHITE}",
    "ar1": f"{_IN_FLOAT32}\n\n{_NEIGHBOURS}",
    "outliers": f"{_IN_FLOAT32}\n\n{_FACTOR}",
    "dead": f"{_IN_FLOAT32}\n\n{_FACTOR}",
    "shift": f"{_IN_FLOAT32}\n\n{_NEIGHBOURS}",
}
