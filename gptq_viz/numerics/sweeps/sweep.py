"""A sweep from Python: in this process, or on whatever executor it is given."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import closing
from queue import SimpleQueue
from typing import Any, TypeAlias

from gptq_viz.numerics.sweeps.plan import plan_sweep
from gptq_viz.numerics.sweeps.runs import Job, Outcome
from gptq_viz.numerics.sweeps.table import Results, SweepTable
from gptq_viz.numerics.sweeps.work import Work, run_job
from gptq_viz.numerics.sweeps.workers import ProcessWorker

Progress: TypeAlias = Callable[[int, int], object]


def sweep(
    data: Mapping[str, Any],
    grid: Mapping[str, Iterable[Any]],
    seeds: Iterable[int],
    executor: Executor | None = None,
    progress: Progress | None = None,
    *,
    methods: Iterable[str] = ("rtn", "gptq"),
) -> SweepTable:
    """Errors of every combination of the grid's values, with every seed and method.

    Parameters
    ----------
    data, grid, seeds, methods
        As in `plan_sweep`.
    executor : concurrent.futures.Executor, optional
        Who computes; without one this process does. A job that fails, as when its worker dies, is repeated
        once run by run, and runs that fail again are listed in the table. What an executor that breaks has
        not done is done by a process of its own.
    progress : function, optional
        Called with the runs that are done and all runs, whenever more are done. If it raises, the sweep ends:
        what has not begun is cancelled, and what has is waited for.

    Returns
    -------
    table : SweepTable
        A dict of equally long arrays, the same whoever computes.

    Raises
    ------
    ValueError
        As `plan_sweep`.

    Examples
    --------
    >>> table = sweep(dict(out=4, inp=8, n=64), dict(bits=[3, 4]), seeds=[0])
    >>> [(int(bits), str(method)) for bits, method in zip(table["bits"], table["method"])]
    [(3, 'rtn'), (3, 'gptq'), (4, 'rtn'), (4, 'gptq')]
    """
    plan = plan_sweep(data, grid, seeds, methods)
    results = Results(plan)
    jobs = plan.jobs
    steps = _in_turn(jobs, run_job, results) if executor is None else _elsewhere(executor, jobs, results)
    for _ in steps:
        if progress is not None:
            progress(results.done, plan.n_runs)
    return results.table()


def _in_turn(jobs: Iterable[Job], work: Work, results: Results) -> Iterator[None]:
    """Do one job after the other; yields after each."""
    queue = deque(jobs)
    while queue:
        job = queue.popleft()
        try:
            results.add(work(job))
        except Exception as error:
            queue.extend(results.missed(job, said(error)))
        yield


def _elsewhere(executor: Executor, jobs: Iterable[Job], results: Results) -> Iterator[None]:
    """Have an executor do the jobs, and a process of our own the rest if it breaks; yields after each."""
    finished: SimpleQueue[Future[tuple[Outcome, ...]]] = SimpleQueue()
    pending: dict[Future[tuple[Outcome, ...]], Job] = {}
    left: list[Job] = []

    def submit(job: Job) -> None:
        future = _submitted(executor, job)
        pending[future] = job
        future.add_done_callback(finished.put)

    try:
        for job in jobs:
            submit(job)
        while pending:
            future = finished.get()
            job = pending.pop(future)
            try:
                results.add(future.result())
            except BrokenExecutor as error:
                left += results.missed(job, said(error))
            except Exception as error:
                for again in results.missed(job, said(error)):
                    submit(again)
            yield
    finally:
        for future in pending:
            future.cancel()
        wait(pending)
    with closing(ProcessWorker()) as worker:
        yield from _in_turn(left, worker.do, results)


def _submitted(executor: Executor, job: Job) -> Future[tuple[Outcome, ...]]:
    """A future of the job; one that has failed already where the executor lost its workers."""
    try:
        return executor.submit(run_job, job)
    except BrokenExecutor as error:
        future: Future[tuple[Outcome, ...]] = Future()
        future.set_exception(error)
        return future


def said(error: BaseException) -> str:
    """What an error says, or what it is called where it says nothing."""
    return str(error) or type(error).__name__
