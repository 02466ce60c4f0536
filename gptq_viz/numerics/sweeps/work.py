"""The work of a job: a layer is made once, and factored once for each order and damping."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import TypeAlias

from gptq_viz.numerics.arrays import FloatArray, RealArray
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.examples import example_layer
from gptq_viz.numerics.factor import frozen_row_factor, row_factor
from gptq_viz.numerics.fast import fast_gptq
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.lazy import lazy_loop
from gptq_viz.numerics.problem import prepare
from gptq_viz.numerics.singular import SingularHessianError
from gptq_viz.numerics.sweeps.judge import Judge
from gptq_viz.numerics.sweeps.runs import Job, Outcome, Run
from gptq_viz.numerics.threads import one_blas_thread

Work: TypeAlias = Callable[[Job], tuple[Outcome, ...]]

# Up to here, the app's sizes, runs share a factor and give the very numbers of the app's pages. Beyond, the
# fast path is worth more.
LARGEST_SHARED = 256
ROW_FACTORS = {"frozen": frozen_row_factor, "gptq": row_factor}


def run_job(job: Job) -> tuple[Outcome, ...]:
    """Make the runs of a job, one after the other.

    Returns
    -------
    outcomes : tuple of Outcome
        One a run, in their order; one that is impossible has a reason instead of errors.
    """
    return tuple(_outcomes(job))


def _outcomes(job: Job) -> Iterator[Outcome]:
    for key, group in groupby(job.runs, key=lambda run: run.layer):
        runs = list(group)
        try:
            layer = example_layer(*key)
        except (ValueError, MemoryError) as error:
            yield from _impossible(runs, error)
        else:
            yield from _of_layer(layer, runs, job.methods)


@one_blas_thread
def _of_layer(layer: Layer, runs: Sequence[Run], methods: Sequence[str]) -> list[Outcome]:
    """Outcomes of runs of one layer."""
    judge = Judge(layer)
    outcomes: list[Outcome] = []
    for _, group in groupby(runs, key=lambda run: run.factoring):
        same = list(group)
        try:
            outcomes += _of_factor(layer, same, methods, judge)
        except (ValueError, MemoryError) as error:
            outcomes += _impossible(same, error)
    return outcomes


def _of_factor(layer: Layer, runs: Sequence[Run], methods: Sequence[str], judge: Judge) -> list[Outcome]:
    """Outcomes of runs of one layer with one factor of H."""
    quantize = _quantizers(layer, runs[0].config, methods)

    def errors(method: str, config: GPTQConfig) -> tuple[float, float]:
        return judge.errors_of_rtn(config) if method == "rtn" else judge.errors(quantize[method](config))

    return [Outcome(run.index, tuple(errors(method, run.config) for method in methods)) for run in runs]


def _quantizers(
    layer: Layer, config: GPTQConfig, methods: Sequence[str]
) -> dict[str, Callable[[GPTQConfig], RealArray]]:
    """For each method that needs a factor of H: from a config with this order and damping to its weights.

    Raises
    ------
    ValueError
        If H is singular.
    """
    loops = [method for method in methods if method in ROW_FACTORS]
    fast = {}
    if layer.inp > LARGEST_SHARED and "gptq" in loops:
        loops.remove("gptq")
        fast["gptq"] = lambda config: fast_gptq(layer, config).quantized
    if not loops:
        return fast
    problem = prepare(layer, config)

    def loop(method: str, F: FloatArray, config: GPTQConfig) -> RealArray:
        return lazy_loop(replace(problem, config=config), method, F).quantized

    return fast | {method: partial(loop, method, ROW_FACTORS[method](problem.U)) for method in loops}


def _impossible(runs: Sequence[Run], error: Exception) -> list[Outcome]:
    """Runs that cannot be made, all for the same reason."""
    reason = error.reason if isinstance(error, SingularHessianError) else str(error) or "out of memory"
    return [Outcome(run.index, skipped=reason) for run in runs]
