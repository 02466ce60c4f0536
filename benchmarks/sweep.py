"""What a sweep takes beyond its computing, and whether many of them leave memory behind.

`make bench`, or ``PYTHONPATH=. python benchmarks/sweep.py``. The pure compute time is that of the same jobs
in this process, one after the other. Times depend on the machine: compare the ratios.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Mapping
from typing import Any

# As the workers have it: before NumPy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import psutil
from engine import HEAD, row

from gptq_viz.numerics import SweepPlan, SweepPool, plan_sweep
from gptq_viz.numerics.sweeps.work import run_job
from gptq_viz.numerics.sweeps.workers import ProcessWorker, usual_workers

BASE = {"out": 64, "inp": 64, "n": 512}
SETTINGS: Mapping[str, Any] = {"bits": (2, 3, 4, 5, 8), "damp": [0.001 * 2**k for k in range(10)]}
# Each sweep has 1,000 runs: of 20 layers, and of a layer each.
SWEEPS = {
    "50 settings, 20 seeds": plan_sweep(BASE, SETTINGS, range(20)),
    "1,000 layers": plan_sweep(BASE, {"n": range(64, 564, 10)}, range(20)),
}
SECONDS, OVERHEAD, SWEEPS_IN_A_ROW = 15.0, 1.2, 10


def computed() -> float:
    """CPU seconds of this process and of its workers so far."""
    own = psutil.Process()
    return sum(sum(process.cpu_times()[:2]) for process in (own, *own.children()))


def pure(plan: SweepPlan) -> tuple[float, float]:
    """Seconds, by the clock and of the CPU, of the jobs of a plan in this process."""
    start, cpu = time.perf_counter(), computed()
    for job in plan.jobs:
        run_job(job)
    return time.perf_counter() - start, computed() - cpu


def in_pool(pool: SweepPool, plan: SweepPlan) -> tuple[float, float]:
    """The same of a plan in a pool, from the start to the last result."""
    start, cpu = time.perf_counter(), computed()
    run = pool.start(plan, "benchmark")
    while run.progress.state != "finished":
        time.sleep(0.005)
        run.attend()
    if len(run.table()["error"]) != plan.n_runs * len(plan.methods):
        raise RuntimeError("the table is not complete")
    return time.perf_counter() - start, computed() - cpu


def speed(workers: int) -> None:
    """Pure compute time, and the time in a pool that has just started and in one that runs."""
    print(f"1,000 runs of 64 x 64, {workers} worker{'s' * (workers > 1)}")
    for name, plan in SWEEPS.items():
        alone, alone_cpu = map(min, zip(*(pure(plan) for _ in range(3)), strict=True))
        row(f"{name}: pure compute, one process", alone, "s")
        row(f"{name}: estimate / pure", plan.seconds() / alone, "")
        pool = SweepPool(ProcessWorker, lambda: workers)
        row(f"{name}: first sweep of a pool", in_pool(pool, plan)[0], "s", SECONDS)
        later, later_cpu = map(min, zip(*(in_pool(pool, plan) for _ in range(3)), strict=True))
        row(f"{name}: later sweep", later, "s", SECONDS)
        row(f"{name}: later sweep, workers x time / pure", workers * later / alone, "", OVERHEAD)
        row(f"{name}: later sweep, CPU of all / CPU of pure", later_cpu / alone_cpu, "", OVERHEAD)
        pool.close()


def memory() -> None:
    """Resident memory of this process and of a worker: how much it is, and how much ten sweeps add to it."""
    print(f"memory over {SWEEPS_IN_A_ROW} sweeps of 1,000 runs")
    pool = SweepPool(ProcessWorker, usual_workers)
    own = psutil.Process()
    seen = []
    for _ in range(SWEEPS_IN_A_ROW):
        in_pool(pool, SWEEPS["50 settings, 20 seeds"])
        gc.collect()
        seen.append((own.memory_info().rss, *(child.memory_info().rss for child in own.children())))
    for name, kind in (("this process", 0), ("a worker", 1)):
        first, last = (sizes[kind] / 1e6 for sizes in (seen[1], seen[-1]))
        row(f"{name}: after the second sweep", first, "MB")
        row(f"{name}: growth until the last", last - first, "MB", 5)
    pool.close()
    row("processes left", len(own.children()), "")


def main() -> None:
    """Print the tables."""
    print(HEAD)
    for workers in sorted({1, usual_workers(), 2}):
        speed(workers)
    memory()


if __name__ == "__main__":
    main()
