"""Every law held against a run: the residuals of the Checks page."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.evidence import SIZES, WHOLE, Evidence, Sample, evidence, sample
from gptq_viz.numerics.law import Law
from gptq_viz.numerics.laws import LAWS_OF_A_RUN
from gptq_viz.numerics.laws_of_pairs import LAWS_OF_PAIRS
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.threads import one_blas_thread

LIMIT = 1e-9


@dataclass(frozen=True, slots=True)
class Check:
    """One law, held against one run.

    Parameters
    ----------
    number : int
        Of the law; 0 for what is no law of its own.
    name, formula : str
        What it says, in words and in signs.
    scope : str
        How much of the layer was looked at, in words.
    residual : float or None
        0 up to rounding where the law holds, about 1e-15; None where it does not apply.
    limit : float
        The largest residual that passes.
    reason : str
        Why the law does not apply; empty where it does.
    """

    number: int
    name: str
    formula: str
    scope: str
    residual: float | None
    limit: float
    reason: str

    @property
    def passed(self) -> bool | None:
        """Whether the law holds; None where it does not apply."""
        return None if self.residual is None else self.residual <= self.limit

    @property
    def verdict(self) -> str:
        """``"passed"``, ``"failed"`` or ``"does not apply"``."""
        return "does not apply" if self.passed is None else "passed" if self.passed else "failed"


@one_blas_thread
def checks(layer: Layer, config: GPTQConfig) -> tuple[Check, ...]:
    """Hold every law against a run of these settings, in the order of their numbers.

    Laws of a single run are evaluated on the whole layer. Those that compare runs take the first 64 columns
    and 16 rows, and 8 by 8 where slow programs take part, without rows in which noise decides a code.

    Raises
    ------
    ValueError
        If H is singular; names the smallest damping that works.
    """
    seen = evidence(layer, config)
    samples = {extent: sample(layer, config, extent) for extent in SIZES} | {WHOLE: Sample(layer, "")}
    laws = sorted((*LAWS_OF_A_RUN, *LAWS_OF_PAIRS), key=lambda law: law.number or math.inf)
    return tuple(_check(law, seen, samples[law.extent]) for law in laws)


def _check(law: Law, seen: Evidence, part: Sample) -> Check:
    """One law on the whole layer or a part of it."""
    reason, residual = law.obstacle(seen) or part.obstacle, None
    if not reason:
        try:
            residual = law.residual(seen, part.layer)
        except ValueError as error:
            reason = str(error)
    return Check(law.number, law.name, law.formula, _scope(seen.layer, part.layer), residual, LIMIT, reason)


def _scope(whole: Layer, part: Layer) -> str:
    """How much of the layer was looked at."""
    rows = _all(whole.out, "row") if part.out == whole.out else f"{part.out} of {whole.out} rows"
    if part.inp == whole.inp:
        return f"{rows}, {_all(whole.inp, 'column')}"
    return f"{rows}, the first {part.inp} of {whole.inp} columns"


def _all(count: int, noun: str) -> str:
    """All of them, in words."""
    return f"the one {noun}" if count == 1 else f"all {count} {noun}s"
