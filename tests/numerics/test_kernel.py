"""What a kernel has to read, against the g_idx of real runs and a walk along the columns."""

from dataclasses import replace

import numpy as np
from hypothesis import given

from gptq_viz.numerics import GPTQConfig, Layer, example_layer, gptq, kernel_reads
from tests.numerics.strategies import configs, layers


@given(layers(), configs())
def test_the_four_combinations_have_the_g_idx_of_their_runs(layer: Layer, config: GPTQConfig) -> None:
    found = kernel_reads(layer, config)
    assert [(reads.act_order, reads.group is None) for reads in found] == [
        (False, True),
        (False, False),
        (True, True),
        (True, False),
    ]
    for reads in found:
        trace = gptq(layer, replace(config, act_order=reads.act_order, group=reads.group))
        assert np.array_equal(reads.g_idx, trace.g_idx)
        assert reads.groups == trace.scale.shape[1]


def test_reads_by_hand() -> None:
    """Loudness 1, 3, 2, 4: act_order takes columns 3, 1, then 2, 0, so the groups alternate."""
    layer = Layer(np.ones((1, 4)), np.diag([1.0, 3.0, 2.0, 4.0]))
    none, groups, ordered, scattered = kernel_reads(layer, GPTQConfig(group=2))
    assert groups.g_idx.tolist() == [0, 0, 1, 1]
    assert scattered.g_idx.tolist() == [1, 0, 1, 0]
    assert [reads.scale_reads for reads in (none, groups, ordered, scattered)] == [1, 2, 1, 4]
    assert [reads.index_reads for reads in (none, groups, ordered, scattered)] == [0, 0, 0, 4]


def test_static_scales_keep_the_groups_together_under_act_order() -> None:
    layer = Layer(np.ones((1, 4)), np.diag([1.0, 3.0, 2.0, 4.0]))
    scattered = kernel_reads(layer, GPTQConfig(group=2, scales="static"))[3]
    assert scattered.g_idx.tolist() == [0, 0, 1, 1]
    assert (scattered.scale_reads, scattered.index_reads) == (2, 0)


def test_settings_without_groups_are_shown_beside_groups_of_eight() -> None:
    found = kernel_reads(example_layer("factor", 4, 64, 128, 0), GPTQConfig())
    assert [reads.group for reads in found] == [None, 8, None, 8]
    assert found[1].scale_reads == found[1].groups == 8
    assert found[3].scale_reads > 4 * found[3].groups
