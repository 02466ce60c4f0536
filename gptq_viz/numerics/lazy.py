"""The loop over columns with lazy updates: a block at a time, each owed to it in one matrix product."""

from __future__ import annotations

import numpy as np

from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.numerics.problem import Problem
from gptq_viz.numerics.record import record
from gptq_viz.numerics.scales import GroupScales
from gptq_viz.numerics.trace import Trace

# Updates inside a block cost a call a column each; wider blocks than this only lose.
WIDEST_BLOCK = 32


def lazy_loop(problem: Problem, method: str, F: FloatArray) -> Trace:
    """Quantize column after column with the row factor F.

    Equivalent to the immediate loop ``W[:, j+1:] −= D[:, j] ⊗ F[j, j+1:]``: a column's weight when its turn
    comes is ``W[:, j] − D[:, :j] F[:j, j]``, in whatever portions the sum is taken. The portion owed by
    finished blocks is taken when a block begins, the rest inside it.

    Parameters
    ----------
    problem : Problem
        A prepared layer.
    method : str
        Name of the method F belongs to.
    F : (inp, inp)
        Unit upper triangular.
    """
    out, inp = problem.W.shape
    scales = GroupScales(problem.W, problem.perm, problem.config)
    # Transposed: what the loop touches is a column of W, and rows are contiguous.
    W = np.ascontiguousarray(problem.W.T)
    codes, Q, D = np.empty((inp, out)), np.empty((inp, out)), np.empty((inp, out))
    block = min(problem.config.block, WIDEST_BLOCK)
    for a in range(0, inp, block):
        b = min(a + block, inp)
        now = W[a:b] - F[:a, a:b].T @ D[:a]
        for j in range(a, b):
            if scales.starts(j):
                group, t = scales.columns(j), problem.config.seen_steps(j)
                scales.take(j, (W[group] - F[:t, group].T @ D[:t]).T)
            w = now[j - a]
            codes[j], Q[j] = scales.quantize(j, w)
            D[j] = w - Q[j]
            now[j - a + 1 :] -= F[j, j + 1 : b, None] * D[j]
    return record(problem, method, F, scales, (codes.T, Q.T, D.T))
