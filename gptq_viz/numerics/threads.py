"""One BLAS thread for small matrices: with two, a 512x512 layer took twice as long."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from threading import RLock
from typing import Any, TypeVar, cast

from threadpoolctl import ThreadpoolController

from gptq_viz.numerics.layer import Layer

Run = TypeVar("Run", bound=Callable[..., Any])
SMALL = 1024  # inputs; from here on two threads are faster

# The number of threads is global to the process. Runs that overlap would each restore what they found, and
# could leave it at 1 for good; so small runs, a few milliseconds each, take turns.
_TURN = RLock()


@cache
def _controller() -> ThreadpoolController:
    """Found once: looking for the loaded BLAS libraries takes longer than a small run."""
    return ThreadpoolController()


def one_blas_thread(run: Run) -> Run:
    """`run(layer, …)`, with the matrix products of small layers on one thread."""

    @wraps(run)
    def limited(layer: Layer, *args: Any, **kwargs: Any) -> Any:
        if layer.inp >= SMALL:
            return run(layer, *args, **kwargs)
        with _TURN, _controller().limit(limits=1, user_api="blas"):
            return run(layer, *args, **kwargs)

    return cast(Run, limited)
