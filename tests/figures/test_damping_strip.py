"""U under more and more damping, and the sentence about its limit."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.figures.damping_remarks import damping_sentence
from gptq_viz.figures.damping_strip import damping_strip_data, damping_strip_figure, damping_strip_text
from gptq_viz.numerics import DAMPS, GPTQConfig, damping_strip, example_layer, gptq, rtn
from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Palette, Sizes
from gptq_viz.ui.presets import PRESETS, Preset

INFINITE = 1e15
UNEQUAL = GPTQConfig(group=8, act_order=True, damp=INFINITE)


def test_every_panel_is_u_of_its_damping_with_its_off_diagonal_mass() -> None:
    layer = example_layer("factor", 8, 16, 256, 75)
    H = 2 * layer.X.T @ layer.X / layer.n
    multiples = damping_strip_data(damping_strip(layer, GPTQConfig()))
    assert [multiple.damp for multiple in multiples] == ["1e-6", "1e-4", "0.01", "0.1", "1", "10", "100"]
    for damp, multiple in zip(DAMPS, multiples, strict=True):
        damped = H + damp * np.trace(H) / 16 * np.eye(16)
        U = np.linalg.cholesky(np.linalg.inv(damped)).T
        np.testing.assert_allclose(multiple.F, U / np.diag(U)[:, None], rtol=1e-4, atol=1e-6)
        off = U - np.diag(np.diag(U))
        assert multiple.off_diagonal == pytest.approx(np.sum(off**2) / np.sum(U**2))


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("sizes", [NORMAL, PROJECTOR])
def test_each_panel_has_row_0_on_top_and_the_one_colour_range_that_the_sentence_names(
    palette: Palette, sizes: Sizes
) -> None:
    multiples = damping_strip_data(damping_strip(example_layer("ar1", 8, 16, 256, 75), GPTQConfig()))
    figure = damping_strip_figure(multiples, palette, sizes)
    assert [(panel.zmin, panel.zmax) for panel in figure.data] == [(-1, 1)] * len(multiples)
    assert "one colour range, 0 to 1" in damping_sentence(GPTQConfig())
    for number in ("", *range(2, 8)):
        assert figure.layout[f"yaxis{number}"].range == (15.5, -0.5)
    text = damping_strip_text(multiples)
    for multiple in multiples:
        assert any(f"<b>damp {multiple.damp}</b>" in note.text for note in figure.layout.annotations)
        assert f"{multiple.damp}: " in text


def test_a_damping_that_is_too_small_leaves_an_empty_panel_that_says_so() -> None:
    strip = damping_strip(example_layer("factor", 8, 16, 4, 75), GPTQConfig(), (0.0, 1.0))
    multiples = damping_strip_data(strip)
    figure = damping_strip_figure(multiples, LIGHT, NORMAL)
    assert len(figure.data) == 1
    assert any("singular" in note.text for note in figure.layout.annotations)
    assert "0: H is singular" in damping_strip_text(multiples)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_at_endless_damping_u_is_diagonal_and_gptq_is_rtn(preset: Preset) -> None:
    settings = preset.settings
    layer, now = example_layer(*settings.layer_key), settings.config
    config = GPTQConfig(now.bits, now.grid, now.group, now.scales, INFINITE, now.act_order)
    assert "GPTQ is RTN: nothing is spread any more." in damping_sentence(config)
    U = gptq(layer, config).U
    assert np.abs(U - np.diag(np.diag(U))).max() < 1e-12 * np.abs(U).max()
    np.testing.assert_array_equal(gptq(layer, config).codes, rtn(layer, config).codes)


def test_with_act_order_and_groups_the_sentence_names_the_one_difference_that_is_left() -> None:
    layer = example_layer("factor", 16, 32, 256, 75)
    assert "but for the groups" in damping_sentence(UNEQUAL)
    assert (gptq(layer, UNEQUAL).codes != rtn(layer, UNEQUAL).codes).any()
    static = GPTQConfig(group=8, act_order=True, damp=INFINITE, scales="static")
    assert "but for the groups" not in damping_sentence(static)
    np.testing.assert_array_equal(gptq(layer, static).codes, rtn(layer, static).codes)
