"""BLAS threads are limited inside a run of a small layer, and given back afterwards."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Any

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from gptq_viz.numerics import GPTQConfig, Layer
from gptq_viz.numerics.threads import SMALL, one_blas_thread

SMALL_LAYER = Layer(np.ones((1, SMALL - 1)), np.ones((1, SMALL - 1)))
WIDE_LAYER = Layer(np.ones((1, SMALL)), np.ones((1, SMALL)))


def blas_threads() -> set[int]:
    """Threads of every BLAS that is loaded."""
    return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}


@one_blas_thread
def run(layer: Layer, config: GPTQConfig) -> set[int]:
    """Threads in the midst of a run."""
    return blas_threads()


def in_a_thread_of_its_own(work: Callable[[], Any]) -> Any:
    """What `work` returns, done by a thread that has ended since."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def test_a_small_run_has_one_thread_and_gives_the_others_back() -> None:
    with threadpool_limits(2, user_api="blas"):
        assert blas_threads() == {2}
        assert run(SMALL_LAYER, GPTQConfig()) == {1}
        assert blas_threads() == {2}


def test_a_wide_run_keeps_its_threads() -> None:
    with threadpool_limits(2, user_api="blas"):
        assert run(WIDE_LAYER, GPTQConfig()) == {2}


def test_a_run_that_fails_gives_them_back_too() -> None:
    @one_blas_thread
    def fail(layer: Layer, config: GPTQConfig) -> None:
        raise RuntimeError("on purpose")

    with threadpool_limits(2, user_api="blas"):
        with pytest.raises(RuntimeError, match="on purpose"):
            fail(SMALL_LAYER, GPTQConfig())
        assert blas_threads() == {2}


def test_runs_of_several_threads_take_turns_and_give_them_back() -> None:
    inside: list[int] = []
    together: list[int] = []

    @one_blas_thread
    def linger(layer: Layer, config: GPTQConfig) -> set[int]:
        inside.append(1)
        together.append(len(inside))
        sleep(0.01)
        inside.pop()
        return blas_threads()

    # This thread has limited them before, and lives on.
    run(SMALL_LAYER, GPTQConfig())
    # Set by a thread that has ended: a living one would keep the others from setting theirs.
    before = in_a_thread_of_its_own(lambda: threadpool_limits(2, user_api="blas"))
    try:
        with ThreadPoolExecutor(4) as pool:
            runs = [pool.submit(linger, SMALL_LAYER, GPTQConfig()) for _ in range(8)]
            assert [found.result() for found in runs] == [{1}] * 8
        assert together == [1] * 8
        assert blas_threads() == {2}
    finally:
        in_a_thread_of_its_own(before.restore_original_limits)
