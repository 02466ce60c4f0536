"""What a block changes, as lines and in a sentence."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from gptq_viz.figures.block_lines import (
    BlockLines,
    block_effect_data,
    block_lines_data,
    block_lines_figure,
    block_lines_text,
)
from gptq_viz.figures.group_words import block_sentence
from gptq_viz.numerics import GRIDS, SCALES, GPTQConfig, example_layer, gptq, race, scale_sources, with_groups
from gptq_viz.theme import DARK, LIGHT, NORMAL, Palette
from gptq_viz.ui.presets import PRESETS, Preset
from gptq_viz.ui.settings import Settings


def said(preset: Preset, block: int) -> tuple[str, dict[str, float]]:
    """The sentence on a preset, and the shares that differ from blocks of one column, counted here."""
    settings = preset.settings
    layer = example_layer(*settings.layer_key)
    config = with_groups(layer.inp, settings.config)
    runs = {
        (scales, size): gptq(
            layer,
            GPTQConfig(
                settings.bits, settings.grid, config.group, scales, settings.damp, settings.act_order, size
            ),
        ).codes
        for scales in SCALES
        for size in (1, block)
    }
    shares = {scales: float(np.mean(runs[scales, 1] != runs[scales, block])) for scales in SCALES}
    lines = block_lines_data(block_effect_data(race(layer, settings.config)), block)
    for scales in SCALES:
        assert lines.share(scales) == shares[scales]
    chosen = GPTQConfig(
        settings.bits, settings.grid, config.group, settings.scales, settings.damp, settings.act_order, block
    )
    return block_sentence(lines, scale_sources(layer, chosen)), shares


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_with_reference_scales_blocks_of_128_change_codes_on_every_preset(preset: Preset) -> None:
    sentence, shares = said(preset, 128)
    assert shares["updated"] == shares["static"] == 0 < shares["reference"]
    assert sentence.startswith("Blocks of 128 change ")
    assert (
        "With updated and static scales they change no code. Other codes are codes unlike those of "
        in sentence
    )
    # No wider than a block: the copy is never brought up to date. act_order forms other groups.
    assert ("here those of the start, as static ones do" in sentence) == (not preset.settings.act_order)


@pytest.mark.parametrize("block", [1, 2, 8])
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_blocks_that_begin_with_every_group_change_nothing_and_the_reason_is_given(
    preset: Preset, block: int
) -> None:
    sentence, shares = said(preset, block)
    assert set(shares.values()) == {0.0}
    assert f"Blocks of {block} change no code" in sentence
    assert "every group begins with a block" in sentence


@pytest.mark.parametrize("seed", [0, 1, 2, Settings().seed])
@pytest.mark.parametrize("grid", GRIDS)
def test_on_every_grid_only_reference_scales_feel_the_block(grid: str, seed: int) -> None:
    layer = example_layer("outliers", 16, 32, 256, seed)
    effect = block_effect_data(race(layer, GPTQConfig(bits=2, grid=grid, group=8)))
    assert not effect.changed["updated"].any()
    assert not effect.changed["static"].any()
    assert effect.changed["reference"].any()


def test_names_of_lines_that_end_close_to_each_other_do_not_overlap() -> None:
    blocks = (1, 128)
    for ends, labels in (((0.01, 0.0, 0.16), 2), ((0.0, 0.0, 0.0), 1), ((0.08, 0.0, 0.16), 3)):
        changed = {name: np.array([0.0, end]) for name, end in zip(SCALES, ends, strict=True)}
        names = block_lines_figure(BlockLines(blocks, changed, 1), LIGHT, NORMAL).layout.annotations
        assert len(names) == labels
        heights = sorted(name.y for name in names)
        assert all(high - low > 0.03 for low, high in pairwise(heights))


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_a_line_for_each_source_with_a_dash_a_mark_and_a_name(palette: Palette) -> None:
    effect = block_effect_data(race(example_layer("factor", 8, 32, 128, 0), GPTQConfig(group=8)))
    figure = block_lines_figure(block_lines_data(effect, 32), palette, NORMAL)
    for name, line in zip(SCALES, figure.data, strict=True):
        assert list(line.y) == list(effect.changed[name])
    assert len({line.line.dash for line in figure.data}) == 3
    assert len({line.marker.symbol for line in figure.data}) == 3
    names = " ".join(note.text for note in figure.layout.annotations)
    assert all(f"{sign} {name}" in names for sign, name in zip("●□◆", SCALES, strict=True))
    [chosen] = figure.layout.shapes
    assert figure.layout.xaxis.ticktext[chosen.x0] == "32"


def test_the_text_has_the_shares() -> None:
    effect = block_effect_data(race(example_layer("factor", 8, 32, 128, 0), GPTQConfig(group=8)))
    text = block_lines_text(block_lines_data(effect, 8))
    share = effect.changed["reference"][-1]
    assert "with blocks of 8: updated 0 %" in text
    assert f"reference 0 %, with blocks of 128 {100 * share:.0f} %" in text
