"""What every method starts from: a layer in quantization order, its H damped and factored."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from gptq_viz.numerics.arrays import BoolArray, FloatArray, IntArray
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.factor import damped_factor, inverse_factor
from gptq_viz.numerics.hessian import damped, dead_inputs, hessian, revived
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.order import checked_order, quantization_order


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """A layer made ready for a run; everything in quantization order.

    Parameters
    ----------
    config : GPTQConfig
        Settings of the run.
    perm : (inp,)
        Column ``perm[j]`` of the layer is quantized at step j.
    dead : (inp,)
        Inputs that never fire.
    given, W : (out, inp)
        The layer's weights as given, and with the columns of dead inputs set to 0.
    H : (inp, inp)
        Damped Hessian.
    R, U : (inp, inp)
        Upper triangular: ``H = R Rᵀ``, ``U = R⁻¹``.
    """

    config: GPTQConfig
    perm: IntArray
    dead: BoolArray
    given: FloatArray
    W: FloatArray
    H: FloatArray
    R: FloatArray
    U: FloatArray


def prepare(layer: Layer, config: GPTQConfig, perm: ArrayLike | None = None) -> Problem:
    """Order the columns, silence the dead ones, damp and factor H.

    Parameters
    ----------
    perm : (inp,), optional
        An order of columns to take instead of the config's.

    Raises
    ------
    ValueError
        If H is singular; names the smallest damping that works. If `perm` is not an order of the columns.
    """
    perm = quantization_order(layer, config) if perm is None else checked_order(perm, layer.inp)
    H = hessian(layer)[np.ix_(perm, perm)]
    dead = dead_inputs(H)
    given = layer.W[:, perm]
    W = given.copy()
    W[:, dead] = 0
    H = revived(H)
    R = damped_factor(H, config.damp, layer.n, int(dead.sum()))
    return Problem(config, perm, dead, given, W, damped(H, config.damp), R, inverse_factor(R))
