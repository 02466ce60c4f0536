"""What the laws are held against: a run, and parts of its layer that are small enough to run again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.baselines import round_to_nearest
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.factor import frozen_row_factor, row_factor
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.lazy import lazy_loop
from gptq_viz.numerics.problem import Problem, prepare
from gptq_viz.numerics.threads import one_blas_thread
from gptq_viz.numerics.ties import steady_rows
from gptq_viz.numerics.trace import Trace
from gptq_viz.numerics.window import window

WHOLE, PART, ROUNDED, CORNER = "whole", "part", "rounded", "corner"
# Largest rows and columns: laws that compare runs take several, explicit elimination is slow.
SIZES = {PART: (16, 64), ROUNDED: (16, 64), CORNER: (8, 8)}
WORST_CONDITION = 1e10  # beyond it two ways to the same code may differ by more than a tie's margin


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """A run of GPTQ and what is needed to check it.

    Parameters
    ----------
    layer, config : Layer, GPTQConfig
        What was run.
    problem : Problem
        The layer in order of quantization, its H and factors.
    gptq, rtn, frozen : Trace
        The three methods on the whole layer.
    """

    layer: Layer
    config: GPTQConfig
    problem: Problem
    gptq: Trace
    rtn: Trace
    frozen: Trace


@one_blas_thread
def evidence(layer: Layer, config: GPTQConfig) -> Evidence:
    """Run all three methods.

    Raises
    ------
    ValueError
        If H is singular; names the smallest damping that works.
    """
    problem = prepare(layer, config)
    return Evidence(
        layer,
        config,
        problem,
        lazy_loop(problem, "gptq", row_factor(problem.U)),
        round_to_nearest(problem),
        lazy_loop(problem, "frozen", frozen_row_factor(problem.U)),
    )


@dataclass(frozen=True, slots=True)
class Sample:
    """A part of a layer on which two runs can be compared.

    Parameters
    ----------
    layer : Layer
        The part; noise decides a code in none of its rows, or in all.
    obstacle : str
        Why they cannot be compared after all; empty where they can.
    """

    layer: Layer
    obstacle: str


@one_blas_thread
def sample(layer: Layer, config: GPTQConfig, extent: str) -> Sample:
    """The first columns of a layer, and the first rows in which noise decides no code.

    Parameters
    ----------
    extent : str
        ``"part"`` or ``"corner"``, for GPTQ; ``"rounded"``, a part for RTN, whose scales are of the start.
    """
    rows, columns = SIZES[extent]
    part = window(layer, columns)
    try:
        problem = prepare(part, config)
    except ValueError as error:
        # A part may be singular where the mean of diag H, and so the damping, is less.
        return Sample(part, str(error))
    rounded = extent == ROUNDED
    run = round_to_nearest(problem) if rounded else lazy_loop(problem, "gptq", row_factor(problem.U))
    steady = np.flatnonzero(steady_rows(run))
    if len(steady) == 0:
        return Sample(part, "in every row a weight lies on a rounding tie, which noise decides")
    condition = np.linalg.cond(problem.H)
    nearly = f"H is nearly singular (condition number {condition:.0e}): noise decides codes"
    return Sample(window(part, rows=steady[:rows].tolist()), nearly if condition > WORST_CONDITION else "")
