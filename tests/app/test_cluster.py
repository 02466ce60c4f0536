"""Sweeps on a real Dask cluster, started as the README says: a scheduler and two workers, three processes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from gptq_viz.numerics import plan_sweep, sweep
from gptq_viz.ui import sweep_pool
from tests.numerics.sweeps.tables import assert_same

ROOT = Path(__file__).parents[2]
PATIENCE = 120
DATA: dict[str, Any] = {"out": 32, "inp": 32, "n": 128}
GRID = {"bits": [2, 3, 4], "group": [None, 8], "damp": [0.01, 0.1]}


@dataclass
class Cluster:
    address: str
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        file = tmp_path / "scheduler.json"
        local = ["--host", "127.0.0.1", "--no-dashboard"]
        started(stack, tmp_path, "scheduler", *local, "--port", "0", "--scheduler-file", str(file))
        workers = [
            started(
                stack,
                tmp_path,
                "worker",
                *local,
                "--no-nanny",
                "--nthreads",
                "1",
                "--scheduler-file",
                str(file),
            )
            for _ in range(2)
        ]
        wait_until(lambda: file.exists() and "tcp://" in file.read_text())
        address = re.search(r"tcp://[\d.]+:\d+", file.read_text())
        assert address
        with Client(address[0], set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
        yield Cluster(address[0], workers)


def started(stack: ExitStack, folder: Path, *command: str) -> subprocess.Popen[bytes]:
    """A part of the cluster, ended with the stack."""
    log = stack.enter_context((folder / f"{command[0]}-{time.monotonic_ns()}.log").open("wb"))
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=log,
        stderr=log,
    )
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def wait_until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def test_a_cluster_that_loses_a_worker_makes_the_table_of_one_process(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(sweep_pool.DASK, cluster.address)
    sweep_pool.pool.clear()
    pool = sweep_pool.pool()
    assert isinstance(pool, sweep_pool.ClusterPool)
    assert pool.workers == 2
    plan = plan_sweep(DATA, GRID, range(100))
    run = pool.start(plan, "somebody")
    wait_until(lambda: run.progress.done > 0)
    cluster.workers[0].send_signal(signal.SIGKILL)
    assert run.progress.state == "running"
    wait_until(lambda: (run.attend(), run.progress.state == "finished")[1])
    expected = sweep(DATA, GRID, range(100))
    assert_same(run.table(), expected)
    assert pool.workers == 1
    pool.close()
    # From Python: any executor will do.
    with Client(cluster.address, set_as_default=False) as client:
        assert_same(
            sweep(DATA, GRID, range(10), executor=client.get_executor()), sweep(DATA, GRID, range(10))
        )
