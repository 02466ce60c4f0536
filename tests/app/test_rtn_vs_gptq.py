"""The page of RTN vs GPTQ through its widgets: every part on easy and odd layers, and a true headline."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from gptq_viz.figures import standing
from gptq_viz.numerics import GPTQConfig, Layer, MethodErrors, example_layer, method_errors, race
from gptq_viz.theme import LIGHT
from gptq_viz.ui.rtn_vs_gptq import PARTS
from gptq_viz.ui.settings import Settings
from tests.app.running import OVERVIEW, assert_whole, html_text, link, open_page

PAGE, NAME = "pages/rtn_vs_gptq.py", "RTN vs GPTQ"
CHARTS = {
    "By bits": "Held-out relative output error by bits.",
    "By row": "Held-out error by row of W",
    "By column": "Share of the loss",
    "Weights and outputs": "Weight error against held-out output error",
    "Codes": "Codes of GPTQ less codes of RTN.",
    "One output": "Output ",
    "Grids": "",
}
ODD = [
    {},
    {"data": "white", "group": "8", "n": "32"},
    {"n": "16", "damp": "1e-6", "act_order": "1"},
    {"out": "1", "inp": "2", "n": "1", "bits": "8", "grid": "asymmetric"},
    {"data": "dead", "group": "8", "scales": "static", "act_order": "1", "grid": "reference"},
    {"data": "digits1", "inp": "2", "n": "1", "seed": "1"},
]


def choose(app: AppTest, part: str) -> AppTest:
    return app.segmented_control(key="versus_part").set_value(part).run()


def alts(app: AppTest) -> list[str]:
    return [element.proto.alt for element in app.get("plotly_chart")]


def words(app: AppTest) -> str:
    return "\n".join([*html_text(app), *(text.value for text in [*app.main.caption, *app.main.markdown])])


@pytest.mark.parametrize("query", ODD, ids=str)
def test_every_part_has_its_picture_under_the_same_headline(query: dict[str, str]) -> None:
    app = open_page(PAGE, **query)
    headline = html_text(app)[:2]
    for part, start in CHARTS.items():
        choose(app, part)
        assert_whole(app, NAME)
        assert not app.error
        assert [alt[: len(start)] for alt in alts(app)] == [start], part
        assert html_text(app)[:2] == headline
        assert "nan" not in words(app).split()
    assert link(app) == query


def test_the_headline_and_the_table_say_the_errors_of_the_default_layer() -> None:
    number, table, *_ = html_text(open_page(PAGE))
    assert number == "3.1× smaller output error than plain rounding (RTN), at the same 3 bits a weight."
    assert "▲ RTN 0.0413 0.0402" in table
    assert "● GPTQ 0.0133 0.0133 3.1×" in table
    assert "■ GPTQ, act_order 0.0105 0.0101 3.9×" in table


@pytest.mark.parametrize(
    ("settings", "starts"),
    [
        (Settings(data="white", group=8, n=32), "1.2× larger output error"),
        (Settings(damp=100.0), "1× GPTQ buys nothing here"),
        (Settings(data="white", bits=4), "≈ 1× Practically equal"),
        (Settings(data="digits1", inp=2, n=1, seed=1), "1× GPTQ buys nothing here"),
    ],
)
def test_where_gptq_does_not_win_the_headline_says_so(settings: Settings, starts: str) -> None:
    result = race(example_layer(*settings.layer_key), settings.config)
    assert not result.held_out["gptq"][-1] * 1.05 < result.held_out["rtn"][-1]
    assert html_text(open_page(PAGE, **settings.texts))[0].startswith(starts)


@pytest.mark.parametrize("act_order", ["0", "1"])
def test_act_order_is_always_beside_natural_order_and_the_setting_is_marked(act_order: str) -> None:
    app = open_page(PAGE, act_order=act_order)
    [table] = [element.proto.body for element in app.get("html") if "<table>" in element.proto.body]
    assert "● GPTQ<" in table
    assert "■ GPTQ, act_order<" in table
    marked = table.split("<tr class=marked>")[1].split("</tr>")[0]
    assert ("act_order" in marked) == (act_order == "1")


@pytest.mark.parametrize(("act_order", "colour"), [("0", LIGHT.gptq), ("1", LIGHT.variant)])
def test_the_headline_has_the_colour_of_the_gptq_that_is_marked(act_order: str, colour: str) -> None:
    headline, *_ = [element.proto.body for element in open_page(PAGE, act_order=act_order).get("html")]
    assert f'<strong style="color: {colour}">' in headline


@pytest.mark.parametrize("present", ["0", "1"])
def test_the_words_of_the_table_are_explained_to_who_asks(present: str) -> None:
    captions = open_page(PAGE, present=present).main.caption
    [explained] = [text.help for text in captions if text.value.startswith("Loss: ")]
    for word in ("Relative output error", "held out", "Frozen inverse", "RTN ÷ this", "Forecast"):
        assert f"{word}: " in explained


def test_on_a_projector_the_part_comes_before_the_table() -> None:
    shown = html_text(open_page(PAGE))
    projected = html_text(open_page(PAGE, present="1"))
    assert shown[0] == projected[0]
    assert shown[1].startswith("Relative output error")
    assert projected[-1] == shown[1]
    assert sorted(projected) == sorted(shown)


def test_columns_are_shown_on_held_out_inputs_and_in_the_layer_s_order_too() -> None:
    app = choose(open_page(PAGE), "By column")
    assert not [widget for widget in app.segmented_control if widget.key == "versus_order"]
    app.toggle(key="act_order").set_value(True).run()
    app.segmented_control(key="versus_order").set_value("In the layer’s order").run()
    app.segmented_control(key="versus_inputs").set_value("Held out").run()
    assert alts(app)[0].startswith("Share of the held-out error")
    assert "The held-out errors of the table." in words(app)


def test_another_row_is_another_output_and_the_grids_have_it_too() -> None:
    app = choose(open_page(PAGE), "One output")
    assert alts(app)[0].startswith("Output 2 ")
    app.number_input(key="versus_row").set_value(7).run()
    assert alts(app)[0].startswith("Output 7 ")
    choose(app, "Grids")
    assert "weights of row 7 on three grids" in alts(app)[0]
    app.number_input(key="out").set_value(3).run()
    assert_whole(app, NAME)
    assert not app.error
    assert app.number_input(key="versus_row").value <= 2


@pytest.mark.parametrize("part", CHARTS)
def test_a_singular_h_is_repaired_on_every_part(part: str) -> None:
    app = choose(open_page(PAGE, n="4", damp="0"), part)
    assert not app.error
    assert not alts(app)
    app.button(key="repair").click().run()
    assert link(app) == {"n": "4", "damp": "1e-6"}
    assert len(alts(app)) == 1


def test_an_h_that_is_singular_in_the_other_order_only_has_a_sentence_and_a_button(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(layer: Layer, config: GPTQConfig, bits: tuple[int, ...]) -> tuple[MethodErrors, ...]:
        if config.damp < 1e-4:
            raise ValueError("H is singular; raise damping")
        return method_errors(layer, config, bits)

    monkeypatch.setattr(standing, "method_errors", refuse)
    app = choose(open_page(PAGE, damp="2e-6", seed="9"), "Codes")
    assert_whole(app, NAME)
    assert any("H is singular; raise damping" in text.value for text in app.markdown)
    app.button(key="repair").click().run()
    assert link(app) == {"damp": "0.0001", "seed": "9"}
    assert len(alts(app)) == 1


def test_the_part_is_still_there_after_a_visit_to_another_page() -> None:
    app = choose(open_page(PAGE), "Codes")
    app.switch_page(OVERVIEW).run()
    app.switch_page(PAGE).run()
    assert app.segmented_control(key="versus_part").value == "Codes"


def test_every_part_is_on_the_page_and_every_control_has_a_label() -> None:
    app = open_page(PAGE)
    assert set(CHARTS) <= set(PARTS)
    for part in CHARTS:
        choose(app, part)
        for kind in ("segmented_control", "number_input", "button"):
            assert all(widget.label for widget in getattr(app.main, kind))
