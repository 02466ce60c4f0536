"""Speed and memory of `fast_gptq` beside the loop everyone writes first, the readable loop, and the bound.

`make bench`, or ``PYTHONPATH=. python benchmarks/fast.py --sizes 256,1024 --threads 1``. One process, the
same layers, the best of several turns. The bound is 4/3 d³ flop (a third of d³ for the factor of H, d³ for
the loop) at the rate of a float64 matrix product in the same turns. Forming H is in none of the times.
"""

from __future__ import annotations

import argparse
import itertools
import math
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from gptq_viz.numerics import GPTQConfig, Layer, fast_gptq, gptq, hessian

SIZES = "256,512,1024,2048,4096"
PRODUCT, PLAIN, LAZY, FLOAT64, MIXED = "product", "plain loop", "gptq", "fast, float64", "fast, mixed"
CONFIG = GPTQConfig(bits=4)
Clock = Callable[[], float]
# Sizes from which a run, many seconds long, is taken once or not at all.
PLAIN_ONCE, PLAIN_NEVER, LAZY_ONCE = 2048, 4096, 4096
HEAD = ("ms", "x bound", "to reach", "plain / it", "memory", "not as gptq")


def layer_of(size: int) -> Layer:
    """A square layer with correlated inputs, its XᵀX formed."""
    rng = np.random.default_rng(size)
    rank = size // 8
    Z, A = (rng.standard_normal(shape, dtype=np.float32) for shape in ((size, rank), (rank, size)))
    X = Z @ A + 0.3 * math.sqrt(rank) * rng.standard_normal((size, size), dtype=np.float32)
    layer = Layer(rng.standard_normal((size, size), dtype=np.float32), X)
    hessian(layer)
    return layer


def plain(layer: Layer, H: np.ndarray) -> np.ndarray:
    """Codes by the loop as it is usually written: inverse, Cholesky, all columns updated at each step."""
    W, largest = layer.W.copy(), 2 ** (CONFIG.bits - 1) - 1
    scale = np.abs(W).max(axis=1) / largest
    U = np.linalg.cholesky(np.linalg.inv(H + CONFIG.damp * np.diag(H).mean() * np.eye(len(H)))).T
    codes = np.empty_like(W)
    for j in range(len(H)):
        codes[:, j] = np.clip(np.rint(W[:, j] / scale), -largest, largest)
        error = (W[:, j] - codes[:, j] * scale) / U[j, j]
        W[:, j:] -= np.outer(error, U[j, j:])
    return codes


def runs_of(layer: Layer) -> dict[str, Callable[[], Any]]:
    """What is compared at this size; each gives back codes, or something that has them."""
    H = hessian(layer)
    runs: dict[str, Callable[[], Any]] = {
        LAZY: lambda: gptq(layer, CONFIG),
        FLOAT64: lambda: fast_gptq(layer, CONFIG),
        MIXED: lambda: fast_gptq(layer, CONFIG, "mixed"),
    }
    return runs if layer.inp >= PLAIN_NEVER else {PLAIN: lambda: plain(layer, H), **runs}


def best_times(runs: dict[str, Callable[[], Any]], size: int, clock: Clock) -> dict[str, float]:
    """Seconds of each run at its best; they take turns, so that a busy moment meets all of them."""
    once = {name for name, limit in ((PLAIN, PLAIN_ONCE), (LAZY, LAZY_ONCE)) if size >= limit}
    best = dict.fromkeys(runs, math.inf)
    for turn in range(max(4, min(20, 8192 // size))):
        for name in [name for name in runs if not (turn and name in once)]:
            # The product anew before each: the bound is what the machine gives at its best.
            for timed in (PRODUCT, name):
                start = clock()
                runs[timed]()
                best[timed] = min(best[timed], clock() - start)
    return best


def examined(run: Callable[[], Any]) -> tuple[np.ndarray, int]:
    """Codes, and most bytes held at once, without those of the layer."""
    tracemalloc.start()
    found = run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return getattr(found, "codes", found), peak


def to_reach(name: str, size: int) -> str:
    """The ratio to the bound that is asked for."""
    asked = {FLOAT64: (3.0, 2.2), MIXED: (2.0, 1.5)}.get(name)
    return f"≤ {asked[size >= 2048]}" if asked and size >= 1024 else ""


def table(size: int, clock: Clock) -> dict[str, float]:
    """Print the rows of one size; give back the times."""
    layer = layer_of(size)
    runs = runs_of(layer)
    A = np.random.default_rng(0).standard_normal((min(size, 2048),) * 2)
    product = np.empty_like(A)
    times = best_times({PRODUCT: lambda: np.matmul(A, A, out=product), **runs}, size, clock)
    rate = 2 * len(A) ** 3 / times.pop(PRODUCT)
    bound = 4 / 3 * size**3 / rate
    print(f"{size:>5}  {'bound':<14}{1000 * bound:>12.1f}   at {rate / 1e9:.1f} Gflop/s")
    codes, loop = gptq(layer, CONFIG).codes, times.get(PLAIN)
    for name, spent in times.items():
        cells = [f"{1000 * spent:.1f}", f"{spent / bound:.2f}", to_reach(name, size)]
        cells.append(f"{loop / spent:.1f}" if loop else "")
        if name != PLAIN or size < PLAIN_ONCE:
            found, peak = examined(runs[name])
            cells += [f"{peak / layer.W.nbytes:.2f} W", str(np.count_nonzero(found != codes))]
        print(f"{size:>5}  {name:<14}" + "".join(f"{cell:>12}" for cell in cells), flush=True)
    if loop is None:
        print(f"{size:>5}  {PLAIN:<14}    left out: it would take minutes")
    return times


def growth(times: dict[int, dict[str, float]]) -> None:
    """Print the power of the size that each time grows with, between neighbouring sizes."""
    sizes = sorted(times)
    print("growth: time ~ size to the power of")
    for name in (PLAIN, LAZY, FLOAT64, MIXED):
        powers = [
            f"{math.log(times[b][name] / times[a][name]) / math.log(b / a):.2f} ({a} to {b})"
            for a, b in itertools.pairwise(sizes)
            if name in times[b]
        ]
        print(f"       {name:<14}{', '.join(powers)}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", default=SIZES, help="columns and rows of the layers, separated by commas")
    parser.add_argument("--threads", type=int, default=1, help="BLAS threads, for the bound too")
    asked = parser.parse_args()
    sizes = [int(size) for size in asked.sizes.split(",")]
    # On one thread its own CPU time, which other programs disturb less.
    clock = time.process_time if asked.threads == 1 else time.perf_counter
    print(f"square, {CONFIG.bits} bits, no groups; BLAS threads: {asked.threads}; {clock.__name__}, H formed")
    print("memory without the layer: to reach ≤ 8 W (6 W + 2 H); plain / it: to reach ≥ 15 at 1024")
    print(f"{'size':>5}  {'':<14}" + "".join(f"{name:>12}" for name in HEAD))
    with threadpool_limits(asked.threads, user_api="blas"):
        growth({size: table(size, clock) for size in sizes})


if __name__ == "__main__":
    main()
