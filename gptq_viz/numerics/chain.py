"""From H to U: the four matrices of a run, one made from the other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, IntArray, freeze
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.factor import row_factor
from gptq_viz.numerics.hessian import hessian, revived
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.problem import prepare
from gptq_viz.numerics.threads import one_blas_thread


@dataclass(frozen=True, slots=True, eq=False)
class FactorChain:
    """H → damped H → H⁻¹ → U, all (inp, inp) and in quantization order.

    Parameters
    ----------
    perm : (inp,)
        Column ``perm[j]`` of the layer is row and column j here.
    H : (inp, inp)
        2 XᵀX / n with a 1 on the diagonal of dead inputs; not damped yet.
    damped : (inp, inp)
        H with the damping on its diagonal.
    inverse : (inp, inp)
        H⁻¹ of the damped H.
    U : (inp, inp)
        Upper triangular, ``H⁻¹ = Uᵀ U``.
    """

    perm: IntArray
    H: FloatArray
    damped: FloatArray
    inverse: FloatArray
    U: FloatArray

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def F(self) -> FloatArray:  # noqa: N802 - the same name as in a trace
        """Rows of U divided by their pivots."""
        return row_factor(self.U)


@one_blas_thread
def factor_chain(layer: Layer, config: GPTQConfig) -> FactorChain:
    """The matrices that a run with these settings goes through before its first step.

    Raises
    ------
    ValueError
        If H is singular; names the smallest damping that works.
    """
    problem = prepare(layer, config)
    H = revived(hessian(layer)[np.ix_(problem.perm, problem.perm)])
    return FactorChain(problem.perm, H, problem.H, problem.U.T @ problem.U, problem.U)
