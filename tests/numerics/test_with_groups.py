"""Settings whose groups can be shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.numerics import GPTQConfig, with_groups
from tests.numerics.strategies import configs


@given(st.integers(2, 300), configs())
def test_a_layer_of_two_columns_or_more_gets_several_groups_and_nothing_else_changes(
    inp: int, config: GPTQConfig
) -> None:
    shown = with_groups(inp, config)
    assert shown.group is not None
    assert shown.group < inp
    rest = [(c.bits, c.grid, c.scales, c.damp, c.act_order, c.block) for c in (shown, config)]
    assert rest[0] == rest[1]
    if config.group is not None and config.group < inp:
        assert shown == config


@pytest.mark.parametrize(("inp", "group"), [(256, 8), (9, 8), (8, 4), (5, 3), (3, 2), (2, 1), (1, 1)])
def test_groups_of_eight_or_half_of_a_narrow_layer(inp: int, group: int) -> None:
    assert with_groups(inp, GPTQConfig()).group == group
