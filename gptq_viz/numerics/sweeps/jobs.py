"""Runs put together to jobs: small enough to wait for, large enough to be worth a trip to a worker."""

from __future__ import annotations

from collections.abc import Sequence

from gptq_viz.numerics.sweeps.cost import layer_seconds, run_seconds
from gptq_viz.numerics.sweeps.runs import Job, Run

# A job cannot be interrupted, and sweeps take turns by jobs.
USUAL = 0.12
# A short sweep has something for every worker too; below this a trip costs more than the job.
SHORTEST = 0.01
SHARES = 32
# Runs of one layer may take this many times as long as making it; then another worker makes it once more.
WORTH = 6


def jobs_of(runs: Sequence[Run], methods: tuple[str, ...]) -> tuple[Job, ...]:
    """All runs, cut into jobs of about the same length, between two layers where that can be."""
    queue = ordered(runs)
    limit = min(max(seconds_of(queue, methods) / SHARES, SHORTEST), USUAL)
    jobs: list[Job] = []
    part: list[Run] = []
    spent = 0.0
    for run in queue:
        same = bool(part) and part[-1].layer == run.layer
        if part and spent >= (max(2 * limit, WORTH * layer_seconds(run.layer)) if same else limit):
            jobs.append(Job(tuple(part), methods, spent))
            part, spent = [], 0.0
        spent += run_seconds(run, methods, part[-1] if part else None)
        part.append(run)
    return (*jobs, Job(tuple(part), methods, spent)) if part else ()


def ordered(runs: Sequence[Run]) -> list[Run]:
    """Runs seed by seed, since one seed of everything already makes a picture; then layer by layer."""
    seeds: dict[int, int] = {}
    layers: dict[object, int] = {}
    for run in runs:
        seeds.setdefault(run.layer.seed, len(seeds))
        layers.setdefault(run.layer, len(layers))
    return sorted(runs, key=lambda run: (seeds[run.layer.seed], layers[run.layer], run.factoring, run.index))


def seconds_of(queue: Sequence[Run], methods: Sequence[str]) -> float:
    """Expected seconds of runs one after the other, in units of `cost`."""
    return sum(run_seconds(run, methods, before) for before, run in zip([None, *queue], queue, strict=False))
