"""The parts of the stand-alone script that quantize: grids, the two methods, the error, what is printed.

What follows ``#?`` is not printed: it names what must hold for the line to be in the script (see `script`).
"""

from __future__ import annotations

from collections.abc import Mapping

_SYMMETRIC = """\
TOP = 2 ** (BITS - 1) - 1  # codes run from -TOP to TOP


def fit_grid(W):
    \"\"\"The scale of each row: its largest weight gets code TOP.\"\"\"
    return np.maximum(abs(W).max(axis=1), 1e-12) / TOP


def round_to_grid(w, scale):
    \"\"\"The level nearest to each weight of a column.\"\"\"
    return np.clip(np.rint(w / scale), -TOP, TOP) * scale
"""

_WITH_ZERO = """\


def round_to_grid(w, grid):  #? !decided
def round_to_grid(w, grid, nearest=np.rint):  #? decided
    \"\"\"The level nearest to each weight of a column.\"\"\"
    scale, zero = grid
    codes = np.clip(np.rint(w / scale) + zero, 0, TOP)  #? !decided
    codes = np.clip(nearest(w / scale) + zero, 0, TOP)  #? decided
    return (codes - zero) * scale
"""

_TIES = """\


def half_to_even(places):
    \"\"\"Whole numbers; what lies half way, rounding errors aside, goes to the even one.\"\"\"
    whole = np.rint(places)
    tied = abs(places - whole) > 0.5 - 1e-9
    return np.where(tied, 2 * np.rint(places / 2), whole)
"""

_ASYMMETRIC = """\
TOP = 2**BITS - 1  # codes run from 0 to TOP


def fit_grid(W):
    \"\"\"Scale and zero point of each row: the levels reach from its smallest weight to its largest.\"\"\"
    low, high = np.minimum(W.min(axis=1), 0), np.maximum(W.max(axis=1), 0)
    flat = high - low < 1e-200
    low[flat], high[flat] = -1, 1  # a row of zeros needs a scale too
    scale = (high - low) / TOP
    return scale, np.rint(-low / scale)
"""

_REFERENCE = """\
TOP = 2**BITS - 1  # codes run from 0 to TOP


def fit_grid(W):
    \"\"\"Scale and zero point of each row, as in the published code: the zero point is fixed.\"\"\"
    low, high = np.minimum(W.min(axis=1), 0), abs(W).max(axis=1)
    low = np.where(low < 0, -high, 0)
    flat = high - low < 1e-200
    low[flat], high[flat] = -1, 1  # a row of zeros needs a scale too
    scale = (high - low) / TOP
    return scale, np.full_like(scale, 2 ** (BITS - 1))
"""

GRIDS: Mapping[str, str] = {
    "symmetric": _SYMMETRIC,
    "asymmetric": _ASYMMETRIC + _WITH_ZERO,
    "reference": _REFERENCE + _WITH_ZERO,
}
# With scales taken during the run the reference grid's -max is a tie, which last bits of sums would decide.
DECIDED = _REFERENCE + _WITH_ZERO + _TIES

RTN = """\
def rtn(W):
    \"\"\"Round every weight to its nearest level.\"\"\"
    Q = np.empty_like(W)
    grid = fit_grid(W)  #? !groups
    for c in range(INP):
        if c % GROUP == 0:  #? groups
            grid = fit_grid(W[:, c : c + GROUP])  #? groups
        Q[:, c] = round_to_grid(W[:, c], grid)
    return Q
"""

GPTQ = """\
def gptq(W, X):
    \"\"\"Round column after column; those that are still free make up for the error of each.\"\"\"
    H = 2 * X.T @ X / len(X)  # curvature of a row's mean squared output error
    H[dead, dead] = 1  # so that it can be inverted  #? dead_inputs
    grids = [fit_grid(W[:, c : c + GROUP]) for c in range(0, INP, GROUP)]  #? static
    order = np.argsort(-np.square(X).sum(axis=0), kind="stable")  # loudest inputs first  #? act_order
    W, H = W[:, order], H[np.ix_(order, order)]  #? act_order
    W = W.copy()  #? !act_order
    H += DAMP * np.diag(H).mean() * np.eye(INP)  #? damped
    R = np.linalg.cholesky(H[::-1, ::-1])[::-1, ::-1]  # upper triangular, H = R @ R.T
    U = np.linalg.inv(R)  # so that U.T @ U is the inverse of H

    Q = np.empty_like(W)
    grid = fit_grid(W)  #? !groups
    for j in range(INP):
        if j % BLOCK == 0:  #? flushed
            seen = W.copy()  # all that the published code sees of W until the next block  #? flushed
        if j % GROUP == 0:  #? at_group
            grid = fit_grid(W[:, j : j + GROUP])  # the weights as they stand  #? updated
            grid = fit_grid(seen[:, j : j + GROUP])  #? flushed
        grid = grids[j // GROUP]  # from the weights at the start  #? static !act_order
        grid = grids[order[j] // GROUP]  # from the weights at the start  #? static act_order
        Q[:, j] = round_to_grid(W[:, j], grid)  #? !decided
        Q[:, j] = round_to_grid(W[:, j], grid, half_to_even)  # the weight -max lies half way  #? decided
        E = (W[:, j] - Q[:, j]) / U[j, j]
        W[:, j + 1 :] -= np.outer(E, U[j, j + 1 :])
    return Q  #? !act_order
    return Q[:, np.argsort(order)]  # back to where the layer has them  #? act_order
"""

RUN = """\
def output_error(W, Q, X):
    \"\"\"Share of the squared outputs that Q gets wrong.\"\"\"
    wrong, right = np.square(X @ (W - Q).T).sum(), np.square(X @ W.T).sum()
    return wrong / right if right > 0 else np.nan


W, X, X_test = make_layer()
dead = ~X.any(axis=0)  # inputs that never fire: no sample says anything about their weights  #? dead_inputs
start = np.where(dead, 0, W)  #? dead_inputs

print("relative output error   held-out inputs    calibration inputs")
for name, Q in (("RTN", rtn(W)), ("GPTQ", gptq(W, X))):  #? !dead_inputs
for name, Q in (("RTN", rtn(start)), ("GPTQ", gptq(start, X))):  #? dead_inputs
    print(f"{name:<23} {output_error(W, Q, X_test):<18.12g} {output_error(W, Q, X):.12g}")
"""
