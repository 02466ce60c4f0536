"""The pool of the server: its own processes, what a host may set, and what is said where it cannot be."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from gptq_viz.numerics import plan_sweep, sweep
from gptq_viz.numerics.sweeps.workers import usual_workers
from gptq_viz.ui import sweep_pool
from tests.numerics.sweeps.tables import assert_same


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No pool of another test, and nothing that the host has set."""
    for name in (sweep_pool.DASK, sweep_pool.SECONDS):
        monkeypatch.delenv(name, raising=False)
    sweep_pool.pool.clear()
    yield
    sweep_pool.pool.clear()


def test_the_whole_server_has_one_pool_of_its_own_processes() -> None:
    pool = sweep_pool.pool()
    assert sweep_pool.pool() is pool
    assert pool.workers == sweep_pool.known_workers() == usual_workers()
    data, grid = {"out": 6, "inp": 12, "n": 40}, {"bits": [3, 4]}
    run = pool.start(plan_sweep(data, grid, range(3)), "somebody")
    while run.progress.state != "finished":
        assert run.progress.state in ("waiting", "running")
        run.attend()
        time.sleep(0.02)
    assert_same(run.table(), sweep(data, grid, range(3)))
    pool.close()


def test_a_host_may_limit_the_work_of_a_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sweep_pool.pool().most_seconds == sweep_pool.DEFAULT_SECONDS
    sweep_pool.pool.clear()
    monkeypatch.setenv(sweep_pool.SECONDS, "12.5")
    assert sweep_pool.pool().most_seconds == 12.5


@pytest.mark.parametrize("text", ["much", "0", "-3", "nan"])
def test_a_limit_that_cannot_be_read_is_named_in_the_log(
    text: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(sweep_pool.SECONDS, text)
    with caplog.at_level(logging.WARNING):
        assert sweep_pool.most_seconds() == sweep_pool.DEFAULT_SECONDS
    assert f"{sweep_pool.SECONDS} must be a number of seconds above 0, got '{text}'" in caplog.text


class Connection:
    """As much of a Dask client as the pool asks for."""

    status = "running"

    def get_executor(self) -> None: ...

    def ncores(self) -> dict[str, int]:
        return {"one": 2, "other": 3}


def test_a_pool_is_kept_until_its_cluster_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(sweep_pool.DASK, "tcp://scheduler:8786")
    monkeypatch.setattr(sweep_pool, "_client", lambda address: Connection())
    assert sweep_pool.known_workers() is None  # the page promises no time before it has asked
    pool = sweep_pool.pool()
    assert pool.workers == 5
    connection: Connection = pool._client  # type: ignore[attr-defined]
    connection.status = "connecting"
    assert sweep_pool.pool() is pool
    assert pool.workers == 1
    connection.status = "closed"
    assert sweep_pool.pool() is not pool


def test_a_cluster_without_workers_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    class Empty(Connection):
        def ncores(self) -> dict[str, int]:
            return {}

        def close(self) -> None:
            closed.append(True)

    monkeypatch.setenv(sweep_pool.DASK, "tcp://scheduler:8786")
    monkeypatch.setattr("distributed.Client", lambda *_, **__: Empty())
    with pytest.raises(sweep_pool.SweepPoolError, match="without workers yet"):
        sweep_pool.pool()
    assert closed


def test_a_cluster_without_dask_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(sweep_pool.DASK, "tcp://127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(sweep_pool.SweepPoolError, match=r"pip install -r requirements-cluster\.txt"):
        sweep_pool.pool()


def test_a_cluster_that_does_not_answer_is_explained_and_leaves_no_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(sweep_pool.DASK, "tcp://127.0.0.1:1")
    monkeypatch.setattr(sweep_pool, "ANSWER_SECONDS", 0.3)
    threads = []
    for _ in range(3):
        with pytest.raises(sweep_pool.SweepPoolError, match="Dask scheduler that does not answer"):
            sweep_pool.pool()
        threads.append(threading.active_count())
    assert threads[2] == threads[0]


def test_a_cluster_s_address_is_told_to_the_host_and_to_no_visitor(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(sweep_pool.DASK, "inner-name:8786")
    with caplog.at_level(logging.WARNING), pytest.raises(sweep_pool.SweepPoolError) as refused:
        sweep_pool.pool()
    assert "inner-name" in caplog.text
    assert "inner-name" not in str(refused.value)


@pytest.mark.parametrize("address", ["nonsense", "http://127.0.0.1:8786", "tcp://127.0.0.1"])
def test_an_address_that_is_none_is_explained(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(sweep_pool.DASK, address)
    with pytest.raises(sweep_pool.SweepPoolError, match="must look like tcp://scheduler:8786"):
        sweep_pool.pool()
