"""Settings check themselves and can key a cache."""

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given

from gptq_viz.numerics import ALLOWED_BITS, GRIDS, SCALES, GPTQConfig, Layer, gptq
from tests.numerics.strategies import configs, layers


def test_defaults_are_the_classroom_ones() -> None:
    config = GPTQConfig()
    assert (config.bits, config.grid, config.group, config.scales) == (3, "symmetric", None, "updated")
    assert (config.damp, config.act_order, config.block) == (0.01, False, 128)


def test_allowed_values_are_named_once() -> None:
    assert ALLOWED_BITS == (2, 3, 4, 5, 6, 8)
    assert GRIDS == ("symmetric", "asymmetric", "reference")
    assert SCALES == ("updated", "static", "reference")


def test_equal_settings_are_one_key() -> None:
    assert {GPTQConfig(bits=4, group=8): "found"}[GPTQConfig(group=8, bits=4)] == "found"
    assert GPTQConfig(bits=4) != GPTQConfig(bits=3)


def test_settings_cannot_be_changed() -> None:
    config = GPTQConfig()
    with pytest.raises(FrozenInstanceError):
        config.bits = 4


@pytest.mark.parametrize("group", [None, 1, 7, 17, 53, 10_000])
def test_any_positive_group_is_taken(group: int | None) -> None:
    assert GPTQConfig(group=group).group == group


@pytest.mark.parametrize("damp", [0, 0.0, 1e-8, 100, 1e13])
def test_any_damping_from_zero_up_is_taken(damp: float) -> None:
    assert GPTQConfig(damp=damp).damp == damp


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bits", 1),
        ("bits", 7),
        ("bits", 16),
        ("bits", "3"),
        ("bits", 3.5),
        ("grid", "sym"),
        ("grid", None),
        ("scales", "dynamic"),
        ("group", 0),
        ("group", -1),
        ("group", 2.5),
        ("damp", -0.01),
        ("damp", float("nan")),
        ("damp", float("inf")),
        ("damp", "much"),
        ("block", 0),
        ("block", -128),
        ("block", 1.5),
        ("act_order", "yes"),
    ],
)
def test_a_bad_value_is_refused_by_name_and_shown(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=name) as caught:
        GPTQConfig(**{name: value})
    assert str(value) in str(caught.value)


@given(layers(), configs())
def test_groups_are_as_many_as_in_a_run(layer: Layer, config: GPTQConfig) -> None:
    assert config.group_count(layer.inp) == gptq(layer, config).scale.shape[1]


@pytest.mark.parametrize(
    ("scales", "seen"), [("updated", [0, 4, 5, 13]), ("static", [0, 0, 0, 0]), ("reference", [0, 0, 5, 10])]
)
def test_scales_see_all_finished_steps_or_none_or_those_before_the_block(
    scales: str, seen: list[int]
) -> None:
    config = GPTQConfig(scales=scales, block=5)
    assert [config.seen_steps(step) for step in (0, 4, 5, 13)] == seen
