from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from gptq_viz.numerics import plan_sweep
from gptq_viz.numerics.sweeps import executor_worker
from gptq_viz.numerics.sweeps.executor_worker import ExecutorWorker
from gptq_viz.numerics.sweeps.work import run_job

[JOB] = plan_sweep({}, {"bits": [3]}, [0]).jobs


class Silent(Executor):
    """Takes what it is given and never answers."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, function: Any, /, *arguments: Any, **keywords: Any) -> Future[Any]:
        self.futures.append(Future())
        return self.futures[-1]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor_worker, "POLL_SECONDS", 0.01)


def test_a_job_is_done_by_the_executor() -> None:
    with ThreadPoolExecutor(1) as threads:
        assert ExecutorWorker(threads).run(JOB) == run_job(JOB)


def test_a_job_that_is_no_longer_wanted_is_cancelled_where_it_waits() -> None:
    silent = Silent()
    assert ExecutorWorker(silent).run(JOB, wanted=lambda: False) == ()
    assert silent.futures[0].cancelled()


def test_a_lost_executor_is_told_before_a_job_and_in_the_midst_of_one() -> None:
    lost = ExecutorWorker(Silent(), is_lost=lambda: True)
    with pytest.raises(ConnectionError, match="is lost"):
        lost.start()
    with pytest.raises(ConnectionError, match="is lost"):
        lost.run(JOB)
