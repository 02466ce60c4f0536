"""The page of orders and groups: its five parts on every preset, their controls, and a singular H."""

from __future__ import annotations

import json

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from gptq_viz.numerics import GPTQConfig, compare_orders, example_layer, gptq, race
from gptq_viz.ui.order_and_groups import BITS, COLUMNS, LAZY, ORDER, PARTS, SCALES
from gptq_viz.ui.presets import PRESETS, Preset
from gptq_viz.ui.settings import Settings
from gptq_viz.ui.slide import slide_css
from tests.app.running import OVERVIEW, assert_whole, html_text, link, open_page

PAGE, NAME = "pages/order_and_groups.py", "Order and groups"
CHARTS = {
    ORDER: ["Relative output error by order"],
    COLUMNS: ["diag(H) of "],
    SCALES: ["Three rulers over the weights", "Share of codes that differ"],
    LAZY: ["Weights of one row on two lanes"],
    BITS: ["Held-out error against true bits"],
}
SINGULAR = {"n": "4", "damp": "0"}


def open_part(part: str, **query: str) -> AppTest:
    """The page with one of its parts chosen."""
    app = open_page(PAGE, **query)
    return app if part == ORDER else app.segmented_control(key="order_part").set_value(part).run()


def alts(app: AppTest) -> list[str]:
    return [element.proto.alt for element in app.get("plotly_chart")]


def traces_of(app: AppTest, chart: int = 0) -> list[dict[str, object]]:
    """The traces of a chart as they are sent."""
    found: list[dict[str, object]] = json.loads(app.get("plotly_chart")[chart].proto.spec)["data"]
    return found


def words(app: AppTest) -> str:
    """All that is written in cards, tables, sentences and captions."""
    return "\n".join([*html_text(app), *(text.value for text in [*app.main.caption, *app.main.markdown])])


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_every_part_of_every_preset_has_its_pictures_and_their_words(part: str, preset: Preset) -> None:
    app = open_part(part, **preset.settings.texts)
    assert_whole(app, NAME)
    assert not app.error
    assert [text[: len(start)] for text, start in zip(alts(app), CHARTS[part], strict=True)] == CHARTS[part]
    assert link(app) == preset.settings.texts
    assert "nan" not in words(app)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_g_idx_can_be_copied_and_is_that_of_the_run(preset: Preset) -> None:
    settings = preset.settings
    app = open_part(COLUMNS, **settings.texts)
    config = GPTQConfig(settings.bits, group=settings.group or 8, act_order=settings.act_order)
    run = gptq(example_layer(*settings.layer_key), config)
    assert [code.value for code in app.code] == [f"g_idx = {run.g_idx.tolist()}"]


def test_settings_without_groups_are_shown_with_groups_of_8_and_a_button_sets_them() -> None:
    for part in (COLUMNS, SCALES):
        app = open_part(part)
        assert "No groups are set: this part shows groups of 8, which are not in force." in words(app)
        app.button(key="set_groups").click().run()
        assert link(app) == {"group": "8"}
        assert "No groups are set" not in words(app)
        assert not [button for button in app.button if button.key == "set_groups"]


def test_a_group_as_wide_as_the_layer_is_one_group_and_a_narrow_layer_is_halved() -> None:
    app = open_part(SCALES, group="128")
    assert "One group is set: this part shows groups of 8," in words(app)
    narrow = open_part(COLUMNS, inp="5")
    assert "this part shows groups of 3," in words(narrow)
    assert not [button for button in narrow.button if button.key == "set_groups"]
    assert narrow.code[0].value == "g_idx = [0, 0, 0, 1, 1]"


@pytest.mark.parametrize("part", [COLUMNS, SCALES])
def test_a_layer_too_narrow_for_groups_says_so_and_a_button_widens_it(part: str) -> None:
    app = open_part(part, inp="2")
    assert_whole(app, NAME)
    assert not alts(app)
    assert "Groups of several columns need at least 4 columns, this layer has 2." in words(app)
    app.button(key="repair").click().run()
    assert link(app) == {"inp": "4"}
    assert "this part shows groups of 2," in words(app)
    assert len(alts(app)) == len(CHARTS[part])


