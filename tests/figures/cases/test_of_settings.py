"""Pictures and words of cases that settings make: damping, clipping, a singular H, groups and ties."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gptq_viz.figures.cases import (
    clipped_weights,
    heavy_damping,
    scattered_groups,
    singular_h,
    two_precisions,
)
from gptq_viz.numerics.cases.singular_h import singular_h as singular_case
from gptq_viz.theme import DARK, LIGHT, NORMAL, Palette
from tests.figures.cases.cards import traces, words


def test_below_the_dampings_stands_the_share_of_codes_that_differ(found: dict[str, Any]) -> None:
    data = found["damping"]
    axis = heavy_damping.figure(data, LIGHT, NORMAL).layout.xaxis
    assert axis.ticktext[axis.tickvals.index(100.0)] == "100<br><1 %"
    place = list(data.damps).index(1.0)
    assert axis.ticktext[axis.tickvals.index(1.0)] == f"1<br>{100 * data.differing[place]:.0f} %"
    far = replace(data, held_out=data.held_out / 2)
    assert "climbs" not in heavy_damping.look_for(far)
    assert heavy_damping.right(far) == 0
    assert heavy_damping.right(replace(data, held_out=2 * data.held_out)) == 2


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_every_clipped_weight_is_hatched_and_counted(found: dict[str, Any], palette: Palette) -> None:
    data = found["clipped"]
    bars = traces(clipped_weights.figure(data, palette, NORMAL))["clipped"]
    cells = sorted(zip((np.array(bars.base) + 0.5).astype(int), bars.x, strict=True))
    assert cells == sorted(zip(*np.nonzero(data.clipped), strict=True))
    assert bars.marker.pattern.shape == "x"
    assert bars.marker.line.color == palette.clipped
    assert f"{len(cells)} of 512" in words("clipped", data)
    assert clipped_weights.text(data).count("row ") == len(cells)


def test_weights_beyond_the_colours_are_as_strong_as_their_end(found: dict[str, Any]) -> None:
    heat = clipped_weights.figure(found["clipped"], LIGHT, NORMAL).data[0]
    assert (heat.zmin, heat.zmax) == (-2, 2)


def test_without_clipped_weights_the_card_says_none(found: dict[str, Any]) -> None:
    nothing = np.zeros_like(found["clipped"].clipped)
    data = replace(found["clipped"], clipped=nothing, counts=dict.fromkeys(found["clipped"].counts, 0))
    assert clipped_weights.right(data) == 0
    assert "hatched: none." in clipped_weights.text(data)
    assert not data.mostly_behind_the_loud
    assert "Most of" not in clipped_weights.look_for(data)
    assert not len(traces(clipped_weights.figure(data, LIGHT, NORMAL))["clipped"].x)
    full = replace(data, clipped=~nothing)
    assert clipped_weights.right(full) == 2


def test_pivots_end_with_a_cross_where_the_factorization_fails(found: dict[str, Any]) -> None:
    case = found["singular"]
    figure = singular_h.figure(case, LIGHT, NORMAL)
    [cross] = [trace for trace in figure.data if trace.xaxis == "x2" and trace.type == "scatter"]
    assert list(cross.x) == [case.spectrum.failing_column]
    [bars] = [trace for trace in figure.data if trace.xaxis == "x2" and trace.type == "bar"]
    assert np.isnan(bars.y[: case.spectrum.failing_column + 1]).all()
    floor, top = figure.layout.yaxis2.range
    assert floor < np.log10(np.nanmin(bars.y))
    assert np.log10(np.nanmax(bars.y)) < top
    refusal, errors, rank = singular_h.numbers(case)
    assert case.refusal in refusal.sentence
    assert errors.sentence.startswith("Damping that lets it run is not yet enough: 2.7 times the error.")
    assert rank.numbers == (("24", "of 32"),)


def test_with_samples_enough_nothing_is_refused_and_nothing_crossed_out() -> None:
    case = singular_case(n=256)
    figure = singular_h.figure(case, LIGHT, NORMAL)
    assert not [trace for trace in figure.data if trace.xaxis == "x2" and trace.type == "scatter"]
    assert singular_h.right(case) == 0
    assert singular_h.numbers(case)[0].sentence.startswith("Nothing is refused")
    assert "It comes to its end." in singular_h.text(case)


def test_who_reads_g_idx_is_said_by_name(found: dict[str, Any]) -> None:
    case = found["groups"]
    reads, errors = scattered_groups.numbers(case)
    assert [number for number, _ in reads.numbers] == ["4", "49", "4"]
    assert reads.sentence.endswith("With act_order it reads g_idx too, 64 entries.")
    assert len(errors.numbers) == 4
    plain = replace(case, runs={name: case.runs["natural"] for name in case.runs})
    assert scattered_groups.numbers(plain)[0].sentence.endswith("None of them needs g_idx.")
    assert scattered_groups.right(plain) == 0
    assert "leaves them together" in scattered_groups.look_for(plain)


def test_filled_cells_are_codes_that_differ_and_rings_are_ties(found: dict[str, Any]) -> None:
    case = found["ties"]["reference"]
    cells, rings = two_precisions.figure(found["ties"], LIGHT, NORMAL).data
    assert np.array_equal(cells.z, case.differing)
    assert np.array_equal(np.column_stack([rings.y, rings.x]), np.argwhere(case.tied))
    symmetric = {"reference": found["ties"]["symmetric"], "symmetric": found["ties"]["symmetric"]}
    assert two_precisions.right(symmetric) == 0
    assert two_precisions.numbers(symmetric)[1].sentence == "None in float32. On the symmetric grid: 0 and 0."
    worse = {"reference": replace(case, held_out=(0.1, 0.2)), "symmetric": symmetric["symmetric"]}
    assert two_precisions.right(worse) == 2
