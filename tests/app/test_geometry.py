"""Geometry: its pictures and sentences on every preset, its widgets, and layers that have no plane."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import GPTQConfig, Layer, example_layer, gptq_in_order
from gptq_viz.ui import cached, geometry, target, weights
from gptq_viz.ui.presets import PRESETS, Preset
from gptq_viz.ui.settings import Settings
from tests.app.running import PLAYER, assert_whole, html_text, link, open_page, player_header

PAGE = "pages/geometry.py"


def alt(app: AppTest) -> str:
    [chart] = app.get("plotly_chart")
    return str(chart.proto.alt)


def part(app: AppTest, name: str) -> AppTest:
    return app.segmented_control(key="geometry_part").set_value(name).run()


def shown(app: AppTest) -> tuple[int, int, int]:
    """Row and both columns of the widgets."""
    row, first, second = (app.number_input(key=key).value for key in (weights.ROW, *weights.COLUMNS))
    return int(row), int(first), int(second)


def ends(text: str) -> dict[str, tuple[list[float], float]]:
    """Point and cost of each method, as the picture's text has them."""
    found = re.findall(r"(RTN|GPTQ|optimum)[^.(]* ends at \(([^)]*)\) and costs (\S+)\.(?: |$)", text)
    return {name: ([float(x) for x in point.split(",")], float(cost)) for name, point, cost in found}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_the_points_and_costs_of_every_preset_are_those_of_a_layer_of_these_two_weights(
    preset: Preset,
) -> None:
    """GPTQ itself, run on the two columns with the row's scale, ends where the picture says."""
    app = open_page(PAGE, **preset.settings.texts)
    row, first, second = shown(app)
    layer, config = example_layer(*preset.settings.layer_key), preset.settings.config
    H = 2 * layer.X.T @ layer.X / layer.n
    H += config.damp * np.diag(H).mean() * np.eye(layer.inp)
    pair = [first, second]
    block, w = H[np.ix_(pair, pair)], layer.W[row, pair]
    size = config.group or layer.inp
    largest = 2 ** (config.bits - 1) - 1
    scale = np.array([np.abs(layer.W[row, c - c % size : c - c % size + size]).max() for c in pair]) / largest

    def near(values: np.ndarray) -> np.ndarray:
        return scale * np.clip(np.round(values / scale), -largest, largest)

    def cost(q: np.ndarray) -> float:
        return float((w - q) @ block @ (w - q))

    gptq = near(w)
    gptq[1] = near(np.array([0, w[1] + (w[0] - gptq[0]) * block[0, 1] / block[1, 1]]))[1]
    codes = np.arange(-largest, largest + 1)
    everywhere = np.array(np.meshgrid(codes, codes)).reshape(2, -1).T * scale
    best = min(everywhere, key=cost)
    for name, point in (("RTN", near(w)), ("GPTQ", gptq), ("optimum", best)):
        where, price = ends(alt(app))[name]
        np.testing.assert_allclose(where, point, rtol=0.01, atol=1e-12)
        assert price == pytest.approx(cost(point), rel=0.01)
    outcome = html_text(app)[0]
    assert ("found the optimum" in outcome) == (cost(gptq) <= cost(best) * (1 + 1e-9))
    assert ("another line" in outcome) == (cost(gptq) > cost(best) * (1 + 1e-9))


def test_the_default_shows_that_the_nudge_gains_and_the_order_matters() -> None:
    said = html_text(open_page(PAGE))
    assert said[0].startswith("GPTQ against RTN 4.1× cheaper than RTN GPTQ found the optimum")
    assert "Column 6 first is the better order here: it costs 1.9 times less." in said[1]


def test_with_neighbours_alike_the_nearest_line_misses_the_optimum_and_the_other_order_finds_it() -> None:
    app = open_page(PAGE, data="ar1")
    assert "lies on another line" in html_text(app)[0]
    app.segmented_control(key=target.ORDER).set_value(1).run()
    assert "GPTQ found the optimum" in html_text(app)[0]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
@pytest.mark.parametrize("name", geometry.PARTS)
def test_every_part_of_every_preset_has_a_picture_and_sentences(preset: Preset, name: str) -> None:
    app = part(open_page(PAGE, **preset.settings.texts), name)
    assert_whole(app, "Geometry")
    assert not app.error
    assert len(alt(app)) > 100
    assert html_text(app)
    assert "nan" not in " ".join([alt(app), *html_text(app)]).lower()


