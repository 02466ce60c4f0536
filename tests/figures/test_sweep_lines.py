"""The picture of a sweep of one parameter: lines, bands, names, and axes that hold zeros and gaps."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go
import pytest

from gptq_viz.figures.sweep_lines import sweep_lines_data, sweep_lines_figure
from gptq_viz.figures.sweep_points import sweep_points
from gptq_viz.figures.sweep_text import sweep_text
from gptq_viz.figures.sweep_values import AXIS_NAMES, UNORDERED
from gptq_viz.figures.swept import Swept
from gptq_viz.numerics import GRIDS, SCALES
from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Palette, Sizes
from tests.figures.sweep_tables import Errors, asked, points_of, really_run

VALUES = {
    "bits": (2, 3, 4, 8),
    "damp": (0.0, 1e-6, 0.01, 100.0),
    "n": (1, 31, 32, 33, 8192),
    "group": (None, 32, 8),
    "act_order": (False, True),
    "inp": (2, 16, 256),
    "out": (1, 8),
    "grid": GRIDS,
    "scales": SCALES,
    "data": ("factor", "white", "digits1"),
}


def drawn(swept: Swept, errors: Errors, palette: Palette = LIGHT, sizes: Sizes = NORMAL) -> go.Figure:
    return sweep_lines_figure(points_of(swept, errors), swept, palette, sizes)


def line(figure: go.Figure, name: str) -> go.Scatter:
    [found] = [trace for trace in figure.data if trace.name == name]
    return found


def notes(figure: go.Figure, name: str | None = None) -> list[str]:
    return [note.text for note in figure.layout.annotations if name is None or note.name == name]


def rising(values: tuple[object, ...], seed: int, method: str) -> tuple[float, float]:
    """Errors that differ by seed and method."""
    return (seed - 70) * {"rtn": 0.02, "frozen": 0.01, "gptq": 0.005}[method], 0.001 * (seed - 70)


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.parametrize(("palette", "sizes"), [(LIGHT, NORMAL), (DARK, PROJECTOR)])
def test_every_parameter_has_its_lines_and_names(name: str, palette: Palette, sizes: Sizes) -> None:
    swept = asked({name: VALUES[name]}, methods=("rtn", "frozen", "gptq"))
    figure = drawn(swept, rising, palette, sizes)
    for label in ("RTN", "Frozen inverse", "GPTQ"):
        for inputs in ("held out", "calibration inputs"):
            trace = line(figure, f"{label}, {inputs}")
            assert len(trace.x) == len(VALUES[name])
            assert [data[0] for data in trace.customdata] == list(range(len(VALUES[name])))
            assert ("lines" in trace.mode) == (name not in UNORDERED)
    assert figure.layout.xaxis.title.text == AXIS_NAMES[name]
    low, high = figure.layout.xaxis.range
    assert all(low < x < high for trace in figure.data if trace.customdata is not None for x in trace.x)
    assert {"▲ RTN", "✕ Frozen inverse", "● GPTQ"} <= {text.strip("</b>") for text in notes(figure)}


def test_heights_are_the_medians_of_the_table_and_bands_its_quantiles() -> None:
    swept = asked({"damp": (0.001, 0.1, 10.0)}, n=64)
    table = really_run(swept)
    figure = sweep_lines_figure(sweep_points(table, swept), swept, LIGHT, NORMAL)
    for method, label in (("rtn", "RTN"), ("gptq", "GPTQ")):
        for column, inputs, kind in (
            ("error", "held out", "held_out"),
            ("calibration_error", "calibration inputs", "calibration"),
        ):
            errors = [
                table[column][(table["damp"] == damp) & (table["method"] == method)]
                for damp in (0.001, 0.1, 10.0)
            ]
            heights = 10 ** np.array(line(figure, f"{label}, {inputs}").y)
            assert heights == pytest.approx([np.median(error) for error in errors])
            band = 10 ** np.array(line(figure, f"band {method} {kind}").y)
            assert band[:3] == pytest.approx([np.quantile(error, 0.1) for error in errors])
            assert band[:2:-1] == pytest.approx([np.quantile(error, 0.9) for error in errors])


def test_kinds_are_told_apart_without_colour() -> None:
    figure = drawn(asked({"bits": (2, 3)}, methods=("rtn", "frozen", "gptq")), rising)
    looks = {
        trace.name: (trace.line.dash, trace.line.width, trace.marker.symbol, trace.marker.size)
        for trace in figure.data
        if trace.customdata is not None
    }
    assert len(set(looks.values())) == 6
    for label in ("RTN", "GPTQ"):
        (_, wide, full, _), (dash, thin, hollow, _) = (
            looks[f"{label}, {inputs}"] for inputs in ("held out", "calibration inputs")
        )
        assert wide > 2 * thin
        assert (dash, hollow) == ("dot", f"{full}-open")


def test_zero_damping_stands_apart_on_the_left() -> None:
    [one, *_] = sweep_lines_data(
        points_of(asked({"damp": VALUES["damp"]}), rising), asked({"damp": VALUES["damp"]})
    )
    assert one.x == (-8.0, -6.0, -2.0, 2.0)
    figure = drawn(asked({"damp": VALUES["damp"]}), rising)
    assert list(figure.layout.xaxis.ticktext) == ["0", "1e-6", "0.01", "100"]


def test_an_error_of_zero_has_a_place_and_a_tick_of_its_own() -> None:
    figure = drawn(asked({"bits": (2, 8)}), lambda values, *_: (0.0 if values == (8,) else 0.1, 0.05))
    first, last = line(figure, "GPTQ, held out").y
    ticks = dict(zip(figure.layout.yaxis.ticktext, figure.layout.yaxis.tickvals, strict=True))
    assert last == ticks["0"] < first
    assert figure.layout.yaxis.range[0] < last
    assert "8: 0" in line(figure, "GPTQ, held out").text[1]


def test_undefined_errors_are_gaps_and_no_picture_has_nan_for_an_end() -> None:
    figure = drawn(asked({"bits": (2, 3, 4)}), lambda values, *_: (math.nan if values == (3,) else 0.1, 0.1))
    assert math.isnan(line(figure, "GPTQ, held out").y[1])
    for errors in (lambda *_: (math.nan, math.nan), lambda *_: None, lambda *_: (0.0, 0.0)):
        empty = drawn(asked({"bits": (2, 3)}), errors)
        assert np.isfinite([*empty.layout.yaxis.range, *empty.layout.xaxis.range]).all()
        assert not notes(empty, "chosen") or errors(0, 0, 0) == (0.0, 0.0)


def test_best_and_cheapest_have_marks_of_their_own() -> None:
    def errors(values: tuple[int], *_: object) -> tuple[float, float]:
        return {2: 0.9, 3: 0.104, 4: 0.1}[values[0]], 0.1

    swept = asked({"bits": (2, 3, 4)})
    figure = drawn(swept, errors)
    assert notes(figure, "chosen") == ["<b>★ best</b>", "<b>◆ cheapest within 5 %</b>"]
    rings = [trace for trace in figure.data if trace.name == "ring"]
    assert [(ring.x[0], ring.marker.symbol) for ring in rings] == [
        (4.0, "circle-open"),
        (3.0, "diamond-open"),
    ]
    assert rings[0].y[0] == pytest.approx(math.log10(0.1))
    same = drawn(asked({"damp": (0.01, 0.1)}), lambda values, *_: (values[0], 0.1))
    assert notes(same, "chosen") == ["<b>★ best, and cheapest</b>"]


def test_a_sweep_of_layers_or_of_one_setting_marks_nothing() -> None:
    assert not notes(drawn(asked({"data": ("factor", "white")}), rising), "chosen")
    assert not notes(drawn(asked({"bits": (3,)}), rising), "chosen")


def test_a_single_seed_has_no_band_and_is_not_called_a_median() -> None:
    figure = drawn(asked({"bits": (2, 3)}, seeds=1), rising)
    assert not [trace for trace in figure.data if (trace.name or "").startswith("band")]
    assert "relative output error, 1 seed" in notes(figure)
    several = notes(drawn(asked({"bits": (2, 3)}), rising))
    assert "relative output error, median of 5 seeds; bands: 10 to 90 % of them" in several


def test_a_click_leaves_the_other_points_as_they_are() -> None:
    figure = drawn(asked({"bits": (2, 3)}), rising)
    assert all(trace.unselected.marker.opacity == 1 for trace in figure.data if trace.customdata is not None)


def test_the_text_names_both_errors_of_every_method_and_the_best() -> None:
    swept = asked({"bits": (3, 4)})
    points = points_of(swept, lambda values, _, method: (1 / values[0], 0.25 if method == "rtn" else 0.125))
    assert sweep_text(points, swept) == (
        "Relative output error by bits, median of 5 seeds. "
        "3 bits: RTN 0.333 held out and 0.250 on calibration inputs, "
        "GPTQ 0.333 held out and 0.125 on calibration inputs. "
        "4 bits: RTN 0.250 held out and 0.250 on calibration inputs, "
        "GPTQ 0.250 held out and 0.125 on calibration inputs. Best: 4 bits, 0.250."
    )
    assert sweep_text((), swept).endswith("No result yet.")
