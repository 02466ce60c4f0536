"""How a pool divides its workers among sweeps; the workers here are threads that wait to be told to go on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from threading import Semaphore
from types import SimpleNamespace
from typing import Any

import pytest

from gptq_viz.numerics import SweepPlan, SweepPool, plan_sweep, sweep
from gptq_viz.numerics.sweeps import SweepRun, progress
from gptq_viz.numerics.sweeps.pool import Worker
from gptq_viz.numerics.sweeps.runs import Job, Outcome
from gptq_viz.numerics.sweeps.work import run_job
from tests.numerics.sweeps.tables import assert_same

SMALL: dict[str, Any] = {"out": 6, "inp": 12, "n": 40}
GRID = {"bits": [2, 3, 4]}
PATIENCE = 60


class Crew:
    """Workers that note what they do, and do as many jobs as they are let."""

    def __init__(self, jobs: int = 0) -> None:
        self.allowed = Semaphore(jobs)
        self.began: list[Job] = []
        self.hired = self.closed = 0
        self.fails: Callable[[Job], bool] = lambda job: False

    def hire(self) -> Worker:
        self.hired += 1
        return _Hand(self)


class _Hand:
    def __init__(self, crew: Crew) -> None:
        self._crew = crew

    def start(self) -> None: ...

    def run(self, job: Job, wanted: Callable[[], bool]) -> tuple[Outcome, ...]:
        self._crew.began.append(job)
        while not self._crew.allowed.acquire(timeout=0.02):
            if not wanted():
                return ()
        if self._crew.fails(job):
            raise RuntimeError("on purpose")
        return run_job(job)

    def close(self) -> None:
        self._crew.closed += 1


@pytest.fixture
def crew() -> Crew:
    return Crew()


@pytest.fixture
def pool(crew: Crew) -> Iterator[SweepPool]:
    made = SweepPool(crew.hire, lambda: 1, idle_seconds=0.1)
    yield made
    made.close()


def plan(seeds: int = 40, first: int = 0) -> SweepPlan:
    return plan_sweep(SMALL, GRID, range(first, first + seeds))


def wait_until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.005)


def wait_for(run: SweepRun, state: str = "finished") -> None:
    wait_until(lambda: run.progress.state == state)


def test_a_sweep_in_a_pool_makes_the_table_of_one_here(crew: Crew, pool: SweepPool) -> None:
    run = pool.start(plan(), "somebody")
    crew.allowed.release(1000)
    wait_for(run)
    assert_same(run.table(), sweep(SMALL, GRID, range(40)))
    assert run.progress.seconds_left == 0
    assert (run.progress.done, run.progress.total) == (120, 120)


def test_progress_has_no_guess_before_the_first_results_and_a_better_one_after_each(
    crew: Crew, pool: SweepPool
) -> None:
    run = pool.start(plan(), "somebody")
    assert run.progress.seconds_left is None
    wait_for(run, "running")
    assert (run.progress.done, run.progress.total, run.progress.seconds_left) == (0, 120, None)
    assert [len(column) for column in run.table().values()] == [0] * 5
    crew.allowed.release()
    wait_until(lambda: run.progress.done > 0)
    found = run.progress
    assert found.seconds_left is not None
    assert found.seconds_left > 0
    assert len(run.table()["error"]) == 2 * found.done


def test_a_table_so_far_holds_the_first_seeds_of_every_setting(crew: Crew, pool: SweepPool) -> None:
    run = pool.start(plan(), "somebody")
    crew.allowed.release()
    wait_until(lambda: run.progress.done > 0)
    table = run.table()
    assert set(table["bits"]) == {2, 3, 4}
    assert max(table["seed"]) < 39


def test_two_sweeps_take_turns(crew: Crew, pool: SweepPool) -> None:
    runs = [pool.start(plan(first=first), owner) for owner, first in (("one", 0), ("other", 100))]
    jobs = len(plan().jobs)
    assert jobs >= 4
    crew.allowed.release(1000)
    for run in runs:
        wait_for(run)
    whose = [job.runs[0].layer.seed >= 100 for job in crew.began]
    # The first may have begun two jobs before the second was there.
    assert all(one != next_one for one, next_one in pairwise(whose[2:-2]))


def test_a_sweep_whose_jobs_are_repeated_run_by_run_falls_no_further_behind(
    crew: Crew, pool: SweepPool
) -> None:
    failed: list[Job] = []

    def fails(job: Job) -> bool:
        if job.runs[0].layer.seed < 100 or failed:
            return False
        failed.append(job)
        return True

    crew.fails = fails
    runs = [pool.start(plan(first=first), owner) for owner, first in (("one", 0), ("other", 100))]
    crew.allowed.release(1000)
    for run in runs:
        wait_for(run)
    repeated = [number for number, job in enumerate(crew.began) if job.repeated]
    between = [job for job in crew.began[repeated[0] : repeated[-1]] if not job.repeated]
    assert len(repeated) == len(failed[0].runs) > 10
    # As long as these runs take, so long was the other one's turn, which is a job or a part of one.
    assert len(between) <= 2


def test_who_comes_later_is_not_given_what_others_had_before(crew: Crew, pool: SweepPool) -> None:
    early = pool.start(plan(), "one")
    crew.allowed.release(len(plan().jobs) // 2)
    wait_until(lambda: len(crew.began) > len(plan().jobs) // 2)
    late = pool.start(plan(first=100), "other")
    begun = len(crew.began)
    crew.allowed.release(1000)
    for run in (early, late):
        wait_for(run)
    whose = [job.runs[0].layer.seed >= 100 for job in crew.began[begun:]]
    assert whose[: 2 * 2].count(True) == 2


def test_a_large_sweep_does_not_hold_up_a_small_one(crew: Crew, pool: SweepPool) -> None:
    large = pool.start(plan(200), "one")
    small = pool.start(plan_sweep(SMALL, GRID, [500]), "other")
    crew.allowed.release(3)
    wait_for(small)
    assert large.progress.state == "running"


def test_a_cancelled_sweep_drops_what_has_not_begun_and_keeps_what_it_has(
    crew: Crew, pool: SweepPool
) -> None:
    run = pool.start(plan(), "somebody")
    crew.allowed.release(2)
    wait_until(lambda: len(crew.began) == 3)
    done = run.progress.done
    run.cancel()
    assert run.progress.state == "cancelled"
    assert run.progress.seconds_left is None
    wait_until(lambda: crew.closed == 1)
    assert len(crew.began) == 3
    assert len(run.table()["error"]) == 2 * done


def test_cancelling_a_finished_sweep_changes_nothing(crew: Crew, pool: SweepPool) -> None:
    crew.allowed.release(1000)
    run = pool.start(plan(), "somebody")
    wait_for(run)
    run.cancel()
    assert run.progress.state == "finished"


def test_a_sweep_that_nobody_attends_is_cancelled_and_one_that_is_attended_is_not(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: now))
    pool = SweepPool(crew.hire, lambda: 2, attend_seconds=10)
    left, watched = pool.start(plan(), "one"), pool.start(plan(), "other")
    now = 8.0
    watched.attend()
    now = 16.0
    wait_for(left, "cancelled")
    assert watched.progress.state != "cancelled"
    pool.close()


def test_whoever_starts_anew_gives_up_the_sweep_before(crew: Crew, pool: SweepPool) -> None:
    before, other = pool.start(plan(), "one"), pool.start(plan(), "other")
    after = pool.start(plan(), "one")
    states = [run.progress.state for run in (before, other, after)]
    assert states[0] == "cancelled"
    assert "cancelled" not in states[1:]


def test_workers_are_let_go_when_there_is_no_more_work_and_hired_again_for_more(
    crew: Crew, pool: SweepPool
) -> None:
    crew.allowed.release(1000)
    wait_for(pool.start(plan(2), "one"))
    wait_until(lambda: crew.closed == 1)
    wait_for(pool.start(plan(2), "one"))
    assert crew.hired == 2


def test_a_sweep_that_starts_as_the_last_worker_runs_out_of_patience_is_made(
    crew: Crew, pool: SweepPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    late: list[SweepRun] = []
    wait = pool._changed.wait

    def wait_in_vain(timeout: float | None = None) -> bool:
        woken = wait(timeout)
        if not woken and not late:  # its time is up, and it has not yet said that it leaves
            late.append(pool.start(plan(2), "late"))
        return woken

    monkeypatch.setattr(pool._changed, "wait", wait_in_vain)
    crew.allowed.release(1000)
    pool.start(plan(2), "early")
    wait_until(lambda: bool(late) and late[0].finished)


def test_there_are_no_more_workers_than_the_pool_may_have(crew: Crew) -> None:
    pool = SweepPool(crew.hire, lambda: 3, idle_seconds=0.1)
    for owner in "abcde":
        pool.start(plan(), owner)
    wait_until(lambda: len(crew.began) == 3)
    assert crew.hired == 3
    pool.close()
    assert crew.closed == 3


def test_a_job_that_fails_is_repeated_and_then_reported(crew: Crew, pool: SweepPool) -> None:
    crew.fails = lambda job: any(run.layer.seed == 3 for run in job.runs)
    crew.allowed.release(1000)
    run = pool.start(plan(6), "somebody")
    wait_for(run)
    assert [dict(failed.values) for failed in run.table().failed] == [
        {"bits": bits, "seed": 3} for bits in (2, 3, 4)
    ]
    assert len(run.table()["error"]) == 2 * 3 * 5
    assert run.progress.failed == 3
    assert run.progress.seconds_left == 0


def test_a_sweep_that_is_too_long_for_the_pool_is_refused(crew: Crew) -> None:
    pool = SweepPool(crew.hire, lambda: 1, most_seconds=0.001)
    with pytest.raises(ValueError, match=r"about \d+ s, and 0 s are allowed; pick fewer"):
        pool.start(plan(), "somebody")
    assert crew.hired == 0


def test_a_sweep_without_possible_runs_is_finished_at_once(crew: Crew, pool: SweepPool) -> None:
    run = pool.start(plan_sweep({"n": 4, "damp": 0}, GRID, [0]), "somebody")
    assert (run.progress.state, run.progress.total) == ("finished", 0)
    assert len(run.table().skipped) == 3
