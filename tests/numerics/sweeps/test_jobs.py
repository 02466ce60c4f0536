from __future__ import annotations

import pickle
from itertools import pairwise

import pytest

from gptq_viz.numerics import plan_sweep
from gptq_viz.numerics.sweeps.cost import layer_seconds
from gptq_viz.numerics.sweeps.jobs import USUAL, jobs_of
from gptq_viz.numerics.sweeps.work import run_job

PLAN = plan_sweep(
    {"out": 64, "inp": 64, "n": 512}, {"bits": [2, 3, 4], "n": [64, 512], "damp": [0.01, 0.1]}, range(20)
)


def test_every_run_is_in_one_job() -> None:
    indices = [run.index for job in PLAN.jobs for run in job.runs]
    assert len(PLAN.jobs) > 1
    assert sorted(indices) == list(range(PLAN.n_runs))


def test_jobs_are_short() -> None:
    # Runs of one layer are not parted soon, and the last run of a job may bring another layer with it.
    assert all(job.seconds < 2.5 * USUAL for job in PLAN.jobs)


def test_parting_the_runs_of_a_layer_costs_little() -> None:
    plan = plan_sweep({"out": 256, "inp": 256}, {"bits": [2, 3, 4, 5, 6, 8], "group": [None, 8, 16]}, [0])
    assert len(plan.jobs) * layer_seconds(plan.runs[0].layer) < 0.25 * sum(job.seconds for job in plan.jobs)


def test_jobs_begin_with_a_new_layer_where_layers_are_short() -> None:
    firsts = [job.runs[0].layer for job in PLAN.jobs]
    lasts = [job.runs[-1].layer for job in PLAN.jobs]
    assert all(last != first for last, first in zip(lasts[:-1], firsts[1:], strict=True))


def test_a_short_sweep_has_jobs_for_several_workers_too() -> None:
    assert len(plan_sweep({"out": 64, "inp": 64}, {"bits": [2, 3, 4, 8]}, range(8)).jobs) >= 4


def test_runs_of_one_layer_stay_together_and_seeds_come_one_after_the_other() -> None:
    layers = [run.layer for job in PLAN.jobs for run in job.runs]
    changes = sum(one != other for one, other in pairwise(layers))
    assert changes + 1 == len(set(layers))
    assert [layer.seed for layer in layers] == sorted(layer.seed for layer in layers)


def test_runs_that_share_a_factor_are_next_to_each_other() -> None:
    factors = [(run.layer, run.factoring) for job in PLAN.jobs for run in job.runs]
    changes = sum(one != other for one, other in pairwise(factors))
    assert changes + 1 == len(set(factors))


def test_a_job_travels() -> None:
    job = PLAN.jobs[0]
    assert pickle.loads(pickle.dumps(job)) == job


def test_a_job_is_repeated_run_by_run() -> None:
    job = PLAN.jobs[0]
    again = job.again()
    assert [piece.runs for piece in again] == [(run,) for run in job.runs]
    assert all(piece.repeated for piece in again)
    assert sum(piece.seconds for piece in again) == pytest.approx(job.seconds)
    assert [outcome for piece in again for outcome in run_job(piece)] == list(run_job(job))


def test_no_runs_make_no_jobs() -> None:
    assert jobs_of([], ("rtn",)) == ()
