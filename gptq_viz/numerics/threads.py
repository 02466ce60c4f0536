"""One BLAS thread for small matrices: with two, a 512x512 layer took twice as long."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from threading import Lock
from typing import Any, TypeVar

from threadpoolctl import ThreadpoolController

from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.layer import Layer

T = TypeVar("T")
SMALL = 1024  # inputs; from here on two threads are faster


@cache
def _controller() -> ThreadpoolController:
    """Found once: looking for the loaded BLAS libraries takes longer than a small run."""
    return ThreadpoolController()


class _OneThread:
    """Lowers the number of BLAS threads while at least one caller is inside.

    The number is global to the process. Were each caller to restore what it found, two that overlap
    could leave it at 1 for good.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._inside = 0
        self._limit: Any = None

    def __enter__(self) -> None:
        with self._lock:
            if self._inside == 0:
                self._limit = _controller().limit(limits=1, user_api="blas")
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                self._limit.restore_original_limits()


_ONE_THREAD = _OneThread()


def one_blas_thread(run: Callable[[Layer, GPTQConfig], T]) -> Callable[[Layer, GPTQConfig], T]:
    """`run`, with the matrix products of small layers on one thread."""

    @wraps(run)
    def limited(layer: Layer, config: GPTQConfig) -> T:
        if layer.inp >= SMALL:
            return run(layer, config)
        with _ONE_THREAD:
            return run(layer, config)

    return limited
