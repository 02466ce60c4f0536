"""From a finished run to its trace."""

from __future__ import annotations

import numpy as np

from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.numerics.problem import Problem
from gptq_viz.numerics.scales import GroupScales
from gptq_viz.numerics.trace import Trace


def record(
    problem: Problem,
    method: str,
    F: FloatArray,
    scales: GroupScales,
    columns: tuple[FloatArray, FloatArray, FloatArray],
) -> Trace:
    """The trace of a finished run, from its codes, quantized values and raw errors (out, inp)."""
    codes, Q, D = columns
    return Trace(
        config=problem.config,
        method=method,
        given=problem.given,
        W=problem.W,
        Q=np.ascontiguousarray(Q),
        D=np.ascontiguousarray(D),
        F=F,
        U=problem.U,
        perm=problem.perm,
        scale=np.ascontiguousarray(scales.scale.T),
        zero=np.ascontiguousarray(scales.zero.T).astype(np.int32),
        group_of=scales.group_of,
        dead=problem.dead,
        step_codes=codes.astype(np.int32, order="C"),
    )
