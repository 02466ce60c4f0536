"""Processes that compute: started when there is work, replaced when they die, gone when the parent is."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from gptq_viz.numerics.sweeps.frames import read_frame, write_frame
from gptq_viz.numerics.sweeps.runs import Job, Outcome
from gptq_viz.numerics.sweeps.work import Work, run_job

CHILD = "gptq_viz.numerics.sweeps.child"
# Set before NumPy is loaded: workers share the cores as they are.
ONE_THREAD = {
    name: "1"
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
}
FAREWELL_SECONDS = 5.0


class WorkerDiedError(RuntimeError):
    """A worker process ended in the midst of a job."""


class WorkError(RuntimeError):
    """The work raised an error, in words; the worker lives on."""


def usual_workers() -> int:
    """One worker a core, less one for the server; at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)


class ProcessWorker:
    """A process that is started when it is needed, and anew after it died.

    It is no `multiprocessing` process: that one would load the parent's main module, which under Streamlit
    is the app. It ends when its standard input does, so it cannot outlive the parent, however that ends.

    Parameters
    ----------
    work : function
        What to do with a job; one that can be pickled.
    """

    def __init__(self, work: Work = run_job) -> None:
        self._work = work
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process where there is none; returns when it is ready.

        Raises
        ------
        WorkerDiedError
            If it ends before.
        WorkError
            If it cannot read what to do.
        """
        if self._process is None:
            path = os.pathsep.join(sys.path)
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", CHILD],
                env={**os.environ, **ONE_THREAD, "PYTHONPATH": path},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            try:
                self._exchange(self._work)
            except WorkError:
                self.close()
                raise

    def run(self, job: Job, wanted: Callable[[], bool] = lambda: True) -> tuple[Outcome, ...]:
        """What the work returns for the job, made in the process.

        Raises
        ------
        WorkerDiedError
            If the process ends; the next `start` makes a new one.
        WorkError
            If the work raised an error.
        """
        outcomes: tuple[Outcome, ...] = self._exchange(job)
        return outcomes

    def do(self, job: Job) -> tuple[Outcome, ...]:
        """`start` where it is needed, then `run`."""
        self.start()
        return self.run(job)

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            _ended(process)

    def _exchange(self, message: object) -> Any:
        """What the process answers to a message."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            write_frame(process.stdin, message)
            outcomes, error = pickle.loads(read_frame(process.stdout))
        except (EOFError, OSError) as gone:
            self._process = None
            raise WorkerDiedError(f"the worker process ended: {_ended(process)}") from gone
        if error:
            raise WorkError(error)
        return outcomes


def _ended(process: subprocess.Popen[bytes]) -> str:
    """End a process, if it has not ended, and say how it did."""
    with suppress(OSError):
        process.stdin.close()  # type: ignore[union-attr]
    try:
        code = process.wait(FAREWELL_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        code = process.wait()
    process.stdout.close()  # type: ignore[union-attr]
    return f"signal {-code} ({signal.Signals(-code).name})" if code < 0 else f"exit code {code}"
