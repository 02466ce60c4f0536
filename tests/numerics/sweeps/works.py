"""What worker processes are given to do instead of the work of a job: to die, or to tell of themselves."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_info

from gptq_viz.numerics.sweeps.runs import Job, Outcome
from gptq_viz.numerics.sweeps.work import run_job


def die_the_first_time(mark: Path, job: Job) -> tuple[Outcome, ...]:
    """Be killed in the midst of a job, unless that has happened before."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return run_job(job)


def die_with_seed_3(job: Job) -> tuple[Outcome, ...]:
    """Be killed over any job with that seed."""
    if any(run.layer.seed == 3 for run in job.runs):
        os.kill(os.getpid(), signal.SIGKILL)
    return run_job(job)


def misbehave(wish: str) -> Any:
    """Do what a test of one worker wishes."""
    if wish == "print":
        print("this must not come between the answers")
    elif wish == "raise":
        raise LookupError("on purpose")
    elif wish == "leave":
        os._exit(7)
    elif wish == "linger":
        time.sleep(60)
    elif wish == "interrupt":
        os.kill(os.getpid(), signal.SIGINT)
    elif wish == "modules":
        return sorted(sys.modules)
    elif wish == "threads":
        return [pool["num_threads"] for pool in threadpool_info()]
    return os.getpid()
