from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import product
from typing import Any

import numpy as np
import pytest

from gptq_viz.numerics import (
    GPTQConfig,
    SweepTable,
    example_layer,
    frozen_inverse,
    gptq,
    output_error,
    rtn,
    sweep,
)
from gptq_viz.numerics.sweeps.runs import Job
from tests.numerics.sweeps.tables import assert_same

RUN = {"rtn": rtn, "frozen": frozen_inverse, "gptq": gptq}
SMALL: dict[str, Any] = {"out": 6, "inp": 12, "n": 40}
GRID = {"bits": [2, 3, 4], "damp": [0.01, 0.1]}


def assert_as_computed_directly(table: SweepTable, data: dict[str, Any]) -> None:
    """Every row is what the functions for one run give."""
    names = [name for name in table if name not in ("seed", "method", "error", "calibration_error")]
    for i in range(len(table["seed"])):
        settings = data | {name: table[name].tolist()[i] for name in names}
        layer = {name: settings.pop(name) for name in ("data", "out", "inp", "n")}
        drawn = example_layer(**layer, seed=int(table["seed"][i]))
        run = RUN[str(table["method"][i])](drawn, GPTQConfig(**settings))
        for column, X in (("error", drawn.X_test), ("calibration_error", drawn.X)):
            expected = output_error(drawn.W, run.quantized, X)
            assert table[column][i] == pytest.approx(expected, rel=1e-9, nan_ok=True), (settings, column)


@pytest.mark.parametrize("data", ["factor", "ar1", "outliers", "dead", "shift", "digits2"])
def test_errors_are_those_of_single_runs(data: str) -> None:
    base = {"data": data, "out": 6, "inp": 20, "n": 60}
    grid = {
        "bits": [2, 4],
        "grid": ["symmetric", "asymmetric", "reference"],
        "group": [None, 8],
        "scales": ["updated", "static", "reference"],
        "act_order": [False, True],
    }
    table = sweep(base, grid, [0], methods=["rtn", "frozen", "gptq"])
    assert len(table["seed"]) == 3 * 72
    assert_as_computed_directly(table, base)


def test_errors_are_those_of_single_runs_where_the_layer_varies() -> None:
    grid = {
        "data": ["factor", "white", "digits3"],
        "out": [1, 5],
        "inp": [2, 9],
        "n": [1, 9, 30],
        "damp": [1e-6, 1],
    }
    table = sweep({}, grid, [3])
    assert len(table["seed"]) == 2 * 72
    assert_as_computed_directly(table, {})


def test_tiny_errors_around_as_many_samples_as_columns_are_exact_too() -> None:
    base = {"data": "factor", "out": 8, "inp": 24, "damp": 1e-9, "bits": 8}
    table = sweep(base, {"n": [1, 2, 23, 24, 25]}, range(3))
    assert table["calibration_error"].min() < 1e-6
    assert_as_computed_directly(table, base)


def test_errors_are_those_of_single_runs_beyond_the_sizes_of_the_app() -> None:
    base = {"data": "factor", "out": 4, "inp": 300, "n": 600}
    table = sweep(base, {"group": [None, 64], "act_order": [False, True]}, [0], methods=RUN)
    assert_as_computed_directly(table, base)


def test_the_table_has_a_row_for_every_setting_seed_and_method_in_order() -> None:
    table = sweep(SMALL, GRID, [5, 2])
    assert list(table) == ["bits", "damp", "seed", "method", "error", "calibration_error"]
    rows = list(zip(*(table[name].tolist() for name in ("bits", "damp", "seed", "method")), strict=True))
    assert rows == list(product([2, 3, 4], [0.01, 0.1], [5, 2], ["rtn", "gptq"]))
    assert (table.skipped, table.failed) == ((), ())


def test_columns_have_the_types_of_their_settings_even_without_rows() -> None:
    grid = {"data": ["factor"], "group": [None, 8], "act_order": [True], "damp": [0.0], "bits": [3]}
    full, empty = (sweep({"inp": 8}, {"n": [n], **grid}, [0]) for n in (16, 4))
    kinds = {"n": "i", "data": "U", "group": "O", "act_order": "b", "damp": "f", "bits": "i", "seed": "i"}
    kinds |= {"method": "U", "error": "f", "calibration_error": "f"}
    for table, rows in ((full, 4), (empty, 0)):
        assert {name: column.dtype.kind for name, column in table.items()} == kinds
        assert {len(column) for column in table.values()} == {rows}
    assert full["group"].tolist() == [None, None, 8, 8]


def test_impossible_combinations_are_skipped_and_listed_with_their_reason() -> None:
    table = sweep({"inp": 16}, {"n": [8, 64], "damp": [0.0, 0.01], "bits": [3, 7]}, range(2))
    assert len(table["seed"]) == 3 * 2 * 2
    listed = {
        (skipped.values["n"], skipped.values["damp"], skipped.values["bits"]) for skipped in table.skipped
    }
    assert listed == {(8, 0.0, 3), (8, 0.0, 7), (8, 0.01, 7), (64, 0.0, 7), (64, 0.01, 7)}
    assert all(skipped.reason and "seed" not in skipped.values for skipped in table.skipped)


def test_what_only_the_run_can_tell_is_skipped_too() -> None:
    # How many pixels are dead depends on the images that are drawn, and is part of the reason.
    table = sweep({"data": "digits1", "inp": 64, "n": 20}, {"damp": [0.0, 0.01]}, range(3))
    assert [dict(skipped.values) for skipped in table.skipped] == [{"damp": 0.0, "seed": s} for s in range(3)]
    assert all("fewer samples (20) than columns that are not dead" in each.reason for each in table.skipped)
    assert set(table["damp"]) == {0.01}


