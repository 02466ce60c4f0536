"""A sweep from Python: in this process, or on whatever executor it is given."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from queue import SimpleQueue
from typing import Any, TypeAlias

from gptq_viz.numerics.sweeps.plan import SweepPlan, plan_sweep
from gptq_viz.numerics.sweeps.runs import Job, Outcome
from gptq_viz.numerics.sweeps.table import Results, SweepTable
from gptq_viz.numerics.sweeps.work import run_job

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
        Who computes; without one this process does. A job that fails there, as when its worker dies, is
        repeated once run by run; runs that fail again are listed in the table.
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
    attempts = _here(plan, results) if executor is None else _elsewhere(executor, plan, results)
    for _ in attempts:
        if progress is not None:
            progress(results.done, plan.n_runs)
    return results.table()


def _here(plan: SweepPlan, results: Results) -> Iterator[None]:
    """Make the runs in this process; yields after each job."""
    jobs = deque(plan.jobs)
    while jobs:
        job = jobs.popleft()
        try:
            results.add(run_job(job))
        except Exception as error:
            jobs.extend(results.missed(job, said(error)))
        yield


def _elsewhere(executor: Executor, plan: SweepPlan, results: Results) -> Iterator[None]:
    """Have an executor make the runs; yields after each job."""
    finished: SimpleQueue[Future[tuple[Outcome, ...]]] = SimpleQueue()
    jobs: dict[Future[tuple[Outcome, ...]], Job] = {}

    def submit(job: Job) -> None:
        future = _submitted(executor, job)
        jobs[future] = job
        future.add_done_callback(finished.put)

    try:
        for job in plan.jobs:
            submit(job)
        while jobs:
            future = finished.get()
            job = jobs.pop(future)
            try:
                results.add(future.result())
            except Exception as error:
                for again in results.missed(job, said(error)):
                    submit(again)
            yield
    finally:
        for future in jobs:
            future.cancel()
        wait(jobs)


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
