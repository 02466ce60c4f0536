"""The chain from H to U: each panel against NumPy, one hover for all, and what is said of it."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.figures.chain import chain_data, chain_figure, chain_text
from gptq_viz.figures.remarks import chain_remarks
from gptq_viz.numerics import FactorChain, GPTQConfig, Layer, example_layer, factor_chain
from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Palette, Sizes


@pytest.fixture(scope="module")
def layer() -> Layer:
    return example_layer("factor", 8, 16, 256, 75)


@pytest.fixture(scope="module")
def chain(layer: Layer) -> FactorChain:
    return factor_chain(layer, GPTQConfig())


@pytest.mark.parametrize("act_order", [False, True])
def test_every_panel_is_the_matrix_that_its_title_says(layer: Layer, act_order: bool) -> None:
    H, damped, inverse, U = (
        panel.values for panel in chain_data(factor_chain(layer, GPTQConfig(act_order=act_order)))
    )
    gram = 2 * layer.X.T @ layer.X / layer.n
    order = np.argsort(-np.diag(gram), kind="stable") if act_order else np.arange(16)
    gram = gram[np.ix_(order, order)]
    expected = gram + 0.01 * np.diag(gram).mean() * np.eye(16)
    np.testing.assert_allclose(H, gram, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(damped, expected, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(inverse, np.linalg.inv(expected), rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(U, np.linalg.cholesky(np.linalg.inv(expected)).T, rtol=1e-4, atol=1e-6)


def test_the_fourth_panel_can_be_the_row_factor(chain: FactorChain) -> None:
    last = chain_data(chain, row_factor=True)[-1]
    U = np.linalg.cholesky(np.linalg.inv(chain.damped)).T
    np.testing.assert_allclose(last.values, U / np.diag(U)[:, None], rtol=1e-4, atol=1e-6)
    assert (last.name, last.made) == ("F", "U[j] / U[j, j]")


def test_h_and_damped_h_share_their_colours_and_every_entry_is_in_range(chain: FactorChain) -> None:
    panels = chain_data(chain)
    assert panels[0].limit == panels[1].limit == pytest.approx(np.abs(chain.damped).max())
    for panel in panels:
        assert np.abs(panel.values).max() <= panel.limit * (1 + 1e-6)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("sizes", [NORMAL, PROJECTOR])
@pytest.mark.parametrize("log", [False, True])
def test_row_0_is_on_top_and_all_panels_share_one_hover(
    chain: FactorChain, palette: Palette, sizes: Sizes, log: bool
) -> None:
    figure = chain_figure(chain_data(chain), palette, sizes, log=log)
    maps = [trace for trace in figure.data if trace.type == "heatmap"]
    assert [trace.yaxis for trace in maps] == ["y"] * 4  # shared rows are what one hover needs
    assert len({trace.xaxis for trace in maps}) == 4
    assert figure.layout.hovermode == "y unified"
    assert figure.layout.hoversubplots == "axis"
    assert figure.layout.yaxis.range == (15.5, -0.5)
    assert "U[%{y}, %{x}] = %{z" in maps[-1].hovertemplate
    widths = {np.diff(figure.layout[f"xaxis{number}"].domain)[0].round(9) for number in ("", 2, 3, 4)}
    assert len(widths) == 1  # else the hover would tell another column in another panel


def test_the_words_name_the_largest_entry_of_every_matrix(chain: FactorChain) -> None:
    text = chain_text(chain_data(chain))
    assert "16 by 16" in text
    for name, matrix in (("H", chain.H), ("H⁻¹", chain.inverse), ("U", chain.U)):
        assert f"{name}, " in text
        assert f"{np.abs(matrix).max():.3g}" in text


def test_the_remarks_have_the_numbers_of_the_matrices(chain: FactorChain) -> None:
    H, damping, inverse, U = chain_remarks(chain)
    assert H.numbers[0][0] == f"{np.abs(chain.H).max():.3g}"
    assert damping.numbers[0][0] == f"{0.01 * np.diag(chain.H).mean():#.3g}"
    assert inverse.numbers[0][0] == f"{np.abs(chain.inverse).max():.3g}"
    squares = np.square(chain.U)
    assert U.numbers[0][0] == f"{100 * (1 - np.diag(squares).sum() / squares.sum()):.0f} %"
    F = chain_remarks(chain, row_factor=True)[-1]
    assert float(F.numbers[0][0]) == pytest.approx(np.abs(chain.F - np.eye(16)).max(), rel=0.01)


def test_row_0_of_the_inverse_spreads_the_first_error_and_later_rows_count_on_final_columns(
    chain: FactorChain,
) -> None:
    assert "Row 0 spreads the first error" in chain_remarks(chain)[2].sentence
    np.testing.assert_allclose(chain.inverse[0] / chain.inverse[0, 0], chain.F[0], atol=1e-12)
    assert np.abs(np.tril(chain.inverse, -1)).max(axis=1)[1:].min() > 1e-3


def test_without_damping_the_remark_does_not_speak_of_a_higher_cost(layer: Layer) -> None:
    damping = chain_remarks(factor_chain(layer, GPTQConfig(damp=0.0)))[1]
    assert damping.numbers[0][0] == "0"
    assert "no more" in damping.sentence
