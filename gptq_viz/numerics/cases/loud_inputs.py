"""Loud inputs: what it costs to quantize their columns late, when few are left to make up for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import BoolArray, FloatArray, freeze
from gptq_viz.numerics.baselines import rtn
from gptq_viz.numerics.cases.clear_best import clear_best
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.errors import both_errors, loss_unit
from gptq_viz.numerics.examples import DEFAULT_SEED, example_layer
from gptq_viz.numerics.gptq import gptq_in_order
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.order import loudest_first
from gptq_viz.numerics.trace import Trace

# Mean squares of the loud inputs are 64 times as large; those of the others differ by less than this.
LOUD = 8.0


@dataclass(frozen=True, slots=True, eq=False)
class OrderOfLoud:
    """GPTQ in one order of columns.

    Parameters
    ----------
    held_out, calibration : float
        Relative output error.
    spent : (inp,)
        ``E²`` of each step over all rows, as a share of the outputs: the calibration error, damping included.
    loud : (inp,)
        Whether the step's column belongs to a loud input.
    """

    held_out: float
    calibration: float
    spent: FloatArray
    loud: BoolArray

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def spent_on_loud(self) -> float:
        """Share of the outputs that is spent in loud columns."""
        return float(self.spent[self.loud].sum())


@dataclass(frozen=True, slots=True, eq=False)
class LoudInputs:
    """One layer in three orders.

    Parameters
    ----------
    orders : mapping
        From ``"natural"`` (the layer's own), ``"first"`` (act_order: the loudest first) and ``"last"`` to the
        run.
    rtn_held_out, rtn_calibration : float
        Errors of RTN, which knows no order.
    """

    orders: Mapping[str, OrderOfLoud]
    rtn_held_out: float
    rtn_calibration: float

    @property
    def best(self) -> str:
        """The order with the least held-out error; empty where all three are within 5 %."""
        return clear_best({name: order.held_out for name, order in self.orders.items()})


def loud_inputs(
    out: int = 32, inp: int = 64, n: int = 512, bits: int = 2, seed: int = DEFAULT_SEED
) -> LoudInputs:
    """Run the `outliers` layer of these sizes: one input in 16 is eight times louder than the others."""
    layer, config = example_layer("outliers", out, inp, n, seed), GPTQConfig(bits=bits)
    loudest = loudest_first(layer)
    perms = {"natural": np.arange(inp), "first": loudest, "last": loudest[::-1]}
    return LoudInputs(
        {name: _order(layer, gptq_in_order(layer, config, perm)) for name, perm in perms.items()},
        *both_errors(layer, rtn(layer, config).quantized),
    )


def _order(layer: Layer, trace: Trace) -> OrderOfLoud:
    """Errors of a run, and where they were made."""
    squares = np.diag(layer.gram)[trace.perm]
    return OrderOfLoud(
        *both_errors(layer, trace.quantized),
        spent=np.square(trace.E).sum(axis=0) * loss_unit(layer),
        loud=squares > LOUD * np.median(squares),
    )