def test_lazy_blocks_are_no_wider_than_the_layer_needs() -> None:
    app = open_part(LAZY, inp="2")
    slider = app.select_slider(key="lazy_block")
    assert (list(slider.options), slider.value) == (["1", "2"], 2)
    assert "blocks of 2" in alts(app)[0]
    wide = open_part(LAZY)
    wide.select_slider(key="lazy_block").set_value(16).run()
    wide.number_input(key="inp").set_value(3).run()
    assert not wide.warning
    assert wide.select_slider(key="lazy_block").value == 4


def test_act_order_beside_the_picture_is_the_setting_itself_and_the_bars_slide() -> None:
    app = open_part(COLUMNS)
    assert "without act_order" in alts(app)[0]
    assert not slides(app)
    app.segmented_control(key="columns_act_order").set_value("on").run()
    assert link(app) == {"act_order": "1"}
    assert app.toggle(key="act_order").value
    assert app.segmented_control(key="columns_act_order").proto.default == [1]  # so that no frame shows off
    assert not app.warning
    assert "with act_order" in alts(app)[0]
    [style] = slides(app)
    loudness = np.square(example_layer(*Settings().layer_key).X).sum(axis=0)
    place = np.argsort(np.argsort(-loudness, kind="stable"))
    assert f".point:nth-child(4) {{ --from: {100 * (3 - place[3]) / 0.85:.4g}% }}" in style
    app.run()
    assert not slides(app)  # only when the order has changed
    app.toggle(key="act_order").set_value(False).run()
    assert app.segmented_control(key="columns_act_order").value == "off"
    assert len(slides(app)) == 1


def slides(app: AppTest) -> list[str]:
    return [element.proto.body for element in app.get("html") if "@keyframes slide" in element.proto.body]


def test_who_wants_no_motion_gets_none() -> None:
    style = slide_css("columns_own", [1.0, -2.0])
    assert style.startswith("<style>@media (prefers-reduced-motion: no-preference) {")
    assert style.count("{") == style.count("}")


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_the_kernel_table_marks_the_settings(preset: Preset) -> None:
    settings = preset.settings
    app = open_part(COLUMNS, **settings.texts)
    [table] = [element.proto.body for element in app.get("html") if "<table>" in element.proto.body]
    marked = table.split("<tr class=marked>")[1].split("</tr>")[0]
    assert f">{'on' if settings.act_order else 'off'}<" in marked
    assert f">{'none' if settings.group is None else f'of {settings.group}'}<" in marked


def test_the_block_changes_the_codes_of_reference_scales_only() -> None:
    app = open_part(SCALES, out="16", inp="32", group="8")
    layer = example_layer("factor", 16, 32, 256, Settings().seed)
    codes = {
        (scales, block): gptq(layer, GPTQConfig(group=8, scales=scales, block=block)).codes
        for scales in ("updated", "static", "reference")
        for block in (8, 16)
    }
    for block in (8, 16):
        app.select_slider(key="scales_block").set_value(block).run()
        differing = int((codes["reference", block] != codes["updated", block]).sum())
        [table] = [text for text in html_text(app) if "other codes" in text]
        assert table.split("reference ")[1].split()[-1] == str(differing)
        assert table.split("static ")[1].split(" reference")[0].split()[-1] == str(
            int((codes["static", block] != codes["updated", block]).sum())
        )
        assert f"Blocks of {block} change {'no code' if block == 8 else '5 %'}" in words(app)
    for scales in ("updated", "static"):
        assert np.array_equal(codes[scales, 8], codes[scales, 16])


def test_another_group_and_row_show_other_weights() -> None:
    app = open_part(SCALES, out="16", inp="32", group="8")
    assert "row 0 where group 1 begins, at step 8" in alts(app)[0]
    app.slider(key="scales_group").set_value(3).run()
    app.number_input(key="scales_row").set_value(9).run()
    assert "row 9 where group 3 begins, at step 24" in alts(app)[0]


