"""A sweep that a pool works on: how far it is, whether anybody still wants it, and its table so far."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Literal

from gptq_viz.numerics.sweeps.plan import SweepPlan
from gptq_viz.numerics.sweeps.runs import Job, Outcome
from gptq_viz.numerics.sweeps.table import Results, SweepTable

State = Literal["waiting", "running", "finished", "cancelled"]


@dataclass(frozen=True, slots=True)
class SweepProgress:
    """How far a sweep is.

    Parameters
    ----------
    done, total : int
        Runs that need no more work, and all runs of the plan.
    seconds_left : float or None
        From the pace so far; None before the first results, and where nothing more will come.
    skipped, failed : int
        Of those done: runs that turned out to be impossible, and runs given up after a second attempt.
    state : str
        ``"waiting"`` for a worker, ``"running"``, ``"finished"`` or ``"cancelled"``.
    """

    done: int
    total: int
    seconds_left: float | None
    skipped: int
    failed: int
    state: State


class SweepRun:
    """One sweep in a pool. What is asked of it may be asked from any thread.

    Parameters
    ----------
    plan : SweepPlan
        What to run.
    owner : str
        Who started it.
    attend_seconds : float
        It is cancelled when nobody attended for so long.

    Attributes
    ----------
    given : float
        Seconds of work that were handed out, by which sweeps of a pool take turns.
    """

    def __init__(self, plan: SweepPlan, owner: str, attend_seconds: float) -> None:
        self.plan = plan
        self.owner = owner
        self.given = 0.0
        self._patience = attend_seconds
        self._lock = Lock()
        self._results = Results(plan)
        jobs = plan.jobs
        self._pending = deque(jobs)
        self._work, self._worked = sum(job.seconds for job in jobs), 0.0
        self._began: float | None = None
        self._cancelled = False
        self._attended = time.monotonic()

    @property
    def progress(self) -> SweepProgress:
        """How far it is now."""
        with self._lock:
            found, state = self._results, self._state()
            return SweepProgress(
                found.done, self.plan.n_runs, self._seconds_left(), found.skipped, found.failed, state
            )

    def table(self) -> SweepTable:
        """The rows so far, in the order of the plan; all of them once it is finished."""
        with self._lock:
            return self._results.table()

    def attend(self) -> None:
        """Say that somebody is still interested."""
        self._attended = time.monotonic()

    def cancel(self) -> None:
        """Drop what has not begun; what was computed stays in the table."""
        with self._lock:
            self._cancelled = self._cancelled or not self.finished
            self._pending.clear()

    def is_wanted(self) -> bool:
        """Whether its results still matter; cancels it if nobody has attended for too long."""
        if time.monotonic() - self._attended > self._patience:
            self.cancel()
        return not self._cancelled

    @property
    def finished(self) -> bool:
        """Whether no run needs more work."""
        return self._results.done == self.plan.n_runs

    def take(self) -> Job | None:
        """The next job that waits for a worker, if there is one."""
        with self._lock:
            job = self._pending.popleft() if self._pending else None
            self.given += job.seconds if job else 0.0
            return job

    def begin(self) -> None:
        """Say that a worker is ready and the clock runs."""
        self._began = self._began or time.monotonic()

    def add(self, job: Job, outcomes: Iterable[Outcome]) -> None:
        """Take in what a job returned; a cancelled sweep changes no more."""
        with self._lock:
            if not self._cancelled:
                self._results.add(outcomes)
                self._worked += job.seconds

    def missed(self, job: Job, reason: str) -> None:
        """Repeat a job that failed, or list its runs as failed."""
        with self._lock:
            if not self._cancelled:
                again = self._results.missed(job, reason)
                self._pending.extendleft(reversed(again))
                if not again:
                    self._worked += job.seconds

    def _state(self) -> State:
        if self._cancelled:
            return "cancelled"
        if self.finished:
            return "finished"
        return "waiting" if self._began is None else "running"

    def _seconds_left(self) -> float | None:
        if self.finished:
            return 0.0
        if self._began is None or not self._worked or self._cancelled:
            return None
        pace = (time.monotonic() - self._began) / self._worked
        return pace * (self._work - self._worked)
