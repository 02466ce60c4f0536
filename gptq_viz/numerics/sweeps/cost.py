"""What runs are expected to take: a few seconds a term, measured once, scaled to the machine at hand."""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import cache

from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.examples import DIGITS, HELD_OUT, LayerKey
from gptq_viz.numerics.sweeps.runs import Job, Run
from gptq_viz.numerics.sweeps.work import run_job

# Seconds on one core of the machine where the terms were fitted, which is what `own_slowness` counts in.
START_OF_LAYER, SAMPLE, READ_SAMPLE, PRODUCT = 2e-4, 16e-9, 8e-9, 22e-12
FACTORED, FACTORED_TERM = 14e-9, 30e-12
START, STEP, WEIGHT = 2e-5, 5.6e-6, 22e-9
PROBE_SECONDS = 4e-3
DIGITS_HELD_OUT = 360
FASTEST, SLOWEST = 0.1, 30.0


def layer_seconds(key: LayerKey) -> float:
    """Seconds to make a layer and its Gram matrices."""
    drawn = key.data not in DIGITS
    rows = key.n + (HELD_OUT if drawn else DIGITS_HELD_OUT)
    return START_OF_LAYER + rows * key.inp * ((SAMPLE if drawn else READ_SAMPLE) + PRODUCT * key.inp)


def factor_seconds(key: LayerKey) -> float:
    """Seconds to order, damp and factor H."""
    return 2 * START + key.inp**2 * (FACTORED + FACTORED_TERM * key.inp)


def method_seconds(key: LayerKey, method: str) -> float:
    """Seconds of one method, its errors included; RTN has no loop over columns."""
    loop = 0.0 if method == "rtn" else STEP * key.inp
    return START + loop + key.out * key.inp * (WEIGHT + 2 * PRODUCT * key.inp)


def run_seconds(run: Run, methods: Iterable[str], before: Run | None = None) -> float:
    """Seconds of a run that follows another one, with which it may share the layer and the factor."""
    seconds = sum(method_seconds(run.layer, method) for method in methods)
    same_layer = before is not None and before.layer == run.layer
    if not same_layer:
        seconds += layer_seconds(run.layer)
    if not (same_layer and before is not None and before.factoring == run.factoring):
        seconds += factor_seconds(run.layer)
    return seconds


@cache
def own_slowness() -> float:
    """How many times longer this machine takes than the one the terms were fitted on; measured once."""
    runs = tuple(
        Run(bits, (bits,), LayerKey("factor", 32, 32, 512, 0), GPTQConfig(bits=bits)) for bits in (2, 3, 4, 5)
    )
    seconds = []
    for _ in range(4):
        start = time.thread_time()  # by the clock, a busy moment would count for good
        run_job(Job(runs, ("rtn", "gptq"), 0.0))
        seconds.append(time.thread_time() - start)
    return min(max(min(seconds) / PROBE_SECONDS, FASTEST), SLOWEST)
