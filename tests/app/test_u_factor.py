"""The page of the U factor: its four parts on every preset, its slider and the link, and a singular H."""

from __future__ import annotations

import json

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from gptq_viz.figures.numbers import in_print, three_digits
from gptq_viz.numerics import GPTQConfig, Trace, example_layer, gptq
from gptq_viz.ui.presets import PRESETS, Preset
from gptq_viz.ui.settings import Settings
from gptq_viz.ui.u_factor import APPEARING, CHAIN, DAMPING, NUDGE, PARTS
from tests.app.running import OVERVIEW, PLAYER, U_FACTOR, assert_whole, html_text, link, open_page

CHARTS = {
    CHAIN: ["Heat maps of four matrices"],
    APPEARING: ["Left the inverse of H"],
    DAMPING: ["Eigenvalues of H", "U as a heat map"],
    NUDGE: ["The move of row"],
}


def open_part(part: str, **query: str) -> AppTest:
    """The page with one of its parts chosen."""
    app = open_page(U_FACTOR, **query)
    return app if part == CHAIN else app.segmented_control(key="u_part").set_value(part).run()


def alts(app: AppTest) -> list[str]:
    return [element.proto.alt for element in app.get("plotly_chart")]


def cards(app: AppTest) -> str:
    return "\n".join(html_text(app))


def traces_of(app: AppTest, chart: int = 0) -> list[dict[str, object]]:
    """The traces of a chart as they are sent."""
    found: list[dict[str, object]] = json.loads(app.get("plotly_chart")[chart].proto.spec)["data"]
    return found


def run_of(settings: Settings) -> Trace:
    return gptq(example_layer(*settings.layer_key), settings.config)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_every_part_of_every_preset_has_its_pictures_and_their_words(part: str, preset: Preset) -> None:
    app = open_part(part, **preset.settings.texts)
    assert_whole(app, "The U factor")
    assert not app.error
    assert [text[: len(start)] for text, start in zip(alts(app), CHARTS[part], strict=True)] == CHARTS[part]
    assert link(app) == preset.settings.texts


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
@pytest.mark.parametrize("step", [0, 1, 7, 15])
def test_the_active_row_over_the_root_of_the_pivot_is_the_row_of_u(preset: Preset, step: int) -> None:
    U = run_of(preset.settings).U
    said = cards(open_part(APPEARING, **preset.settings.texts, step=str(step)))
    [line] = [line for line in said.splitlines() if f"and row {step} of U " in line]
    difference = float(line.split(f"and row {step} of U ")[1].split()[0])
    assert difference <= 1e-12 * np.abs(U).max()
    assert "The same numbers, up to rounding" in line
    assert f"{three_digits(U[step, step] ** 2)} of " in said


def test_the_pictures_of_the_chain_change_with_the_switches() -> None:
    app = open_part(CHAIN)
    linear = traces_of(app)
    assert len(linear[0]["colorscale"]) == 3
    app.toggle(key="u_log").set_value(True).run()
    assert len(traces_of(app)[0]["colorscale"]) > 3
    assert traces_of(app)[0]["z"] == linear[0]["z"]
    app.segmented_control(key="u_fourth").set_value("row factor").run()
    assert "F, U[j] / U[j, j], largest 1.00" in alts(app)[0]


def test_the_slider_is_the_step_of_the_link_and_of_the_player() -> None:
    app = open_part(APPEARING, step="3")
    assert app.slider(key="step_slider").value == 3
    assert app.slider(key="step_slider").proto.default == [3]  # so that no frame shows another column
    app.slider(key="step_slider").set_value(9).run()
    assert link(app) == {"step": "9"}
    assert "after 9 of 16 columns" in alts(app)[0]
    app.segmented_control(key="u_part").set_value(NUDGE).run()
    assert app.slider(key="step_slider").value == 9
    app.switch_page(PLAYER).run()
    assert link(app) == {"step": "9"}


def test_a_finished_run_of_the_player_shows_the_last_column() -> None:
    app = open_part(APPEARING, step="16")
    assert app.slider(key="step_slider").value == 15
    assert link(app) == {"step": "16"}


def test_a_smaller_layer_keeps_slider_and_row_in_range() -> None:
    app = open_part(NUDGE, step="15")
    app.number_input(key="u_row").set_value(7).run()
    app.number_input(key="out").set_value(3).run()
    app.number_input(key="inp").set_value(5).run()
    assert_whole(app, "The U factor")
    assert not app.error
    assert app.slider(key="step_slider").value == 4
    assert app.number_input(key="u_row").value <= 2