def test_other_weights_can_be_chosen_and_the_same_column_twice_changes_places() -> None:
    app = open_page(PAGE)
    assert shown(app) == (1, 6, 13)
    app.number_input(key=weights.ROW).set_value(4).run()
    app.number_input(key=weights.COLUMNS[0]).set_value(0).run()
    assert shown(app) == (4, 0, 13)
    assert "columns 0 and 13" in alt(app)
    app.number_input(key=weights.COLUMNS[0]).set_value(13).run()
    assert shown(app) == (4, 13, 0)
    assert [toast.value for toast in app.toast] == [
        "Column 13 and column 0 changed places: a picture needs two columns."
    ]
    assert not app.exception
    app.button(key="geometry_reset").click().run()
    assert shown(app) == (1, 6, 13)


def test_a_choice_that_a_smaller_layer_does_not_have_falls_back() -> None:
    app = open_page(PAGE)
    app.number_input(key=weights.ROW).set_value(7).run()
    app.number_input(key=weights.COLUMNS[1]).set_value(15).run()
    app.number_input(key="out").set_value(2).run()
    app.number_input(key="inp").set_value(4).run()
    assert_whole(app, "Geometry")
    row, first, second = shown(app)
    assert row == 1
    assert max(first, second) < 4


def test_the_target_moves_in_grid_steps_and_goes_back_with_another_row() -> None:
    app = open_page(PAGE)
    layer = example_layer(*Settings().layer_key)
    scale = np.abs(layer.W[1]).max() / 3
    app.slider(key=target.MOVES[0]).set_value(-0.5).run()
    expected = f"({three_digits(layer.W[1, 6] - scale / 2)}, {three_digits(layer.W[1, 13])})"
    assert expected in alt(app)
    app.number_input(key=weights.ROW).set_value(2).run()
    assert app.slider(key=target.MOVES[0]).value == 0
    assert f"({three_digits(layer.W[2, 6])}, {three_digits(layer.W[2, 13])})" in alt(app)


def test_an_ellipse_of_ones_own_starts_from_the_layers_and_is_undone() -> None:
    app = open_page(PAGE)
    assert app.slider(key=target.CORRELATION).disabled
    assert app.slider(key=target.CORRELATION).value == -0.87
    app.segmented_control(key=target.ELLIPSE).set_value(target.OWN).run()
    assert not app.slider(key=target.CORRELATION).disabled
    app.slider(key=target.CORRELATION).set_value(0.0).run()
    said = html_text(app)
    assert "both cost the same" in said[0]
    assert any("know nothing of each other" in text.value for text in app.main.caption)
    app.button(key="geometry_reset").click().run()
    assert app.slider(key=target.CORRELATION).value == -0.87
    assert app.button(key="geometry_reset").disabled


def test_the_order_switch_draws_the_other_way() -> None:
    app = open_page(PAGE)
    before = ends(alt(app))["GPTQ"]
    app.segmented_control(key=target.ORDER).set_value(1).run()
    assert "GPTQ, column 13 first," in alt(app)
    assert ends(alt(app))["GPTQ"] != before
    assert "if column 6 goes first" in html_text(app)[1]


def test_choices_stay_when_another_part_or_page_is_shown() -> None:
    app = open_page(PAGE)
    app.number_input(key=weights.ROW).set_value(4).run()
    app.slider(key=target.MOVES[1]).set_value(0.5).run()
    app.segmented_control(key=target.ORDER).set_value(1).run()
    before = alt(app)
    part(app, geometry.OPTIMUM)
    app.switch_page(PLAYER).run()
    app.switch_page(PAGE).run()
    assert alt(part(app, geometry.PLANE)) == before


@pytest.mark.parametrize(("act_order", "words"), [("0", "with act_order"), ("1", "without act_order")])
def test_the_link_opens_the_player_with_the_other_order_and_all_other_settings(
    act_order: str, words: str
) -> None:
    app = open_page(PAGE, bits="4", act_order=act_order)
    [offered] = [element.proto for element in app.main.get("page_link")]
    assert offered.label == f"Column by column, {words}"
    query = dict(pair.split("=") for pair in offered.query_string.split("&"))
    assert query == {"bits": "4"} | ({"act_order": "1"} if act_order == "0" else {})
    app.query_params.clear()
    for key, text in query.items():
        app.query_params[key] = text
    app.switch_page(PLAYER).run()
    assert player_header(app)["act_order"] == (act_order == "0")
    assert link(app) == query
    app.select_slider(key="bits").set_value(2).run()  # from here on the widgets lead again
    assert link(app) == query | {"bits": "2"}


