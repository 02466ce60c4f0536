"""Tables of kernels and of sources of scales."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.figures.group_words import g_idx_text, kernel_table, sources_table
from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.rulers import rulers_data
from gptq_viz.numerics import (
    SCALES,
    GPTQConfig,
    Layer,
    example_layer,
    gptq,
    kernel_reads,
    output_error,
    scale_sources,
    with_groups,
)
from gptq_viz.ui.presets import PRESETS, Preset

# act_order takes columns 3, 1, 2, 0, so the two groups alternate.
SMALL = Layer(np.ones((1, 4)), np.diag([1.0, 3.0, 2.0, 4.0]))


def test_what_a_kernel_reads_by_hand() -> None:
    table = kernel_table(kernel_reads(SMALL, GPTQConfig(group=2)), act_order=True, grouped=True)
    assert [row[:4] for row in table.rows] == [
        ("off", "none", "1", "–"),
        ("off", "of 2", "2", "–"),
        ("on", "none", "1", "–"),
        ("on", "of 2", "2", "4"),
    ]
    assert [row[4] for row in table.rows] == [
        "one scale",
        "the next scale every 2 columns: a column’s place tells its group",
        "one scale",
        "g_idx for every column, another scale 4 times",
    ]
    assert table.marked == 3


@pytest.mark.parametrize(
    ("act_order", "grouped", "row"), [(False, False, 0), (False, True, 1), (True, False, 2), (True, True, 3)]
)
def test_the_combination_of_the_settings_is_marked(act_order: bool, grouped: bool, row: int) -> None:
    assert kernel_table(kernel_reads(SMALL, GPTQConfig(group=2)), act_order, grouped).marked == row


def test_static_scales_need_no_g_idx() -> None:
    table = kernel_table(kernel_reads(SMALL, GPTQConfig(group=2, scales="static")), True, True)
    assert [row[3] for row in table.rows] == ["–"] * 4


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_errors_and_other_codes_on_every_preset_are_those_of_the_runs(preset: Preset) -> None:
    settings = preset.settings
    layer = example_layer(*settings.layer_key)
    config = with_groups(layer.inp, settings.config)
    sources = scale_sources(layer, config)
    table = sources_table(sources, rulers_data(sources, 1, 0), settings.scales)
    runs = {
        scales: gptq(
            layer,
            GPTQConfig(config.bits, config.grid, config.group, scales, config.damp, config.act_order),
        )
        for scales in SCALES
    }
    for row, (scales, run) in zip(table.rows, runs.items(), strict=True):
        differing = int((run.codes != runs["updated"].codes).sum())
        assert row[0] == scales
        assert row[3] == three_digits(output_error(layer.W, run.quantized, layer.X_test))
        assert row[4] == three_digits(output_error(layer.W, run.quantized, layer.X))
        assert row[5] == ("–" if scales == "updated" else str(differing))
    assert table.rows[table.marked][0] == settings.scales


def test_g_idx_is_python() -> None:
    g_idx = gptq(example_layer("factor", 4, 32, 64, 0), GPTQConfig(group=8, act_order=True)).g_idx
    scope: dict[str, list[int]] = {}
    exec(g_idx_text(g_idx.tolist()), scope)
    assert scope["g_idx"] == g_idx.tolist()