def test_one_reason_for_all_seeds_is_listed_once() -> None:
    table = sweep({"data": "dead", "inp": 16, "damp": 0.0}, {"n": [4, 64]}, range(3))
    [skipped] = table.skipped
    assert skipped.values == {"n": 4}
    assert "fewer samples (4) than columns that are not dead (14)" in skipped.reason
    assert table["n"].tolist() == [64] * 6


def test_progress_counts_runs_up_to_all_of_them() -> None:
    seen: list[tuple[int, int]] = []
    sweep(SMALL, GRID, range(20), progress=lambda done, total: seen.append((done, total)))
    assert len(seen) > 1
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})
    assert {total for _, total in seen} == {120}
    assert seen[-1] == (120, 120)


def test_a_table_travels_with_what_is_missing_from_it() -> None:
    table = sweep({"inp": 16}, {"n": [8, 64], "damp": [0.0]}, [0])
    assert_same(pickle.loads(pickle.dumps(table)), table)


class Reversed(Executor):
    """Does the last job first, and only when its result is asked for: at the exit from `submit` of all."""

    def __init__(self, jobs: int) -> None:
        self._left = jobs
        self._calls: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._calls.append((future, lambda: function(*arguments, **keywords)))
        self._left -= 1
        if not self._left:
            for waiting, call in reversed(self._calls):
                waiting.set_result(call())
        return future


def test_rows_come_in_the_same_order_whoever_is_ready_first() -> None:
    expected = sweep(SMALL, GRID, range(20))
    jobs = len(module().plan_sweep(SMALL, GRID, range(20)).jobs)
    assert jobs > 2
    assert_same(sweep(SMALL, GRID, range(20), executor=Reversed(jobs)), expected)
    with ThreadPoolExecutor(3) as threads:
        assert_same(sweep(SMALL, GRID, range(20), executor=threads), expected)


class Failing(Executor):
    """Fails a job that holds one of some seeds, for the first `times` times."""

    def __init__(self, seeds: Iterable[int], times: int, lost: bool = False) -> None:
        self.seeds, self.times, self.lost = set(seeds), times, lost
        self.failures = 0

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Future[Any]:
        future: Future[Any] = Future()
        job: Job = arguments[0]
        if self.failures < self.times and self.seeds & {run.layer.seed for run in job.runs}:
            self.failures += 1
            if self.lost:
                raise BrokenExecutor("on purpose")
            future.set_exception(RuntimeError("on purpose"))
        else:
            future.set_result(function(*arguments, **keywords))
        return future


def test_an_executor_that_breaks_in_mid_sweep_leaves_no_run_undone() -> None:
    spawned = multiprocessing.get_context("spawn")
    # It may break before, between or after any of the jobs.
    with ProcessPoolExecutor(1, mp_context=spawned) as processes:
        processes.submit(os.kill, processes.submit(os.getpid).result(), signal.SIGKILL)
        table = sweep(SMALL, GRID, range(40), executor=processes)
    assert_same(table, sweep(SMALL, GRID, range(40)))


@pytest.mark.parametrize("lost", [False, True])
def test_a_job_that_fails_is_repeated(lost: bool) -> None:
    executor = Failing([3], times=1, lost=lost)
    assert_same(sweep(SMALL, GRID, range(5), executor=executor), sweep(SMALL, GRID, range(5)))
    assert executor.failures == 1


def test_runs_that_fail_again_are_reported_and_the_others_are_there() -> None:
    table = sweep(SMALL, GRID, range(5), executor=Failing([3], times=1000))
    expected = sweep(SMALL, GRID, [0, 1, 2, 4])
    for name, column in expected.items():
        np.testing.assert_array_equal(table[name], column)
    assert [dict(failed.values) for failed in table.failed] == [
        {"bits": bits, "damp": damp, "seed": 3} for bits, damp in product([2, 3, 4], [0.01, 0.1])
    ]
    assert {failed.reason for failed in table.failed} == {"on purpose"}


def test_a_run_that_fails_in_this_process_is_repeated_and_reported_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    work, calls = module().run_job, []

    def failing(job: Job) -> Any:
        calls.append(job)
        if any(run.layer.seed == 3 for run in job.runs):
            raise RuntimeError
        return work(job)

    monkeypatch.setattr(module(), "run_job", failing)
    table = sweep(SMALL, {"bits": [3]}, range(5))
    assert set(table["seed"]) == {0, 1, 2, 4}
    assert [(failed.values, failed.reason) for failed in table.failed] == [
        ({"bits": 3, "seed": 3}, "RuntimeError")
    ]
    assert sum(any(run.layer.seed == 3 for run in job.runs) for job in calls) == 2


def test_an_error_in_progress_ends_the_sweep_and_leaves_nothing_behind() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyError("enough")

    with ThreadPoolExecutor(1) as threads:
        futures: list[Future[Any]] = []
        submit = threads.submit

        def noted(*arguments: Any) -> Future[Any]:
            futures.append(submit(*arguments))
            return futures[-1]

        threads.submit = noted  # type: ignore[method-assign, assignment]
        with pytest.raises(KeyError, match="enough"):
            sweep(SMALL, GRID, range(40), executor=threads, progress=stop)
        assert all(future.done() for future in futures)
        assert any(future.cancelled() for future in futures)
    with pytest.raises(KeyError, match="enough"):
        sweep(SMALL, GRID, range(2), progress=stop)


def module() -> Any:
    """The module, whose name the function took over."""
    return sys.modules["gptq_viz.numerics.sweeps.sweep"]
