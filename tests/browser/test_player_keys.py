"""The player by keyboard and by its buttons."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.stage import Stage, stage_of

PATH = "/column_by_column"
BUTTONS = (
    "Play",
    "Next sub-step",
    "Previous sub-step",
    "Next column",
    "Previous column",
    "First column",
    "Last column",
    "Slower",
    "Faster",
    "Full screen",
    "Projector",
    "Help",
    "Copy link",
    "Show W",
    "Show change of W",
    "Show codes",
    "Swap GPTQ and RTN",
    "Row of U or of H⁻¹",
    "Numbers in cells",
    "Table of this column",
    "Previous row",
    "Next row",
)


@pytest.fixture
def stage(open_page: OpenPage) -> Stage:
    return stage_of(open_page(PATH))


def test_keys_work_as_soon_as_the_page_is_open(stage: Stage) -> None:
    assert stage.at() == (0, "read")
    phases = [stage.press("ArrowRight") for _ in range(5)]
    assert phases == [(0, "round"), (0, "error"), (0, "spread"), (1, "read"), (1, "round")]


def test_sub_steps_go_back_the_way_they_came(stage: Stage) -> None:
    stage.press("Shift+ArrowRight")
    phases = [stage.press("ArrowLeft") for _ in range(5)]
    assert phases == [(0, "spread"), (0, "error"), (0, "round"), (0, "read"), (0, "read")]


@pytest.mark.parametrize(
    ("forward", "back"), [("Shift+ArrowRight", "Shift+ArrowLeft"), ("PageDown", "PageUp")]
)
def test_column_keys_go_from_read_to_read(stage: Stage, forward: str, back: str) -> None:
    assert stage.press("ArrowRight", forward) == (1, "read")
    assert stage.press(forward, forward) == (3, "read")
    assert stage.press(back) == (2, "read")


def test_home_and_end_reach_both_ends(stage: Stage) -> None:
    assert stage.press("End") == (16, "done")
    assert stage.press("ArrowRight") == (16, "done")
    assert stage.press("ArrowLeft") == (15, "spread")
    assert stage.press("Home") == (0, "read")


def test_space_plays_pauses_and_starts_over_from_the_end(stage: Stage) -> None:
    stage.press("Space")
    assert stage.now().playing
    expect(stage.button("Pause")).to_be_visible()
    stage.press("Space")
    assert not stage.now().playing
    stage.press("End", "Space")
    assert stage.now().playing
    assert stage.now().step < 16


def test_playing_reaches_the_end_and_stops_there(stage: Stage) -> None:
    stage.press("]", "]", "PageDown", "Space")
    expect(stage.root).to_have_attribute("data-phase", "done", timeout=15_000)
    assert stage.now().playing is False
    assert "finished" in stage.caption()


def test_speed_has_four_values(stage: Stage) -> None:
    shown = [stage.part("speed").inner_text()]
    for _ in range(4):
        stage.press("]")
        shown.append(stage.part("speed").inner_text())
    assert shown == ["1×", "2×", "4×", "4×", "4×"]
    stage.press("[", "[", "[", "[")
    assert stage.part("speed").inner_text() == "½×"


def test_space_on_a_focused_button_acts_once(stage: Stage) -> None:
    stage.button("Next column").focus()
    assert stage.press("Space") == (1, "read")
    assert not stage.now().playing
    stage.button("Play").focus()
    stage.press("Space")
    assert stage.now().playing


def test_a_click_leaves_the_keyboard_with_the_player(stage: Stage) -> None:
    stage.button("Next column").click()
    assert stage.at() == (1, "read")
    stage.press("Space")
    assert stage.now().playing


def test_keys_are_left_to_input_fields(stage: Stage) -> None:
    stage.page.get_by_label("Rows", exact=True).first.click()
    stage.press("ArrowRight", "Home", "PageDown", "2", "n")
    assert stage.at() == (0, "read")
    expect(stage.button("Show W")).to_have_attribute("aria-pressed", "true")


def test_links_outside_keep_enter_but_lend_the_arrows(stage: Stage) -> None:
    stage.page.get_by_role("link", name="Column by column").focus()
    assert stage.press("ArrowRight") == (0, "round")


def test_keys_with_control_belong_to_the_browser(stage: Stage) -> None:
    assert stage.press("Control+ArrowRight", "Control+x", "Alt+End") == (0, "read")
    assert stage.part("method").inner_text() == "GPTQ"


def test_a_clicked_scrubber_gives_the_arrows_back(stage: Stage) -> None:
    slider = stage.root.get_by_role("slider", name="Column")
    box = slider.bounding_box()
    assert box is not None
    stage.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert stage.at() == (8, "read")
    assert stage.press("ArrowRight") == (8, "round")


def test_the_scrubber_is_a_slider_for_the_keyboard(stage: Stage) -> None:
    slider = stage.root.get_by_role("slider", name="Column")
    slider.focus()
    assert stage.press("ArrowRight", "ArrowRight") == (2, "read")
    assert stage.press("PageUp") == (1, "read"), "as everywhere else in the player"
    assert stage.press("End") == (16, "done")
    assert stage.press("Home") == (0, "read")


def test_every_action_is_a_button_of_forty_pixels(stage: Stage) -> None:
    for name in BUTTONS:
        box = stage.button(name).bounding_box()
        assert box is not None, name
        assert min(box["width"], box["height"]) >= 40, name
        assert "(" in (stage.button(name).get_attribute("title") or ""), f"{name} names its key"


def test_buttons_do_what_their_keys_do(stage: Stage) -> None:
    done = []
    for name in (
        "Last column",
        "Previous column",
        "First column",
        "Next sub-step",
        "Next column",
        "Previous sub-step",
    ):
        stage.button(name).click()
        done.append(stage.at())
    assert done == [(16, "done"), (15, "read"), (0, "read"), (0, "round"), (1, "read"), (0, "spread")]


def test_views_are_chosen_by_digits_and_letters(stage: Stage) -> None:
    for key, name in (("2", "Show change of W"), ("3", "Show codes"), ("1", "Show W")):
        stage.press(key)
        expect(stage.button(name)).to_have_attribute("aria-pressed", "true")
    stage.press("h")
    assert stage.part("strip").inner_text() == "H⁻¹"
    stage.press("x")
    assert stage.part("method").inner_text() == "RTN"
    stage.press("n")
    expect(stage.button("Numbers in cells")).to_have_attribute("aria-pressed", "false")


def test_rows_are_selected_by_arrows_buttons_and_clicks(stage: Stage) -> None:
    stage.press("ArrowDown", "ArrowDown")
    assert stage.part("where").inner_text() == "Column 0, row 2"
    stage.button("Previous row").click()
    assert stage.part("where").inner_text() == "Column 0, row 1"
    box = stage.root.locator("canvas.matrix").bounding_box()
    assert box is not None
    # Row 7 is the last one above the words under the matrix.
    stage.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.64)
    assert stage.part("where").inner_text() in {"Column 0, row 6", "Column 0, row 7"}


def test_help_opens_and_escape_closes_it(stage: Stage) -> None:
    stage.press("?")
    expect(stage.root.get_by_role("dialog", name="Help")).to_be_visible()
    assert stage.press("ArrowRight") == (0, "read"), "the help has the keyboard"
    stage.press("Escape")
    expect(stage.root.locator("dialog.help")).not_to_be_visible()
    assert stage.press("ArrowRight") == (0, "round")


def test_full_screen_fills_the_screen_and_comes_back(stage: Stage) -> None:
    stage.press("f")
    expect(stage.root).to_have_js_property("offsetWidth", 1280)
    assert stage.root.evaluate("root => root.matches(':fullscreen')")
    stage.press("f")
    stage.page.wait_for_function("document.fullscreenElement === null")


def test_keys_die_with_the_page(stage: Stage) -> None:
    stage.press("Space")
    stage.page.get_by_role("link", name="Overview").click()
    expect(stage.page.get_by_role("heading", name="Overview", level=1)).to_be_visible()
    expect(stage.root).to_have_count(0)
    defaults = "addEventListener('keydown', e => { window.left = e.defaultPrevented })"
    stage.page.evaluate(defaults)
    stage.page.keyboard.press("End")
    assert stage.page.evaluate("window.left") is False
