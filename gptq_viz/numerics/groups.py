"""Groups for the pictures of groups, also where the settings have none."""

from __future__ import annotations

from dataclasses import replace

from gptq_viz.numerics.config import GPTQConfig

USUAL_GROUP = 8


def with_groups(inp: int, config: GPTQConfig) -> GPTQConfig:
    """The config if it divides a layer of `inp` columns into several groups, else one that does.

    That has groups of 8 columns; in a layer no wider than that, of half its columns.

    Examples
    --------
    >>> with_groups(64, GPTQConfig(group=32)).group, with_groups(64, GPTQConfig()).group
    (32, 8)
    >>> with_groups(16, GPTQConfig(group=128)).group, with_groups(5, GPTQConfig(group=8)).group
    (8, 3)
    """
    if config.group_count(inp) > 1:
        return config
    return replace(config, group=USUAL_GROUP if inp > USUAL_GROUP else -(-inp // 2))
