"""A worker whose jobs are computed by an executor, such as that of a cluster."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, wait

from gptq_viz.numerics.sweeps.runs import Job, Outcome
from gptq_viz.numerics.sweeps.work import Work, run_job

POLL_SECONDS = 0.5


class ExecutorWorker:
    """Sends an executor one job at a time.

    Parameters
    ----------
    executor : concurrent.futures.Executor
        Who computes.
    work : function
        What to do with a job; one that can be pickled.
    """

    def __init__(self, executor: Executor, work: Work = run_job) -> None:
        self._executor = executor
        self._work = work

    def start(self) -> None:
        """Executors are ready."""

    def run(self, job: Job, wanted: Callable[[], bool] = lambda: True) -> tuple[Outcome, ...]:
        """What the work returns for the job; nothing where it is no longer wanted."""
        future = self._executor.submit(self._work, job)
        while not wait([future], POLL_SECONDS).done:
            if not wanted():
                future.cancel()
                return ()
        return future.result()

    def close(self) -> None:
        """The executor is not the worker's."""
