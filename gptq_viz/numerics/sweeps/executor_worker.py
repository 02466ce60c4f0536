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
    is_lost : function
        Tells whether the executor will never answer again.
    work : function
        What to do with a job; one that can be pickled.
    """

    def __init__(
        self, executor: Executor, is_lost: Callable[[], bool] = lambda: False, work: Work = run_job
    ) -> None:
        self._executor = executor
        self._is_lost = is_lost
        self._work = work

    def start(self) -> None:
        """Raise a ConnectionError if the executor is lost; otherwise it is ready."""
        if self._is_lost():
            raise ConnectionError("the connection to those who compute is lost")

    def run(self, job: Job, wanted: Callable[[], bool] = lambda: True) -> tuple[Outcome, ...]:
        """What the work returns for the job; nothing where it is no longer wanted.

        Raises
        ------
        Exception
            What the work raised, or a ConnectionError if the executor is lost.
        """
        future = self._executor.submit(self._work, job)
        while not wait([future], POLL_SECONDS).done:
            if not wanted():
                future.cancel()
                return ()
            self.start()
        return future.result()

    def close(self) -> None:
        """The executor is not the worker's."""