def test_a_smaller_layer_keeps_all_controls_in_range() -> None:
    app = open_part(SCALES, out="16", inp="64", group="8")
    app.slider(key="scales_group").set_value(7).run()
    app.number_input(key="scales_row").set_value(15).run()
    app.number_input(key="inp").set_value(9).run()
    app.number_input(key="out").set_value(2).run()
    assert_whole(app, NAME)
    assert not app.error
    assert app.slider(key="scales_group").value <= 1
    assert app.number_input(key="scales_row").value <= 1


def test_updates_pile_up_and_are_flushed_as_the_slider_moves() -> None:
    app = open_part(LAZY)
    for step, owed in ((1, "1 step to 12"), (4, "4 steps to 12"), (5, "1 step to 8"), (13, "0 columns wait")):
        app.slider(key="step_slider").set_value(step).run()
        assert f"Updates owed now {owed}" in words(app)
        assert link(app) == {"step": str(step)}
    app.select_slider(key="lazy_block").set_value(8).run()
    app.slider(key="step_slider").set_value(7).run()
    assert "Updates owed now 7 steps to 8 columns" in words(app)


def test_the_lanes_end_the_same_and_the_number_is_that_of_the_runs() -> None:
    app = open_part(LAZY, out="16", inp="32", group="8", scales="reference")
    [card] = [text for text in html_text(app) if text.startswith("Immediate and lazy")]
    assert float(card.split("at the end ")[1].split()[0]) <= 1e-12
    assert "take reference scales at the edges of these blocks" in card


def test_bits_of_the_settings_are_exact() -> None:
    app = open_part(BITS, out="16", inp="32", group="8", act_order="1")
    said = words(app)
    assert "True bits per weight, these settings 7.375 for codes of 3 bits" in said
    assert "g_idx, 32 bits a column 1,024 2" in said
    assert "all 3,776 7.375" in said


def test_the_pareto_picture_has_all_groups_at_256_columns() -> None:
    app = open_part(BITS, inp="256", n="300", out="4")
    for line in traces_of(app)[:3]:
        assert len(line["text"]) == 6
        assert line["text"][-1] == "8"


@pytest.mark.parametrize("part", PARTS)
def test_a_singular_h_has_a_button_except_where_nothing_is_run(part: str) -> None:
    app = open_part(part, **SINGULAR)
    assert_whole(app, NAME)
    assert not app.error
    if part == COLUMNS:
        assert alts(app)[0].startswith("diag(H) of 16 columns")
        return
    assert not alts(app)
    assert any("H is singular; raise damping" in text.value for text in app.markdown)
    app.button(key="repair").click().run()
    assert len(alts(app)) == len(CHARTS[part])


def test_an_h_that_is_singular_in_one_order_only_has_a_button_too() -> None:
    query = {"data": "digits3", "out": "2", "inp": "16", "n": "15", "damp": "0"}
    for seed in range(30):
        layer = example_layer("digits3", 2, 16, 15, seed)
        try:
            race(layer, GPTQConfig(damp=0.0))
        except ValueError:
            continue
        try:
            compare_orders(layer, GPTQConfig(damp=0.0))
        except ValueError:
            break
    else:
        pytest.fail("no such layer among these")
    app = open_page(PAGE, **query, seed=str(seed))
    assert any("H is singular; raise damping" in text.value for text in app.markdown)
    app.button(key="repair").click().run()
    assert len(alts(app)) == 1


def test_the_part_is_still_there_after_a_visit_to_another_page() -> None:
    app = open_part(BITS)
    app.switch_page(OVERVIEW).run()
    app.switch_page(PAGE).run()
    assert app.segmented_control(key="order_part").value == BITS


@pytest.mark.parametrize("part", PARTS)
def test_every_control_has_a_label(part: str) -> None:
    app = open_part(part)
    for kind in ("slider", "select_slider", "segmented_control", "number_input", "button"):
        assert all(widget.label for widget in getattr(app.main, kind))
