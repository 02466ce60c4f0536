from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from gptq_viz.numerics import SweepPool, plan_sweep, sweep
from gptq_viz.numerics.sweeps import SweepRun
from gptq_viz.numerics.sweeps.workers import ProcessWorker, WorkerDiedError, WorkError, usual_workers
from tests.numerics.sweeps.tables import assert_same
from tests.numerics.sweeps.works import die_the_first_time, die_with_seed_3, misbehave

SMALL: dict[str, Any] = {"out": 6, "inp": 12, "n": 40}
PATIENCE = 60  # seconds until a test gives up waiting; it never depends on them
ROOT = Path(__file__).parents[3]

# A parent of its own: starts a worker that lingers over a job, tells its number, and waits to be killed.
PARENT = """
import sys, threading, time
from gptq_viz.numerics.sweeps.workers import ProcessWorker
from tests.numerics.sweeps.works import misbehave
worker = ProcessWorker(misbehave)
worker.start()
print(worker.run("pid"), flush=True)
threading.Thread(target=worker.run, args=("linger",), daemon=True).start()
time.sleep(600)
"""


def wait_until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def finished(run: SweepRun) -> bool:
    run.attend()
    return run.progress.state == "finished"


def gone(pid: int) -> bool:
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def work(worker: ProcessWorker, wish: str) -> Any:
    """What the worker answers to a wish of `misbehave`."""
    worker.start()
    return worker.run(wish)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def worker() -> Iterator[ProcessWorker]:
    made = ProcessWorker(misbehave)
    yield made
    made.close()


def test_a_worker_is_another_process_that_lives_on(worker: ProcessWorker) -> None:
    pid = work(worker, "pid")
    assert pid != os.getpid()
    assert work(worker, "pid") == pid


def test_a_worker_loads_neither_the_app_nor_what_draws_it(worker: ProcessWorker) -> None:
    loaded = {module.split(".")[0] for module in work(worker, "modules")}
    assert loaded & {"streamlit", "plotly", "pandas", "pytest", "app", "__mp_main__"} == set()


def test_a_worker_has_one_thread_for_its_products(worker: ProcessWorker) -> None:
    threads = work(worker, "threads")
    assert set(threads) == {1}


def test_what_the_work_prints_does_not_disturb_the_answers(worker: ProcessWorker) -> None:
    assert work(worker, "print") == work(worker, "pid")


def test_an_error_of_the_work_comes_back_in_words_and_the_worker_lives_on(worker: ProcessWorker) -> None:
    pid = work(worker, "pid")
    with pytest.raises(WorkError, match="LookupError: on purpose"):
        work(worker, "raise")
    with pytest.raises(WorkError, match="nowhere"):
        worker.run(Unreadable())  # type: ignore[arg-type]
    assert work(worker, "pid") == pid


def test_a_worker_that_cannot_read_what_to_do_says_so_each_time() -> None:
    lost = ProcessWorker(Unreadable())  # type: ignore[arg-type]
    for _ in range(2):
        with pytest.raises(WorkError, match="nowhere"):
            lost.start()
    lost.close()


def test_an_interrupt_from_the_keyboard_is_not_meant_for_workers(worker: ProcessWorker) -> None:
    assert work(worker, "interrupt") == work(worker, "pid")


def test_a_worker_that_leaves_is_started_anew(worker: ProcessWorker) -> None:
    pid = work(worker, "pid")
    with pytest.raises(WorkerDiedError, match="exit code 7"):
        work(worker, "leave")
    assert work(worker, "pid") != pid


class Unreadable:
    """A message that fails where it is read."""

    def __reduce__(self) -> Any:
        return os.listdir, ("nowhere",)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_no_worker_survives_its_parent_even_in_the_midst_of_a_job(how: signal.Signals) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": "."},
    )
    with parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert not gone(child)
        parent.send_signal(how)
        parent.wait()
    wait_until(partial(gone, child))


def test_a_sweep_survives_a_worker_that_is_killed_and_leaves_no_process(tmp_path: Path) -> None:
    before = set(psutil.Process().children())
    plan = plan_sweep(SMALL, {"bits": [2, 3, 4]}, range(60))
    pool = SweepPool(
        partial(ProcessWorker, partial(die_the_first_time, tmp_path / "died")), lambda: 2, idle_seconds=0.2
    )
    run = pool.start(plan, "somebody")
    wait_until(partial(finished, run))
    assert (tmp_path / "died").exists()
    assert_same(run.table(), sweep(SMALL, {"bits": [2, 3, 4]}, range(60)))
    assert run.progress.failed == 0
    wait_until(lambda: set(psutil.Process().children()) <= before)


def test_runs_that_kill_every_worker_are_reported_and_the_others_are_there() -> None:
    plan = plan_sweep(SMALL, {"bits": [3, 4]}, range(6))
    pool = SweepPool(partial(ProcessWorker, die_with_seed_3), lambda: 2)
    run = pool.start(plan, "somebody")
    wait_until(partial(finished, run))
    pool.close()
    table = run.table()
    assert [dict(failed.values) for failed in table.failed] == [
        {"bits": 3, "seed": 3},
        {"bits": 4, "seed": 3},
    ]
    assert all("SIGKILL" in failed.reason for failed in table.failed)
    assert run.progress.failed == 2
    expected = sweep(SMALL, {"bits": [3, 4]}, [0, 1, 2, 4, 5])
    for name, column in expected.items():
        assert table[name].tolist() == column.tolist()


def test_there_is_a_worker_on_every_machine() -> None:
    assert 1 <= usual_workers() <= max(1, (os.cpu_count() or 1) - 1)
