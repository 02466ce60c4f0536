from __future__ import annotations

import pytest

from gptq_viz.numerics import ALLOWED_BITS, EXAMPLES, GRIDS, SCALES
from gptq_viz.ui import names
from gptq_viz.ui.settings import FIELDS
from tests.app.running import OVERVIEW, open_page


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


def test_seed_and_inputs_mean_images_for_the_digit_network() -> None:
    made, read = open_page(OVERVIEW), open_page(OVERVIEW, data="digits1")
    assert "Another seed, another layer" in made.number_input(key="seed").help
    assert "images are drawn" in read.number_input(key="seed").help
    assert "Training images" in read.number_input(key="n").help
