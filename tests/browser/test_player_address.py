"""The player and the address bar: a link restores the view, and playing asks nothing of the server."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import OpenPage
from tests.browser.stage import run_of, stage_of, wait_for_new_run

PATH = "/column_by_column"


def set_number(page: Page, label: str, value: int) -> None:
    """Type a number into a sidebar field."""
    field = page.get_by_label(label, exact=True).first
    field.fill(str(value))
    field.press("Enter")


def test_a_link_opens_at_its_column(open_page: OpenPage) -> None:
    assert stage_of(open_page(PATH + "?step=5")).at() == (5, "read")


@pytest.mark.parametrize("asked", ["99", "-3", "x", "1e9", "5.5"])
def test_a_step_out_of_range_is_never_an_error(open_page: OpenPage, asked: str) -> None:
    stage = stage_of(open_page(f"{PATH}?step={asked}"))
    step, phase = stage.at()
    assert 0 <= step <= 16
    assert phase == ("done" if step == 16 else "read")


def test_a_link_to_the_last_column_opens_done(open_page: OpenPage) -> None:
    assert stage_of(open_page(PATH + "?step=16")).at() == (16, "done")


def test_the_address_follows_a_pause(open_page: OpenPage) -> None:
    stage = stage_of(open_page(PATH))
    stage.press("PageDown", "PageDown")
    stage.wait_for_query("step", "2")
    stage.press("Home")
    stage.wait_for_query("step", None)


def test_a_pause_does_not_send_the_payload_again(open_page: OpenPage) -> None:
    stage = stage_of(open_page(PATH + "?out=64&inp=64"))
    received: list[int] = []

    def count(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: received.append(len(frame)))

    page = stage.page
    page.on("websocket", count)
    page.reload()
    stage = stage_of(page)
    page.wait_for_timeout(1500)
    assert sum(received) > 40_000, "the payload itself was seen"
    received.clear()
    stage.press("PageDown")
    stage.wait_for_query("step", "1")
    page.wait_for_timeout(500)
    assert 0 < sum(received) < 20_000


def test_playing_asks_nothing_of_the_server(open_page: OpenPage) -> None:
    page = open_page(PATH)
    sent: list[int] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(len(frame))))
    page.reload()
    stage = stage_of(page)
    page.wait_for_timeout(1500)
    sent.clear()
    stage.press("]", "]", "Space")
    page.wait_for_timeout(2000)
    assert stage.now().playing
    assert stage.now().step >= 3
    assert sent == []
    stage.press("Space")
    stage.wait_for_query("step", str(stage.now().step))
    page.wait_for_timeout(700)
    assert len(sent) == 1


def test_a_change_of_settings_keeps_the_column_where_it_can(open_page: OpenPage) -> None:
    stage = stage_of(open_page(PATH + "?step=12"))
    before = run_of(stage)
    set_number(stage.page, "Columns", 20)
    wait_for_new_run(stage, before)
    assert stage.at() == (12, "read")
    before = run_of(stage)
    set_number(stage.page, "Columns", 9)
    wait_for_new_run(stage, before)
    assert stage.at() == (9, "done")


def test_projector_mode_goes_into_the_address_and_back(open_page: OpenPage) -> None:
    stage = stage_of(open_page(PATH))
    stage.press("p")
    expect(stage.root).to_have_attribute("data-present", "1")
    stage.wait_for_query("present", "1")
    stage.page.get_by_role("button", name="Leave projector mode").click()
    stage.wait_for_query("present", None)
    expect(stage.root).to_have_attribute("data-present", "0")
    stage.press("p")
    stage.wait_for_query("present", "1")
    stage.press("p")
    stage.wait_for_query("present", None)
    expect(stage.root).to_have_attribute("data-present", "0")


def test_copy_link_restores_the_exact_view(open_page: OpenPage) -> None:
    permissions = ["clipboard-read", "clipboard-write"]
    stage = stage_of(open_page(PATH + "?bits=2&inp=20", permissions=permissions))
    stage.press("PageDown", "PageDown", "PageDown", "l")
    expect(stage.part("caption")).to_contain_text("Link copied")
    link = urlsplit(stage.page.evaluate("navigator.clipboard.readText()"))
    assert {key: values[0] for key, values in parse_qs(link.query).items()} == {
        "bits": "2",
        "inp": "20",
        "step": "3",
    }
    again = stage_of(open_page(f"{link.path}?{link.query}"))
    assert again.at() == (3, "read")
    assert run_of(again) == run_of(stage)


def test_a_page_left_in_mid_play_comes_back_where_it_was(open_page: OpenPage) -> None:
    stage = stage_of(open_page(PATH))
    stage.press("PageDown", "PageDown", "PageDown")
    stage.wait_for_query("step", "3")
    stage.press("]", "]", "Space")
    stage.page.wait_for_timeout(1200)
    before = stage.now().step
    assert before > 3
    stage.page.get_by_role("link", name="Overview").click()
    expect(stage.page.get_by_role("heading", name="Overview", level=1)).to_be_visible()
    stage.page.get_by_role("link", name="Column by column").first.click()
    stage = stage_of(stage.page)
    step, phase = stage.at()
    assert step >= before
    assert phase in {"read", "done"}
    assert not stage.now().playing
    stage.wait_for_query("step", str(step))


def test_quick_presses_of_p_leave_page_and_player_alike(open_page: OpenPage) -> None:
    stage = stage_of(open_page(PATH))
    for _ in range(5):
        stage.press("p")
        stage.page.wait_for_timeout(90)
    stage.wait_for_query("present", "1")
    expect(stage.root).to_have_attribute("data-present", "1")
    expect(stage.page.get_by_role("button", name="Leave projector mode")).to_be_visible()


def test_two_tabs_do_not_disturb_each_other(open_page: OpenPage) -> None:
    one, two = stage_of(open_page(PATH)), stage_of(open_page(PATH + "?inp=20&step=7"))
    one.press("PageDown")
    assert two.at() == (7, "read")
    two.press("PageDown", "PageDown")
    two.wait_for_query("step", "9")
    one.wait_for_query("step", "1")
    assert (one.at(), two.at()) == ((1, "read"), (9, "read"))


def test_presets_start_at_the_first_column(open_page: OpenPage) -> None:
    stage = stage_of(open_page(PATH))
    stage.press("PageDown", "PageDown")
    stage.wait_for_query("step", "2")
    before = run_of(stage)
    stage.page.get_by_role("button", name="2 bits").click()
    wait_for_new_run(stage, before)
    expect(stage.root).to_have_attribute("data-step", "0")


def test_back_leaves_the_page_instead_of_walking_through_its_columns(open_page: OpenPage) -> None:
    page = open_page("/?bits=4")
    page.get_by_role("link", name="Column by column").first.click()
    stage = stage_of(page)
    for step in ("1", "2", "3"):
        stage.press("PageDown")
        stage.wait_for_query("step", step)
        page.wait_for_timeout(500)  # Python's own answer, which must not add an entry
    page.go_back()
    expect(page.get_by_role("heading", name="Overview", level=1)).to_be_visible()


def test_back_to_an_older_link_moves_the_player(open_page: OpenPage) -> None:
    stage = stage_of(open_page(PATH + "?step=2"))
    before = run_of(stage)
    set_number(stage.page, "Columns", 20)
    wait_for_new_run(stage, before)
    for _ in range(3):
        stage.button("Next column").click()
    stage.wait_for_query("step", "5")
    stage.page.wait_for_timeout(700)  # until Python knows too
    stage.page.go_back()
    expect(stage.root).to_have_attribute("data-step", "2", timeout=10_000)
