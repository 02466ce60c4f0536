"""One BLAS thread for small matrices: with two, a 512x512 layer took twice as long."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from threadpoolctl import ThreadpoolController

P = ParamSpec("P")
T = TypeVar("T")


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


def one_blas_thread(function: Callable[P, T]) -> Callable[P, T]:
    """`function`, running its matrix products on one thread."""

    @wraps(function)
    def limited(*args: P.args, **kwargs: P.kwargs) -> T:
        with _ONE_THREAD:
            return function(*args, **kwargs)

    return limited
