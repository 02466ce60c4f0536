"""The table of a sweep, and the results it is made of as they come in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from gptq_viz.numerics.sweeps.plan import Skipped, SweepPlan
from gptq_viz.numerics.sweeps.runs import Job, Outcome

TYPES: dict[str, DTypeLike] = {
    **dict.fromkeys(("out", "inp", "n", "bits", "seed"), np.int64),
    **dict.fromkeys(("data", "grid", "scales", "method"), np.str_),
    **dict.fromkeys(("damp", "error", "calibration_error"), np.float64),
    "act_order": np.bool_,
    "group": np.object_,  # None among numbers
}


class SweepTable(dict[str, NDArray[Any]]):
    """Equally long arrays by name: the parameters that vary, seed, method, error, calibration_error.

    One row a run and method, in the order of the plan. Errors are relative output errors, on held-out inputs
    and on the calibration inputs.

    Attributes
    ----------
    skipped : tuple of Skipped
        Settings that are impossible, and why.
    failed : tuple of Skipped
        Runs that were given up after a second attempt, with their seeds, and why.
    """

    def __init__(
        self, columns: dict[str, NDArray[Any]], skipped: tuple[Skipped, ...], failed: tuple[Skipped, ...]
    ) -> None:
        super().__init__(columns)
        self.skipped = skipped
        self.failed = failed

    def __reduce__(self) -> tuple[Any, ...]:
        return SweepTable, (dict(self), self.skipped, self.failed)


class Results:
    """What is known of the runs of a plan so far.

    Parameters
    ----------
    plan : SweepPlan
        The runs.

    Attributes
    ----------
    done, skipped, failed : int
        Runs that need no more work; of those, runs that turned out to be impossible, and runs given up.
    """

    def __init__(self, plan: SweepPlan) -> None:
        self._plan = plan
        self._outcomes: dict[int, Outcome] = {}
        self.done = self.skipped = self.failed = 0

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Take in what a job returned."""
        for outcome in outcomes:
            self._outcomes[outcome.index] = outcome
            self.done += 1
            self.skipped += bool(outcome.skipped)
            self.failed += bool(outcome.failed)

    def missed(self, job: Job, reason: str) -> tuple[Job, ...]:
        """A job failed: jobs that repeat its runs, or none the second time, when its runs are given up."""
        if not job.repeated:
            return job.again()
        self.add(Outcome(run.index, failed=reason) for run in job.runs)
        return ()

    def table(self) -> SweepTable:
        """The rows that are known."""
        plan = self._plan
        made = [(run, self._outcomes[run.index].errors) for run in plan.runs if run.index in self._outcomes]
        rows = [(run, *row) for run, errors in made for row in zip(plan.methods, errors, strict=False)]
        columns: dict[str, list[Any]] = {
            name: [run.values[k] for run, *_ in rows] for k, name in enumerate(plan.names)
        }
        columns["seed"] = [run.layer.seed for run, *_ in rows]
        columns["method"] = [method for _, method, _ in rows]
        columns["error"] = [errors[0] for *_, errors in rows]
        columns["calibration_error"] = [errors[1] for *_, errors in rows]
        arrays = {name: np.array(values, dtype=TYPES[name]) for name, values in columns.items()}
        return SweepTable(arrays, (*plan.skipped, *self._omitted("skipped")), (*self._omitted("failed"),))

    def _omitted(self, kind: str) -> Iterator[Skipped]:
        """Runs without a row of one kind; those of all seeds for the same reason as one."""
        for values, group in groupby(self._plan.runs, key=lambda run: run.values):
            setting = dict(zip(self._plan.names, values, strict=True))
            known = ((run.layer.seed, self._outcomes.get(run.index)) for run in group)
            reasons = {seed: getattr(outcome, kind) for seed, outcome in known if outcome is not None}
            reasons = {seed: reason for seed, reason in reasons.items() if reason}
            if len(reasons) == len(self._plan.seeds) and len(set(reasons.values())) == 1:
                yield Skipped(setting, next(iter(reasons.values())))
            else:
                yield from (Skipped({**setting, "seed": seed}, reason) for seed, reason in reasons.items())
