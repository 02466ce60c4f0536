from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import EXAMPLES, example_layer, race
from gptq_viz.ui.settings import FIELDS, Settings

BITS = (2, 3, 4, 5, 6, 8)


def settings() -> st.SearchStrategy[Settings]:
    """Every setting that the controls or a link can make."""
    return st.builds(
        Settings,
        data=st.sampled_from(EXAMPLES),
        out=st.integers(1, 256),
        inp=st.integers(2, 256),
        n=st.integers(1, 8192),
        seed=st.integers(0, 9999),
        bits=st.sampled_from(BITS),
        grid=st.sampled_from(["symmetric", "asymmetric", "reference"]),
        group=st.sampled_from([None, 8, 16, 32, 64, 128]),
        scales=st.sampled_from(["updated", "static", "reference"]),
        damp=st.floats(0, 100),
        act_order=st.booleans(),
    )


def test_defaults_are_the_classroom_layer() -> None:
    assert (Settings().data, Settings().out, Settings().inp, Settings().n) == ("factor", 8, 16, 256)
    assert (Settings().bits, Settings().grid, Settings().group) == (3, "symmetric", None)
    assert (Settings().scales, Settings().damp, Settings().act_order) == ("updated", 0.01, False)


def test_default_seed_gives_a_typical_picture() -> None:
    """Within a quarter of the means of 150 seeds, with a ratio near the median: typical, not lucky."""
    default, means = Settings(), {"rtn": 0.041, "gptq": 0.014, "frozen": 0.0215}
    layer = example_layer(*default.layer_key)
    errors = {name: curve[-1] for name, curve in race(layer, default.config).held_out.items()}
    for name, mean in means.items():
        assert errors[name] == pytest.approx(mean, rel=0.25)
    assert 2.7 < errors["rtn"] / errors["gptq"] < 3.5
    ordered = race(layer, replace(default, act_order=True).config)
    assert ordered.held_out["gptq"][-1] == pytest.approx(0.0099, rel=0.25)


def test_settings_are_frozen_and_hash_by_value() -> None:
    assert hash(Settings(bits=2)) == hash(Settings(bits=2))
    assert len({Settings(), Settings(bits=3), Settings(bits=2)}) == 2
    with pytest.raises(FrozenInstanceError):
        Settings().bits = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("data", "teacher1"),
        ("data", "own"),
        ("out", 0),
        ("out", 257),
        ("inp", 1),
        ("n", 8193),
        ("seed", -1),
        ("seed", 3.0),
        ("seed", True),
        ("bits", 7),
        ("bits", 3.0),
        ("bits", np.int64(3)),
        ("grid", "Symmetric"),
        ("group", 7),
        ("group", "none"),
        ("scales", ""),
        ("damp", -1e-9),
        ("damp", 100.1),
        ("damp", float("nan")),
        ("damp", "0.01"),
        ("act_order", 1),
    ],
)
def test_a_value_that_is_not_allowed_is_named(key: str, value: object) -> None:
    with pytest.raises(ValueError, match=rf"^{key} must be "):
        Settings(**{key: value})


def test_whole_damping_is_the_same_setting_as_its_float() -> None:
    assert Settings(damp=1) == Settings(damp=1.0)
    assert Settings(damp=1).texts == Settings(damp=1.0).texts == {"damp": "1"}


@given(settings())
def test_every_text_reads_back_to_its_value(one: Settings) -> None:
    values = {key: FIELDS[key].read(text) for key, text in one.texts.items()}
    assert Settings(**values) == one


@given(settings())
def test_texts_name_what_differs_from_the_default_and_nothing_else(one: Settings) -> None:
    changed = {field.name for field in fields(one) if getattr(one, field.name) != field.default}
    assert set(one.texts) == changed


def test_the_layer_depends_on_its_own_part_of_the_settings_only() -> None:
    assert Settings().layer_key == Settings(bits=2, damp=1.0, act_order=True, group=8).layer_key
    assert Settings().layer_key != Settings(seed=0).layer_key


def test_config_takes_over_every_setting_of_the_run() -> None:
    one = Settings(bits=4, grid="reference", group=8, scales="static", damp=0.5, act_order=True)
    config = one.config
    assert (config.bits, config.grid, config.group) == (4, "reference", 8)
    assert (config.scales, config.damp, config.act_order) == ("static", 0.5, True)
