from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gptq_viz.ui import cached
from gptq_viz.ui.settings import Settings

SMALL = Settings(out=2, inp=4, n=8)


@pytest.fixture(autouse=True)
def empty_caches() -> None:
    for function in (cached.payload, cached.race, cached._layer):
        function.clear()


def test_the_same_settings_are_answered_from_the_cache() -> None:
    assert cached.payload(SMALL) is cached.payload(replace(SMALL))
    assert cached.race(SMALL) is cached.race(replace(SMALL))


def test_another_setting_is_another_run() -> None:
    assert cached.payload(SMALL) != cached.payload(replace(SMALL, bits=2))


def test_runs_that_differ_in_how_they_quantize_share_their_layer() -> None:
    assert cached.race(SMALL).layer is cached.race(replace(SMALL, bits=2)).layer


def test_what_is_shared_by_all_visitors_cannot_be_written() -> None:
    race = cached.race(SMALL)
    for array in (race.layer.W, race.layer.X, race.traces["gptq"].Q, race.held_out["gptq"]):
        with pytest.raises(ValueError, match="read-only"):
            np.asarray(array)[..., 0] = 0


def test_caches_forget_the_oldest_run() -> None:
    first = cached.payload(SMALL)
    races = cached.race(SMALL)
    for seed in range(cached.PAYLOADS):
        cached.payload(replace(SMALL, seed=seed))
    assert cached.payload(SMALL) == first
    assert cached.payload(SMALL) is not first
    assert cached.race(SMALL) is not races


def test_settings_that_cannot_be_run_say_so_each_time() -> None:
    singular = replace(SMALL, n=1, damp=0.0)
    for _ in range(2):
        with pytest.raises(cached.NoRunError, match="H is singular"):
            cached.payload(singular)
