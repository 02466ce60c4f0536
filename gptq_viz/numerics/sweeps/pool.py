"""A pool that several sweeps share: each gets as much computing, by as many workers as there are."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Condition, Thread, current_thread
from typing import Protocol

from gptq_viz.numerics.sweeps.plan import SweepPlan
from gptq_viz.numerics.sweeps.progress import SweepRun
from gptq_viz.numerics.sweeps.runs import Job, Outcome
from gptq_viz.numerics.sweeps.sweep import said

IDLE_SECONDS = 5.0
ATTEND_SECONDS = 10.0
MOST_LANES = 64  # threads that wait for workers


class Worker(Protocol):
    """Somebody who makes the runs of one job at a time, and may raise anything over it."""

    def start(self) -> None:
        """Be ready for a job, which may take a while the first time and after a failure."""

    def run(self, job: Job, wanted: Callable[[], bool]) -> tuple[Outcome, ...]:
        """What `run_job` returns; `wanted` tells whether it still matters."""

    def close(self) -> None:
        """Let go of what the worker holds."""


class SweepPool:
    """Sweeps run here, in the background.

    Parameters
    ----------
    hire : function
        Makes a worker, who has not started yet.
    count : function
        How many workers there are, asked when a sweep starts. They are hired when there is work and closed
        some seconds after the last of it.
    jobs_a_worker : int
        Jobs that are given to each at a time; more than one where the way to it is long.
    most_seconds : float
        Sweeps that are expected to take more seconds of computing are refused.
    attend_seconds : float
        A sweep that nobody attends for so long is cancelled.
    idle_seconds : float
        How long a worker without work is kept.
    """

    def __init__(
        self,
        hire: Callable[[], Worker],
        count: Callable[[], int],
        jobs_a_worker: int = 1,
        most_seconds: float = float("inf"),
        attend_seconds: float = ATTEND_SECONDS,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self.most_seconds = most_seconds
        self._hire = hire
        self._count = count
        self._jobs_a_worker = jobs_a_worker
        self._attend_seconds = attend_seconds
        self._idle_seconds = idle_seconds
        self._changed = Condition()
        self._sweeps: list[SweepRun] = []
        self._given = 0.0
        self._lanes: set[Thread] = set()
        self._closed = False

    @property
    def workers(self) -> int:
        """Workers there are now, at least one."""
        return max(1, self._count())

    def start(self, plan: SweepPlan, owner: str) -> SweepRun:
        """Begin a sweep; the one that the same owner has started before is cancelled.

        Raises
        ------
        ValueError
            If it is expected to take longer than the pool allows.
        """
        seconds = plan.seconds()
        if seconds > self.most_seconds:
            raise ValueError(
                f"this sweep would compute for about {seconds:.0f} s, and {self.most_seconds:.0f} s are "
                "allowed; pick fewer values, fewer seeds or a smaller layer"
            )
        sweep = SweepRun(plan, owner, self._attend_seconds)
        lanes = min(self.workers * self._jobs_a_worker, MOST_LANES)
        with self._changed:
            for other in self._sweeps:
                if other.owner == owner:
                    other.cancel()
            sweep.given = self._given  # as if it had been here all the time
            self._sweeps.append(sweep)
            while len(self._lanes) < lanes and not self._closed:
                lane = Thread(target=self._lane, name="sweep", daemon=True)
                self._lanes.add(lane)
                lane.start()
            self._changed.notify_all()
        return sweep

    def close(self) -> None:
        """Cancel all sweeps and let the workers go."""
        with self._changed:
            self._closed = True
            for sweep in self._sweeps:
                sweep.cancel()
            self._changed.notify_all()
            lanes = list(self._lanes)
        for lane in lanes:
            lane.join()

    def _lane(self) -> None:
        """One worker's days, from its first job until there are no more."""
        worker = self._hire()
        while taken := self._next():
            sweep, job = taken
            try:
                worker.start()
                sweep.begin()
                sweep.add(job, worker.run(job, sweep.is_wanted))
            except Exception as error:
                sweep.missed(job, said(error))
            with self._changed:
                self._changed.notify_all()
        worker.close()

    def _next(self) -> tuple[SweepRun, Job] | None:
        """A job of the sweep that was given least; None after some seconds without one."""
        idle_until = time.monotonic() + self._idle_seconds
        with self._changed:
            while not self._closed:
                for sweep in sorted(self._sweeps, key=lambda one: one.given):
                    given = sweep.given
                    if not sweep.is_wanted() or sweep.finished:
                        self._sweeps.remove(sweep)
                    elif job := sweep.take():
                        self._given = given
                        return sweep, job
                if (patience := idle_until - time.monotonic()) <= 0:
                    break
                self._changed.wait(patience)  # may end in vain as a sweep comes: looked for before leaving
            self._lanes.discard(current_thread())
            return None