def test_a_column_that_no_layer_has_is_not_taken_from_a_browser() -> None:
    app = open_part(APPEARING)
    app.slider(key="step_slider").set_value(999).run()
    assert_whole(app, "The U factor")
    assert int(link(app).get("step", "0")) <= 16


def test_the_part_is_still_there_after_a_visit_to_another_page() -> None:
    app = open_part(DAMPING)
    app.switch_page(OVERVIEW).run()
    app.switch_page(U_FACTOR).run()
    assert app.segmented_control(key="u_part").value == DAMPING
    assert len(alts(app)) == 2


@pytest.mark.parametrize("part", PARTS)
def test_a_singular_h_shows_why_whatever_part_is_chosen(part: str) -> None:
    app = open_part(part, n="10", damp="0")
    assert_whole(app, "The U factor")
    assert any("H is singular; raise damping" in text.value for text in app.markdown)
    assert any("The button takes the slider’s next step that works." in text.value for text in app.markdown)
    assert alts(app)[0].startswith("Eigenvalues of H")
    assert "6 of 16 are 0" in alts(app)[0]
    said = cards(app)
    assert "Rank of X 10 of 16" in said
    assert "fails at column 5:" in said
    works = float(said.split("Smallest damping that works ")[1].split()[0])
    layer = example_layer("factor", 8, 16, 10, Settings().seed)
    gptq(layer, GPTQConfig(damp=works))
    with pytest.raises(ValueError, match="singular"):
        gptq(layer, GPTQConfig(damp=works / 10))
    app.button(key="repair").click().run()
    assert [text[: len(start)] for text, start in zip(alts(app), CHARTS[part], strict=True)] == CHARTS[part]


def test_the_floor_follows_the_damping() -> None:
    app = open_part(DAMPING)
    layer = example_layer(*Settings().layer_key)
    mean = 2 * np.square(layer.X).sum() / layer.n / 16
    for damp in (0.01, 1.0):
        app.select_slider(key="damp").set_value(damp).run()
        floors = [trace["y"] for trace in traces_of(app) if trace["type"] == "scatter"]
        assert floors == [pytest.approx([damp * mean] * 2)]
    assert "At damp → ∞ U is diagonal and GPTQ is RTN" in app.main.caption[0].value


def test_the_nudge_speaks_of_the_chosen_weight() -> None:
    trace = run_of(Settings())
    app = open_part(NUDGE, step="5")
    app.number_input(key="u_row").set_value(2).run()
    w, q = trace.Q[2, 5] + trace.D[2, 5], trace.Q[2, 5]
    formulas = [text.value for text in app.main.markdown if "displaystyle" in text.value]
    assert len(formulas) == 3
    assert f"e = w - q = {three_digits(w)} - " in formulas[0]
    assert f"from {in_print(w)} to {in_print(q)}" in alts(app)[0]


def test_a_dead_input_has_words_and_no_empty_chart() -> None:
    app = open_part(NUDGE, data="digits1", inp="64", out="16")
    assert alts(app) == []
    assert "dead input" in app.main.caption[0].value
    assert "follow" not in app.main.caption[0].value


def test_the_nudge_opens_at_a_row_that_moves() -> None:
    settings = Settings(inp=2)
    D = run_of(settings).D[:, 0]
    app = open_part(NUDGE, **settings.texts)
    row = app.number_input(key="u_row").value
    assert D[row] != 0
    assert not D[:row].any()
    [still] = np.flatnonzero(D == 0)[:1]
    app.number_input(key="u_row").set_value(int(still)).run()
    assert alts(app) == []
    assert "already on its level" in app.main.caption[0].value


def test_colours_are_logarithmic_for_many_columns_until_chosen() -> None:
    app = open_part(CHAIN)
    assert not app.toggle(key="u_log").value
    app.number_input(key="inp").set_value(65).run()
    assert app.toggle(key="u_log").value
    app.toggle(key="u_log").set_value(False).run()
    app.number_input(key="inp").set_value(70).run()
    assert not app.toggle(key="u_log").value


@pytest.mark.parametrize("part", PARTS)
def test_every_control_has_a_label(part: str) -> None:
    app = open_part(part)
    for kind in ("slider", "segmented_control", "toggle", "number_input"):
        assert all(widget.label for widget in getattr(app.main, kind))
