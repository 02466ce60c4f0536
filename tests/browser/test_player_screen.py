"""What the player shows: true numbers, in every mode and size, with nothing cut off."""

from __future__ import annotations

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from gptq_viz.numerics import GPTQConfig, Race, example_layer, race
from gptq_viz.numerics.examples import DEFAULT_SEED
from gptq_viz.theme import DARK, LIGHT, PROJECTOR
from tests.browser.conftest import OpenPage
from tests.browser.stage import Stage, stage_of

PATH = "/column_by_column"
NUMBER = r"−?\d+(?:\.\d+)?(?:e−?\d+)?"


@pytest.fixture(scope="module")
def default_race() -> Race:
    return race(example_layer("factor", 8, 16, 256, DEFAULT_SEED), GPTQConfig())


def numbers_in(text: str) -> list[float]:
    """The numbers of a text with true minus signs."""
    return [float(found.replace("−", "-")) for found in re.findall(NUMBER, text)]


def rounded(value: float) -> float:
    """Three significant digits, as on the screen."""
    return float(f"{value:.3g}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("query", ["", "?present=1", "?out=64&inp=64&n=512", "?out=256&inp=256&n=512"])
def test_everything_is_above_the_fold(open_page: OpenPage, scheme: str, query: str) -> None:
    stage = stage_of(open_page(PATH + query, color_scheme=scheme))
    expect(stage.page.get_by_role("heading", name="Column by column", level=1)).to_be_visible()
    caption = stage.part("caption").bounding_box()
    assert caption is not None
    assert caption["y"] + caption["height"] <= 720
    overflow = "root => root.scrollWidth > root.clientWidth + 1 || root.scrollHeight > root.clientHeight + 1"
    assert not stage.root.evaluate(overflow)
    scrolled = "document.querySelector('[data-testid=\"stMain\"]')"
    assert stage.page.evaluate(f"{scrolled}.scrollHeight - {scrolled}.clientHeight") <= 1


@pytest.mark.parametrize(("scheme", "palette"), [("light", LIGHT), ("dark", DARK)])
def test_the_player_wears_the_theme(open_page: OpenPage, scheme: str, palette: object) -> None:
    stage = stage_of(open_page(PATH, color_scheme=scheme))
    expect(stage.root).to_have_attribute("data-theme", scheme)
    colour = stage.root.evaluate("root => getComputedStyle(root).getPropertyValue('--gv-gptq')")
    assert colour.strip() == palette.gptq  # type: ignore[attr-defined]


def test_a_change_of_theme_repaints_the_player(open_page: OpenPage) -> None:
    stage = stage_of(open_page(PATH))
    stage.page.emulate_media(color_scheme="dark")
    expect(stage.root).to_have_attribute("data-theme", "dark", timeout=10_000)


def test_projector_mode_is_large(open_page: OpenPage) -> None:
    stage = stage_of(open_page(PATH + "?present=1"))
    size = "(root, name) => parseFloat(getComputedStyle(root.querySelector(name)).fontSize)"
    assert 32 <= stage.root.evaluate(size, ".formula") <= 36
    assert stage.root.evaluate("root => parseFloat(getComputedStyle(root).fontSize)") == PROJECTOR.base
    play = stage.button("Play").bounding_box()
    assert play is not None
    assert play["height"] == PROJECTOR.button
    expect(stage.root.locator("canvas.numberline")).to_be_hidden()


def formula(stage: Stage) -> list[str]:
    """The three lines of the card."""
    return [stage.root.locator(f'[data-line="{n}"]').inner_text().replace("\n", " ") for n in range(3)]


def test_the_formula_card_has_the_numbers_of_the_trace(open_page: OpenPage, default_race: Race) -> None:
    stage = stage_of(open_page(PATH + "?step=5"))
    stage.press("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight")
    trace = default_race.traces["gptq"]
    D, Q = trace.D[2, 5], trace.Q[2, 5]
    lines = formula(stage)
    assert numbers_in(lines[0]) == pytest.approx([trace.step_codes[2, 5], trace.scale[2, 0], Q], abs=5e-4)
    first, second, third, last = numbers_in(lines[1])
    assert [first, third] == pytest.approx([Q + D, trace.U[5, 5]], abs=5e-4)
    assert second == pytest.approx(abs(Q), abs=5e-4)
    assert last == rounded(trace.E[2, 5])
    assert lines[2] == "W[:, 6:] −= err · U[5, 6:]"
    expect(stage.root.locator('[data-line="2"]')).to_have_attribute("data-lit", "true")


@pytest.mark.parametrize(
    "query", ["", "?bits=8&grid=reference", "?bits=8&grid=reference&damp=100", "?data=ar1"]
)
def test_the_formula_adds_up_with_the_numbers_it_shows(open_page: OpenPage, query: str) -> None:
    stage = stage_of(open_page(PATH + query))
    for _ in range(8):
        line = formula(stage)[1]
        first, second, pivot, err = numbers_in(line)
        gap = first + second if "+" in line else first - second
        assert gap / pivot == pytest.approx(err, rel=0.012)
        stage.press("PageDown", "ArrowDown")


def test_captions_tell_the_held_out_error_of_the_trace(open_page: OpenPage, default_race: Race) -> None:
    stage = stage_of(open_page(PATH + "?step=5"))
    stage.press("ArrowRight", "ArrowRight", "ArrowRight")
    held = default_race.held_out["gptq"]
    before, after = numbers_in(stage.caption().split("held-out error")[1])
    assert (before, after) == (rounded(held[5]), rounded(held[6]))
    stage.press("x", "End")
    ends = {name: rounded(curve[16]) for name, curve in default_race.held_out.items()}
    told = numbers_in(stage.caption().split("held-out error")[1])
    assert told[:2] == [ends["rtn"], ends["gptq"]]
    assert told[2] == pytest.approx(ends["gptq"] / ends["rtn"], rel=0.02)


def test_the_table_lists_every_row_of_the_column(open_page: OpenPage, default_race: Race) -> None:
    stage = stage_of(open_page(PATH + "?step=3"))
    stage.press("t")
    trace = default_race.traces["gptq"]
    rows = stage.part("table").locator("tbody tr")
    expect(rows).to_have_count(8)
    for i in range(8):
        shown = numbers_in(rows.nth(i).inner_text())
        D, Q = trace.D[i, 3], trace.Q[i, 3]
        assert shown == [
            i,
            rounded(Q + D),
            trace.step_codes[i, 3],
            rounded(Q),
            rounded(D),
            rounded(trace.E[i, 3]),
        ]
    stage.press("Escape")
    expect(stage.part("table")).to_be_hidden()


def test_hovering_a_cell_tells_its_value_and_what_moved_it_most(
    open_page: OpenPage, default_race: Race
) -> None:
    stage = stage_of(open_page(PATH + "?step=5"))
    canvas = stage.root.locator("canvas.matrix")
    box = canvas.bounding_box()
    assert box is not None
    # The last column, somewhere in the upper half of the matrix.
    stage.page.mouse.move(box["x"] + box["width"] - 12, box["y"] + box["height"] * 0.4)
    tip = stage.root.locator(".tip").inner_text()
    row, column = (int(n) for n in re.findall(r"row (\d+), column (\d+)", tip)[0])
    trace = default_race.traces["gptq"]
    changes = -trace.D[row, :5] * trace.F[:5, column]
    most = int(np.abs(changes).argmax())
    assert numbers_in(tip.split("weight")[1])[0] == pytest.approx(
        trace.weights_after(5)[row, column], rel=1e-4
    )
    assert f"column {most}: " in tip
    assert numbers_in(tip.split(f"column {most}:")[1])[0] == rounded(changes[most])


def test_the_tip_follows_the_weight_under_a_still_pointer(open_page: OpenPage, default_race: Race) -> None:
    stage = stage_of(open_page(PATH))
    box = stage.root.locator("canvas.matrix").bounding_box()
    assert box is not None
    stage.page.mouse.move(box["x"] + box["width"] - 12, box["y"] + box["height"] * 0.4)
    tip = stage.root.locator(".tip")
    row = int(re.findall(r"row (\d+)", tip.inner_text())[0])
    stage.press("PageDown", "PageDown", "PageDown")
    shown = numbers_in(tip.inner_text().split("weight")[1])[0]
    assert shown == pytest.approx(default_race.traces["gptq"].weights_after(3)[row, 15], rel=1e-4)


def test_dead_inputs_are_said_at_every_turn(open_page: OpenPage) -> None:
    stage = stage_of(open_page(PATH + "?data=digits1&out=8&inp=2&n=1&seed=1"))
    assert "a dead input" in stage.caption()
    stage.press("ArrowRight")
    assert "set to 0" in stage.caption()
    stage.press("End")
    assert "Q = 0" in stage.caption()


def test_an_error_before_the_first_column_is_explained(open_page: OpenPage) -> None:
    start = race(example_layer("dead", 8, 16, 256, DEFAULT_SEED), GPTQConfig()).held_out["gptq"][0]
    assert start > 0
    stage = stage_of(open_page(PATH + "?data=dead"))
    told = stage.caption().split("The error of")[1]
    assert numbers_in(told)[0] == float(f"{start:.2g}")
    assert "comes from dead inputs" in told


def test_clipped_weights_are_said_in_words(open_page: OpenPage) -> None:
    config = GPTQConfig(bits=2)
    trace = race(example_layer("outliers", 8, 16, 256, DEFAULT_SEED), config).traces["gptq"]
    clipped = trace.clipped.sum(axis=0)
    j = int(clipped.argmax())
    assert clipped[j] > 0
    stage = stage_of(open_page(f"{PATH}?data=outliers&bits=2&step={j}"))
    stage.press("ArrowRight")
    assert f"{clipped[j]} weight" in stage.caption()
    assert "clipped" in stage.caption()


def test_rtn_spreads_nothing(open_page: OpenPage) -> None:
    stage = stage_of(open_page(PATH + "?step=3"))
    stage.press("x", "ArrowRight", "ArrowRight", "ArrowRight")
    assert "leaves the other columns as they are" in stage.caption()
    assert formula(stage)[1].startswith("w − q = "), "RTN divides by no pivot"
    assert "RTN spreads nothing" in formula(stage)[2]
    stage.press("t")
    assert "U[j, j]" not in stage.part("table").inner_text()
    expect(stage.button("Row of U or of H⁻¹")).to_be_disabled()


def test_act_order_keeps_the_layers_own_column_numbers(open_page: OpenPage) -> None:
    layer = example_layer("outliers", 8, 16, 256, DEFAULT_SEED)
    trace = race(layer, GPTQConfig(act_order=True)).traces["gptq"]
    stage = stage_of(open_page(PATH + "?data=outliers&act_order=1&step=2"))
    assert stage.part("where").inner_text() == f"Step 2 (column {trace.perm[2]}), row 0"


def picture(stage: Stage) -> str:
    """The matrix as it is painted at this moment."""
    content: str = stage.root.evaluate("root => root.querySelector('canvas.matrix').toDataURL()")
    return content


def test_free_columns_fade_from_old_to_new(open_page: OpenPage) -> None:
    stage = stage_of(open_page(PATH))
    # Its own clock: on a busy machine a fade may be over before a picture of it is taken.
    stage.page.clock.install()
    stage.page.clock.pause_at(stage.page.evaluate("Date.now() + 1000"))
    stage.press("ArrowRight", "ArrowRight", "ArrowRight")
    pictures = []
    for milliseconds in (100, 100, 600, 100):
        stage.page.clock.run_for(milliseconds)
        pictures.append(picture(stage))
    early, halfway, faded, later = pictures
    assert len({early, halfway, faded}) == 3
    assert later == faded


def test_reduced_motion_shows_the_new_weights_at_once(open_page: OpenPage) -> None:
    stage = stage_of(open_page(PATH, reduced_motion="reduce"))
    stage.press("ArrowRight", "ArrowRight", "ArrowRight")
    first = picture(stage)
    stage.page.wait_for_timeout(600)
    assert picture(stage) == first


@pytest.mark.parametrize("width", [360, 390])
def test_narrow_screens_stack_without_scrolling_sideways(open_page: OpenPage, width: int) -> None:
    stage = stage_of(open_page(PATH, viewport=(width, 844)))
    expect(stage.root).to_have_attribute("data-narrow", "true")
    root = stage.root.bounding_box()
    assert root is not None
    assert root["width"] <= width
    assert not stage.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    tops = []
    for name in (".chips", "canvas.matrix", ".transport", ".card", "canvas.race", "canvas.numberline"):
        box = stage.root.locator(name).bounding_box()
        assert box is not None, name
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= width, name
        tops.append(box["y"])
    assert tops == sorted(tops)


@pytest.mark.parametrize(
    "query", ["?out=1&inp=2", "?out=256&inp=2", "?out=1&inp=256", "?bits=8&grid=reference", "?n=1"]
)
def test_odd_shapes_play_to_the_end(open_page: OpenPage, query: str) -> None:
    stage = stage_of(open_page(PATH + query))
    assert stage.press("PageDown", "ArrowRight", "ArrowRight", "ArrowRight")[0] == 1
    assert stage.press("End") == (stage.now().columns, "done")
    assert "NaN" not in stage.root.inner_text()
    assert "Infinity" not in stage.root.inner_text()