def test_a_link_that_was_offered_and_not_followed_changes_nothing_later() -> None:
    app = open_page(PAGE)
    app.switch_page("app.py").run()
    app.toggle(key="act_order").set_value(True).run()
    assert link(app) == {"act_order": "1"}
    app.select_slider(key="bits").set_value(2).run()
    assert link(app) == {"act_order": "1", "bits": "2"}


def test_larger_layers_are_cut_for_the_optimum_and_it_is_said() -> None:
    app = part(open_page(PAGE, inp="64", out="64"), geometry.OPTIMUM)
    [caption] = [text.value for text in app.main.caption]
    assert caption.startswith("The first 8 of 64 columns, 32 of 64 rows. All on one grid")
    assert "over 32 rows and 8 columns" in alt(app)
    whole = part(open_page(PAGE, inp="8"), geometry.OPTIMUM)
    assert next(text.value for text in whole.main.caption).startswith("All on one grid")


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_the_bars_are_the_errors_of_methods_run_in_their_orders(preset: Preset) -> None:
    settings = preset.settings
    app = part(open_page(PAGE, **settings.texts), geometry.OPTIMUM)
    whole = example_layer(*settings.layer_key)
    layer = Layer(whole.W[:32, :8], whole.X[:, :8])
    config = replace(settings.config, group=None, act_order=False)
    H = 2 * layer.X.T @ layer.X / layer.n
    H += config.damp * np.diag(H).mean() * np.eye(layer.inp)

    def error(order: np.ndarray) -> str:
        change = (
            layer.W - gptq_in_order(layer, GPTQConfig(bits=config.bits, damp=config.damp), order).quantized
        )
        return three_digits(float(np.trace(change @ H @ change.T) / np.trace(layer.W @ H @ layer.W.T)))

    assert f"GPTQ {error(np.arange(8))}," in alt(app)
    loudest = np.argsort(-np.square(layer.X).sum(axis=0), kind="stable")
    assert f"GPTQ, act_order {error(loudest)}," in alt(app)
    numbers = {name: float(value) for name, value in re.findall(r"([A-Z][\w ,]*) (0\.\d+)", alt(app))}
    assert min(numbers.values()) == numbers["Exact optimum"]


def test_one_column_is_said_to_make_no_plane_and_the_button_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    real = cached.layer

    def narrow(settings: Settings) -> Layer:
        layer = real(settings)
        return Layer(layer.W[:, :1], layer.X[:, :1]) if settings.inp != 2 else layer

    cached.race.clear()
    cached.picture.clear()
    monkeypatch.setattr(cached, "layer", narrow)
    app = open_page(PAGE)
    assert_whole(app, "Geometry")
    assert any("at least 2 columns" in text.value for text in app.markdown)
    repair = app.button(key="repair")
    assert repair.label == "Set columns to 2"
    repair.click().run()
    assert link(app)["inp"] == "2"
    assert "columns 0 and 1" in alt(app)
    cached.race.clear()
    cached.picture.clear()


def test_a_singular_h_is_explained_and_repaired_in_every_part() -> None:
    for name in geometry.PARTS:
        app = part(open_page(PAGE, n="4", damp="0"), name)
        assert any("H is singular; raise damping" in text.value for text in app.markdown)
        app.button(key="repair").click().run()
        assert link(app) == {"n": "4", "damp": "1e-6"}
        assert alt(app)


def test_a_search_that_would_take_too_long_names_a_damping_with_which_it_does_not() -> None:
    app = part(open_page(PAGE, n="2", damp="1e-6", bits="8"), geometry.OPTIMUM)
    assert_whole(app, "Geometry")
    assert any("The search for the optimum was given up" in text.value for text in app.markdown)
    repair = app.button(key="repair")
    assert re.fullmatch(r"Set damping to (1e-\d|0\.\d+)", repair.label)
    repair.click().run()
    assert "Exact optimum" in alt(app)


@pytest.mark.parametrize("extra", [{"out": "1", "inp": "2"}, {"data": "dead", "inp": "2", "out": "1"}])
@pytest.mark.parametrize("name", geometry.PARTS)
def test_the_smallest_layers_have_every_part(extra: dict[str, str], name: str) -> None:
    app = part(open_page(PAGE, **extra), name)
    assert_whole(app, "Geometry")
    assert alt(app)
