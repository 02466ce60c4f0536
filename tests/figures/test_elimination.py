"""U appearing row by row, against eliminations done here by hand."""

from __future__ import annotations

import numpy as np
import pytest

from gptq_viz.figures.elimination import Appearing, elimination_data, elimination_figure, elimination_text
from gptq_viz.figures.remarks import elimination_remarks
from gptq_viz.numerics import GPTQConfig, Layer, elimination, example_layer, gptq
from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Palette, Sizes

STEP = 5


@pytest.fixture(scope="module")
def U() -> np.ndarray:  # noqa: N802 - the paper's name
    return gptq(example_layer("factor", 8, 16, 256, 75), GPTQConfig()).U


@pytest.fixture(scope="module")
def data(U: np.ndarray) -> Appearing:
    return elimination_data(U, STEP)


def eliminated(U: np.ndarray, t: int) -> np.ndarray:
    """The inverse after t columns were eliminated, entry by entry; 0 where nothing is left."""
    left = U.T @ U
    for j in range(t):
        pivot_row = left[j].copy()
        for i in range(len(left)):
            left[i] = left[i] - pivot_row[i] * pivot_row / pivot_row[j]
    return left


def test_left_is_the_shrinking_inverse_and_right_the_rows_found_so_far(
    U: np.ndarray, data: Appearing
) -> None:
    left = eliminated(U, STEP)
    np.testing.assert_allclose(data.inverse[STEP:, STEP:], left[STEP:, STEP:], atol=1e-6)
    assert np.isnan(data.inverse[:STEP]).all()
    assert np.isnan(data.inverse[:, :STEP]).all()
    np.testing.assert_allclose(data.U[:STEP], U[:STEP], atol=1e-6)
    assert np.isnan(data.U[STEP:]).all()


def test_ranges_hold_every_step(U: np.ndarray) -> None:
    inverse = [np.abs(eliminated(U, j)).max() for j in range(16)]
    full = U.T @ U
    frozen = np.abs(full) / np.sqrt(np.diag(full))[:, None]
    for j in range(16):
        data = elimination_data(U, j)
        assert data.inverse_limit == pytest.approx(max(inverse))
        assert data.U_limit == pytest.approx(np.abs(U).max())
        assert data.row_limit == pytest.approx(max(np.abs(U).max(), frozen.max()))


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("sizes", [NORMAL, PROJECTOR])
def test_the_bars_are_the_row_of_u_the_active_row_and_the_frozen_one(
    U: np.ndarray, data: Appearing, palette: Palette, sizes: Sizes
) -> None:
    figure = elimination_figure(data, palette, sizes, log=False)
    of_U, active, frozen = (trace for trace in figure.data if trace.type == "bar")
    left, full = eliminated(U, STEP), U.T @ U
    np.testing.assert_allclose(of_U.y, U[STEP])
    np.testing.assert_allclose(active.y[STEP:], left[STEP, STEP:] / np.sqrt(left[STEP, STEP]), atol=1e-12)
    assert not active.y[:STEP].any()
    np.testing.assert_allclose(frozen.y, full[STEP] / np.sqrt(full[STEP, STEP]))
    assert (np.asarray(frozen.marker.opacity[:STEP]) < 0.5).all()  # final columns: pale
    assert (np.asarray(frozen.marker.opacity[STEP:]) == 1).all()
    assert figure.layout.yaxis3.range == (-1.05 * data.row_limit, 1.05 * data.row_limit)


def test_row_and_pivot_are_framed_on_both_sides_and_the_finished_part_is_hatched(data: Appearing) -> None:
    figure = elimination_figure(data, LIGHT, NORMAL, log=True)
    row, pivot, target = figure.layout.shapes
    assert (row.x0, row.x1, row.y0, row.y1) == (4.5, 15.5, 4.5, 5.5)
    assert (pivot.x0, pivot.x1, pivot.y0, pivot.y1) == (4.5, 5.5, 4.5, 5.5)
    assert pivot.line.width > row.line.width
    assert target.xref == "x2"
    assert (target.y0, target.y1) == (4.5, 5.5)
    [hatch] = [trace for trace in figure.data if trace.type == "scatter" and trace.fill]
    assert hatch.fillpattern.shape == "/"
    assert hatch.showlegend is False
    # The corners go around rows and columns 0 to 4 and nothing else.
    corners = list(zip(hatch.x, hatch.y, strict=True))
    assert (4.5, 4.5) in corners
    assert (4.5, 15.5) in corners
    assert (15.5, 4.5) in corners
    assert (15.5, 15.5) not in corners
    assert figure.layout.yaxis.range == figure.layout.yaxis2.range == (15.5, -0.5)


def test_before_the_first_elimination_nothing_is_hatched(U: np.ndarray) -> None:
    figure = elimination_figure(elimination_data(U, 0), LIGHT, NORMAL, log=False)
    assert not [trace for trace in figure.data if trace.type == "scatter" and trace.fill]


def test_the_words_name_pivot_and_differences(U: np.ndarray, data: Appearing) -> None:
    text = elimination_text(data)
    assert f"Pivot {U[STEP, STEP] ** 2:.3g}" in text
    assert "after 5 of 16 columns" in text
    off = np.abs(data.now.frozen_row - U[STEP])[STEP:].max()
    assert f"off by {off:.3g}" in text


def test_the_pivot_shrinks_while_other_columns_are_eliminated(U: np.ndarray) -> None:
    """What the remark says of column 9: never more help than before, so never a lower cost."""
    pivots = [eliminated(U, t)[9, 9] for t in range(10)]
    assert (np.diff(pivots) < 0).all()
    [_, remark, _] = elimination_remarks(elimination(U, 9))
    assert "It only shrinks" in remark.sentence
    assert remark.numbers[0] == (f"{pivots[9]:.3g}", f"of {pivots[0]:.3g} at the start")


def test_the_frozen_row_is_right_first_and_counts_on_final_columns_later(U: np.ndarray) -> None:
    first = elimination_remarks(elimination(U, 0))[2]
    assert "right in either case" in first.sentence
    later = elimination(U, STEP)
    assert "(pale bars)" in elimination_remarks(later)[2].sentence
    assert np.abs(later.frozen_row[:STEP]).max() > 0.05


def test_where_inputs_know_nothing_of_each_other_the_remarks_say_that_there_is_no_help() -> None:
    U = gptq(Layer(np.ones((1, 3)), np.eye(3)), GPTQConfig()).U
    _, pivot, frozen = elimination_remarks(elimination(U, 2))
    assert "were no help" in pivot.sentence
    assert "Hardly another row" in frozen.sentence
