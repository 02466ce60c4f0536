"""The clock and the layout as they lie in the package: pure functions, without a page around them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage


@pytest.fixture
def files(open_static: OpenPage) -> Page:
    return open_static("/player.html")


PLAY_OUT = """async ([columns, speed, frame]) => {
  const { createClock, elapse, play } = await import("/clock.js");
  const clock = createClock(columns, 0);
  clock.speed = speed;
  play(clock);
  const phases = new Set();
  const steps = [];
  let time = 0;
  while (clock.playing) {
    elapse(clock, frame);
    time += frame;
    phases.add(clock.phase);
    if (steps[steps.length - 1] !== clock.step) steps.push(clock.step);
  }
  return { time, phases: [...phases], steps, phase: clock.phase };
}"""


def play_out(files: Page, columns: int, speed: float, frame: float = 16) -> dict[str, Any]:
    played: dict[str, Any] = files.evaluate(PLAY_OUT, [columns, speed, frame])
    return played


@pytest.mark.parametrize("columns", [2, 16, 32])
def test_up_to_32_columns_take_about_1200_ms_each(files: Page, columns: int) -> None:
    assert play_out(files, columns, 1)["time"] == pytest.approx(1200 * columns, rel=0.02)


@pytest.mark.parametrize("columns", [33, 64, 256])
def test_a_run_lasts_at_most_about_40_seconds(files: Page, columns: int) -> None:
    assert play_out(files, columns, 1)["time"] <= 40_400


def test_speed_four_is_four_times_as_fast(files: Page) -> None:
    slow, fast = play_out(files, 64, 1)["time"], play_out(files, 64, 4)["time"]
    assert slow / fast == pytest.approx(4, rel=0.05)


def test_slow_columns_show_four_sub_steps_and_fast_ones_merge(files: Page) -> None:
    assert set(play_out(files, 16, 1)["phases"]) == {"read", "round", "error", "spread", "done"}
    assert set(play_out(files, 256, 4)["phases"]) <= {"read", "spread", "done"}


def test_no_column_is_left_out_at_sixty_frames(files: Page) -> None:
    assert play_out(files, 64, 4)["steps"] == list(range(65))


def test_a_hidden_tab_does_not_make_the_player_jump(files: Page) -> None:
    played = play_out(files, 16, 1, frame=60_000)
    assert played["steps"] == list(range(17)), "a pause of a minute counts as a quarter of a second"


ARRANGE = """async ([width, height, out, inp, dpr, present]) => {
  const { arrangeLeft } = await import("/layout.js");
  const small = present ? 20 : 12;
  return arrangeLeft(width, height, { out, inp }, { small, axis: small + 1, present, ordered: true, dpr });
}"""


@pytest.mark.parametrize("present", [False, True])
@pytest.mark.parametrize("size", [(560, 440), (780, 600), (340, 400)])
@pytest.mark.parametrize("shape", [(1, 2), (8, 16), (64, 64), (256, 256)])
def test_panels_stand_below_each_other_inside_the_height(
    files: Page, present: bool, size: tuple[int, int], shape: tuple[int, int]
) -> None:
    box = files.evaluate(ARRANGE, [*size, *shape, 1, present])
    names = ["strip", "arrows", "matrix", "change", "ledger"]
    panels = [box[name] for name in names if box[name]]
    for above, below in pairwise(panels):
        assert above["y"] + above["h"] <= below["y"]
    assert box["height"] <= size[1] + 1
    assert box["x"] + box["w"] <= size[0]


@pytest.mark.parametrize("dpr", [1, 2])
def test_cells_never_shrink_below_a_device_pixel(files: Page, dpr: int) -> None:
    box = files.evaluate(ARRANGE, [560, 440, 4096, 4096, dpr, False])
    assert box["cw"] * dpr >= 1
    assert box["rh"] * dpr >= 1
    assert box["columns"] < 4096
    assert box["rows"] < 4096


def test_the_window_follows_the_active_column(files: Page) -> None:
    starts = files.evaluate(
        """async () => {
          const { windowStart } = await import("/layout.js");
          const starts = [];
          let first = 0;
          for (let j = 0; j < 4096; j++) starts.push((first = windowStart(first, j, 500, 4096)));
          return starts;
        }"""
    )
    assert all(first <= j < first + 500 for j, first in enumerate(starts))
    assert starts[-1] == 4096 - 500
    assert len(set(starts)) < 30, "it moves now and then, not at every column"
