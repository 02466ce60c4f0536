"""Three methods on one layer, with one factorization between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gptq_viz.numerics.arrays import FloatArray, read_only
from gptq_viz.numerics.baselines import round_to_nearest
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.errors import error_curve
from gptq_viz.numerics.factor import frozen_row_factor, row_factor
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.lazy import lazy_loop
from gptq_viz.numerics.problem import prepare
from gptq_viz.numerics.threads import one_blas_thread
from gptq_viz.numerics.trace import Trace


@dataclass(frozen=True, slots=True, eq=False)
class Race:
    """RTN, frozen inverse and GPTQ side by side.

    Parameters
    ----------
    layer : Layer
        The layer they ran on.
    config : GPTQConfig
        Their settings.
    traces : mapping
        From ``"rtn"``, ``"frozen"``, ``"gptq"`` to the run.
    held_out, calibration : mapping
        From the same names to the relative output error after each step, (inp + 1,).
    """

    layer: Layer
    config: GPTQConfig
    traces: Mapping[str, Trace]
    held_out: Mapping[str, FloatArray]
    calibration: Mapping[str, FloatArray]

    def errors(self, method: str) -> tuple[float, float]:
        """Relative output error of a method when all is done, held out and in calibration."""
        return float(self.held_out[method][-1]), float(self.calibration[method][-1])


@one_blas_thread
def race(layer: Layer, config: GPTQConfig) -> Race:
    """Run all three methods and follow their errors.

    Raises
    ------
    ValueError
        If H is singular; names the smallest damping that works.
    """
    problem = prepare(layer, config)
    traces = {
        "rtn": round_to_nearest(problem),
        "frozen": lazy_loop(problem, "frozen", frozen_row_factor(problem.U)),
        "gptq": lazy_loop(problem, "gptq", row_factor(problem.U)),
    }
    calibration = {name: error_curve(trace, layer.gram) for name, trace in traces.items()}
    held_out = calibration
    if layer.X_test is not None:
        held_out = {name: error_curve(trace, layer.gram_test) for name, trace in traces.items()}
    for curve in (*held_out.values(), *calibration.values()):
        read_only(curve)
    return Race(layer, config, traces, held_out, calibration)
