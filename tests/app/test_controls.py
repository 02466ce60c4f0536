from __future__ import annotations

import pytest

from gptq_viz.numerics import ALLOWED_BITS, EXAMPLES, GRIDS, SCALES
from gptq_viz.numerics.network import digits_layer
from gptq_viz.ui import names
from gptq_viz.ui.settings import FIELDS
from tests.app.running import OVERVIEW, PLAYER, open_page


def test_every_setting_has_a_control_with_a_label_and_one_line_of_help() -> None:
    app = open_page(OVERVIEW)
    widgets = [*app.selectbox, *app.number_input, *app.select_slider, *app.toggle]
    assert {widget.key for widget in widgets} == {*FIELDS, "present"}
    for widget in widgets:
        assert widget.label
        assert 10 < len(widget.help) < 110
        assert widget.help.endswith(".")


def test_every_choice_can_be_chosen() -> None:
    assert tuple(names.EXAMPLE_NAMES) == EXAMPLES
    assert tuple(names.GRID_NAMES) == GRIDS
    assert tuple(names.SCALES_NAMES) == SCALES
    assert [int(text) for text in open_page(OVERVIEW).select_slider(key="bits").options] == list(ALLOWED_BITS)


@pytest.mark.parametrize(
    ("key", "low", "high"), [("out", 1, 256), ("inp", 2, 256), ("n", 1, 8192), ("seed", 0, 9999)]
)
def test_numbers_may_be_anything_in_their_range(key: str, low: int, high: int) -> None:
    widget = open_page(OVERVIEW).number_input(key=key)
    assert (widget.min, widget.max, widget.step) == (low, high, 1)


def test_scales_are_off_without_groups_and_say_why() -> None:
    app = open_page(OVERVIEW, scales="static")
    assert app.selectbox(key="scales").disabled
    assert "no groups" in app.selectbox(key="scales").help
    assert app.selectbox(key="scales").value == "static"
    app.selectbox(key="group").set_value(8).run()
    assert not app.selectbox(key="scales").disabled
    assert "no groups" not in app.selectbox(key="scales").help


def test_seed_and_samples_mean_images_for_the_digit_network() -> None:
    made, read = open_page(OVERVIEW), open_page(OVERVIEW, data="digits1")
    assert "Another seed, another layer" in made.number_input(key="seed").help
    assert "images are drawn" in read.number_input(key="seed").help
    assert "Training images" in read.number_input(key="n").help


def test_the_range_of_a_number_stands_in_its_help() -> None:
    for widget in open_page(OVERVIEW).number_input:
        assert widget.help.endswith(f" ({widget.min:g}–{widget.max:g}).")


def test_fields_of_the_layer_come_in_the_order_of_reading() -> None:
    assert [widget.label for widget in open_page(OVERVIEW).sidebar.number_input] == [
        "Rows",
        "Columns",
        "Samples",
        "Seed",
    ]


@pytest.mark.parametrize("page", [OVERVIEW, PLAYER])
def test_every_control_starts_in_the_browser_at_its_own_value(page: str) -> None:
    """The browser shows the default until it has heard of the session’s value: no false setting before."""
    texts = {"data": "dead", "out": "9", "inp": "24", "n": "77", "seed": "5", "bits": "4", "damp": "0.0123"}
    texts |= {"grid": "reference", "group": "8", "scales": "static", "act_order": "1", "present": "1"}
    app = open_page(page, **texts)
    for key in ("out", "inp", "n", "seed"):
        assert str(int(app.number_input(key=key).proto.default)) == texts[key]
    for key in ("bits", "damp"):
        slider = app.select_slider(key=key)
        assert slider.options[int(slider.proto.default[0])] == texts[key]
    for key in ("data", "grid", "group", "scales"):
        box = app.selectbox(key=key)
        assert box.options[box.proto.default].startswith(texts[key])
    assert app.toggle(key="act_order").proto.default
    assert app.toggle(key="present").proto.default


def test_what_a_network_cannot_give_is_said_beside_the_fields() -> None:
    def said(**query: str) -> list[str]:
        captions = [caption.value for caption in open_page(OVERVIEW, **query).sidebar.caption]
        return [text for text in captions if text.startswith("There are only")]

    assert said(data="digits1", inp="128") == ["There are only 64 columns: all are used."]
    assert said(data="digits1", inp="64") == said(data="digits2", inp="256") == said(inp="256") == []
    [both] = said(data="digits1", inp="65", n="8192")
    seen = digits_layer(1, 8, 64, 8192, 0).n
    assert both == f"There are only 64 columns and {seen:,} training images: all are used."
