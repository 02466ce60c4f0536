"""The page of sweeps: its plan, a sweep from start to end or cancelled, and what is done with a result."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from gptq_viz.numerics.sweeps import Skipped, SweepRun, SweepTable, sweep
from gptq_viz.ui import sweep_pool
from gptq_viz.ui.sweep_chosen import FIRST, METHOD, SECOND, SEEDS, VALUES
from gptq_viz.ui.sweep_picture import clicked_number
from gptq_viz.ui.sweep_session import KEPT, RUNNING, Kept
from tests.app.running import OVERVIEW, assert_whole, html_text, link, open_page

PAGE, NAME = "pages/sweeps.py", "Sweeps"
# Long enough to be cancelled in the midst of it.
LONG = {"out": "256", "inp": "256", "n": "2048"}
PATIENCE = 60


def words(app: AppTest) -> str:
    """All that is written on the page."""
    return "\n".join([*(text.value for text in [*app.main.markdown, *app.main.caption]), *html_text(app)])


def alts(app: AppTest) -> list[str]:
    return [element.proto.alt for element in app.get("plotly_chart")]


def wait(app: AppTest, until: Callable[[], bool]) -> None:
    """Runs the page again and again, as the browser does, until something holds."""
    deadline = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < deadline
        time.sleep(0.1)
        app.run()
        assert not app.exception
        assert not app.error


def finish(app: AppTest) -> AppTest:
    """Starts the sweep that is chosen, and waits for its end."""
    app.button(key="sweep_start").click().run()
    wait(app, lambda: RUNNING not in app.session_state)
    return app


def pick(app: AppTest, name: str, *values: Any) -> AppTest:
    return app.multiselect(key=VALUES + name).set_value(list(values)).run()


def started() -> AppTest:
    """A sweep that takes many seconds, begun."""
    app = open_page(PAGE, **LONG)
    app.slider(key=SEEDS).set_value(20).run()
    app.selectbox(key=SECOND).set_value("group").run()
    return app.button(key="sweep_start").click().run()


def swept(**query: str) -> AppTest:
    """A small sweep of two dampings, finished."""
    app = open_page(PAGE, **query)
    app.slider(key=SEEDS).set_value(2).run()
    return finish(pick(app, "damp", 0.01, 100.0))


def test_the_plan_says_before_the_start_how_many_runs_there_are() -> None:
    app = open_page(PAGE)
    assert "**40 runs, about a second**: 8 settings with 5 seeds each" in words(app)
    app.slider(key=SEEDS).set_value(20).run()
    app.selectbox(key=SECOND).set_value("bits").run()
    assert "**960 runs, " in words(app)
    assert ": 48 settings with 20 seeds each" in words(app)


def test_settings_that_cannot_be_run_are_counted_with_their_reason() -> None:
    app = open_page(PAGE, inp="32", damp="0", n="64")
    app.selectbox(key=FIRST).set_value("n").run()
    pick(app, "n", 8, 16, 64)
    assert "**5 runs, about a second**: 3 settings" in words(app)
    [card] = [text for text in html_text(app) if "singular" in text]
    assert card.endswith("8 samples; 16 samples")
    finish(app)
    assert [values for (values, _) in app.session_state[KEPT].table.skipped] == [{"n": 8}, {"n": 16}]
    assert "singular" in words(app)


def test_where_nothing_can_be_run_the_reason_stands_beside_a_button_that_is_off() -> None:
    app = open_page(PAGE, inp="32", damp="0", n="8")
    app.selectbox(key=FIRST).set_value("bits").run()
    assert "None of these settings can be run: H is singular" in words(app)
    assert app.button(key="sweep_start").disabled


def test_a_sweep_from_start_to_end_has_the_numbers_of_a_direct_one() -> None:
    app = open_page(PAGE, bits="4", inp="24", n="64", seed="3")
    app.pills(key=METHOD).set_value(["gptq", "frozen"]).run()
    pick(app, "damp", 0.01, 1.0)
    finish(app)
    assert_whole(app, NAME)
    assert not app.get("progress")
    expected = sweep(
        {"bits": 4, "inp": 24, "n": 64}, {"damp": [0.01, 1.0]}, range(3, 8), methods=("rtn", "frozen", "gptq")
    )
    table = app.session_state[KEPT].table
    assert list(table) == list(expected)
    assert all((table[name] == expected[name]).all() for name in table)
    assert "Best setting" in words(app)
    assert "Best: damping" in alts(app)[0]


def test_a_cancelled_sweep_keeps_what_it_has() -> None:
    app = started()
    run = app.session_state[RUNNING].run
    wait(app, lambda: run.progress.done > 0)
    assert "960 runs" in app.get("progress")[0].proto.text
    assert "This sweep is of" not in app.get("progress")[0].proto.text
    app.select_slider(key="bits").set_value(4).run()
    said = app.get("progress")[0].proto.text
    assert said.endswith(". This sweep is of 3 bits; the settings are 4 bits now.")
    app.button(key="sweep_cancel").click().run()
    assert run.progress.state == "cancelled"
    assert f"Cancelled after {run.progress.done} of 960 runs." in words(app)
    assert not app.get("progress")
    assert len(app.session_state[KEPT].table["error"]) == 2 * run.progress.done
    assert app.button(key="sweep_start")


def test_every_look_at_a_running_sweep_keeps_it_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[SweepRun] = []
    monkeypatch.setattr(SweepRun, "attend", lambda run: looks.append(run))
    app = started()
    run = app.session_state[RUNNING].run
    assert looks == [run]
    app.run()
    assert looks == [run, run]
    app.button(key="sweep_cancel").click().run()


def test_leaving_the_page_cancels_and_its_rows_are_there_on_the_return() -> None:
    app = started()
    run = app.session_state[RUNNING].run
    app.switch_page(OVERVIEW).run()
    assert run.progress.state == "cancelled"
    app.switch_page(PAGE).run()
    assert_whole(app, NAME)
    assert "Cancelled after" in words(app)


def test_a_preset_starts_at_once_and_takes_the_place_of_a_sweep_on_its_way() -> None:
    app = started()
    run = app.session_state[RUNNING].run
    app.button(key="sweep More bits or smaller groups?").click().run()
    assert run.progress.state == "cancelled"
    assert link(app) == {"out": "16", "inp": "64", "n": "512"}
    wait(app, lambda: RUNNING not in app.session_state)
    assert alts(app)[0].startswith("Relative output error by bits and columns in a group, median of 5 seeds")
    assert app.session_state[KEPT].progress.state == "finished"


def test_a_result_stays_when_settings_change_and_says_of_which_it_is() -> None:
    app = swept()
    assert "This sweep is of" not in words(app)
    before = alts(app)
    app.select_slider(key="bits").set_value(4).run()
    assert "This sweep is of 3 bits; the settings are 4 bits now." in words(app)
    assert alts(app) == before
    app.select_slider(key="bits").set_value(3).run()
    assert "This sweep is of" not in words(app)
    app.slider(key=SEEDS).set_value(3).run()
    assert "This sweep is of other choices than those above." in words(app)
    finish(app)
    assert "This sweep is of" not in words(app)


def test_a_setting_of_the_sweep_is_set_everywhere_by_keyboard() -> None:
    app = swept(bits="4")
    app.select_slider(key="bits").set_value(8).run()
    choice = app.selectbox(key="sweep_use")
    assert choice.options == ["damping 0.01", "damping 100"]
    choice.set_value(1).run()
    app.button(key="sweep_put").click().run()
    assert link(app) == {"bits": "4", "damp": "100"}
    assert app.select_slider(key="damp").value == 100
    assert "This sweep is of" not in words(app)  # the setting is one of its own
    app.switch_page(OVERVIEW).run()
    assert app.select_slider(key="damp").value == 100


def test_using_a_setting_leaves_the_values_as_they_were_swept() -> None:
    """The setting's own value was among them at first only because it was the setting's."""
    app = open_page(PAGE, damp="0.03")
    before = app.multiselect(key=VALUES + "damp").value
    assert 0.03 in before
    finish(app)
    app.selectbox(key="sweep_use").set_value(0).run()
    app.button(key="sweep_put").click().run()
    assert link(app) == {"damp": "1e-6"}
    assert app.multiselect(key=VALUES + "damp").value == before
    assert "This sweep is of" not in words(app)


def test_the_best_setting_is_offered_first() -> None:
    app = open_page(PAGE)
    app.selectbox(key=FIRST).set_value("bits").run()
    pick(finish(app), "bits", 2)
    assert app.selectbox(key="sweep_use").value == 5
    assert app.selectbox(key="sweep_use").options[5] == "8 bits"


@pytest.mark.parametrize(
    "event",
    [
        None,
        {},
        {"selection": {"points": []}},
        {"selection": {"points": [{"customdata": None}]}},
        {"selection": {"points": [{"customdata": ["x"]}]}},
        {"selection": {"points": [{"customdata": [float("inf")]}]}},
    ],
)
def test_a_selection_that_names_no_setting_does_nothing(event: Any) -> None:
    assert clicked_number(event) is None


def test_choices_are_still_there_after_a_visit_to_another_page() -> None:
    app = open_page(PAGE)
    app.selectbox(key=FIRST).set_value("bits").run()
    app.selectbox(key=SECOND).set_value("group").run()
    app.slider(key=SEEDS).set_value(7).run()
    app.pills(key=METHOD).set_value(["frozen"]).run()
    pick(app, "bits", 3, 8)
    app.switch_page(OVERVIEW).run()
    app.switch_page(PAGE).run()
    assert (app.selectbox(key=FIRST).value, app.selectbox(key=SECOND).value) == ("bits", "group")
    assert app.slider(key=SEEDS).value == 7
    assert app.pills(key=METHOD).value == ["frozen"]
    assert app.multiselect(key=VALUES + "bits").value == [3, 8]


def test_a_parameter_is_never_on_both_axes() -> None:
    app = open_page(PAGE)
    app.selectbox(key=SECOND).set_value("bits").run()
    assert "Damping" not in app.selectbox(key=SECOND).options
    app.selectbox(key=FIRST).set_value("bits").run()
    assert app.selectbox(key=SECOND).value == "none"
    assert_whole(app, NAME)


def test_nothing_chosen_is_a_sentence_and_not_a_sweep() -> None:
    app = open_page(PAGE)
    pick(app, "damp")
    assert "Pick at least one value of Damping." in words(app)
    assert not [button for button in app.button if button.key == "sweep_start"]
    finish(pick(app, "damp", 0.01))
    pick(app, "damp")
    assert "This sweep is of other choices than those above." in words(app)
    pick(app, "damp", 0.01)
    assert "This sweep is of" not in words(app)
    app.pills(key=METHOD).set_value([]).run()
    assert "Pick a method: RTN alone has nothing to be compared with." in words(app)
    assert_whole(app, NAME)
    assert not app.error


def test_a_sweep_beyond_the_limit_of_the_host_is_refused_before_it_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(sweep_pool.SECONDS, "0.01")
    app = open_page(PAGE, **LONG)
    assert "This would compute for about" in words(app)
    assert "and this server allows about a second" in words(app)
    assert app.button(key="sweep_start").disabled
    monkeypatch.delenv(sweep_pool.SECONDS)
    app.run()
    assert not app.button(key="sweep_start").disabled


def test_a_pool_that_cannot_be_reached_is_said_beside_the_button(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable() -> None:
        raise sweep_pool.SweepPoolError("no scheduler answers")

    monkeypatch.setattr(sweep_pool, "pool", unreachable)
    app = open_page(PAGE)
    app.button(key="sweep_start").click().run()
    assert_whole(app, NAME)
    assert "No scheduler answers" in words(app)
    monkeypatch.undo()
    assert "Best setting" in words(finish(app))


def test_a_sweep_without_a_result_says_so_above_the_picture_of_the_settings_themselves() -> None:
    app = swept()
    kept: Kept = app.session_state[KEPT]
    nothing = SweepTable({name: column[:0] for name, column in kept.table.items()}, (), ())
    progress = replace(kept.progress, state="cancelled", done=0)
    app.session_state[KEPT] = Kept(kept.swept, nothing, progress)
    app.run()
    assert "Cancelled after 0 of 4 runs. There is no result." in words(app)
    assert "One setting so far" in words(app)
    assert "1 seed. damping 0.01: RTN 0.0413 held out" in alts(app)[0]
    assert not [box for box in app.selectbox if box.key == "sweep_use"]
    pick(app, "damp")
    assert not alts(app)


def test_failed_and_skipped_runs_are_listed_with_their_reasons() -> None:
    app = swept()
    kept: Kept = app.session_state[KEPT]
    table = SweepTable(dict(kept.table), (), (Skipped({"damp": 0.01, "seed": 75}, "a worker process ended"),))
    app.session_state[KEPT] = Kept(kept.swept, table, kept.progress)
    app.run()
    [card] = [text for text in html_text(app) if "worker process" in text]
    assert card == "A worker process ended 1 setting damping 0.01, seed 75"


def test_without_a_sweep_the_picture_begins_with_the_settings_themselves() -> None:
    app = open_page(PAGE)
    assert "1 seed. damping 0.01: RTN 0.0413 held out" in alts(app)[0]
    assert "One setting so far" in words(app)
    pick(app, "damp", 1.0)
    assert alts(app)[0].endswith("No result yet.")
    assert_whole(app, NAME)


def test_settings_that_cannot_be_run_can_be_swept_to_ones_that_can() -> None:
    app = open_page(PAGE, n="4", damp="0")
    assert "Best setting" in words(finish(app))
    assert not [button for button in app.button if button.key == "repair"]


def test_a_table_and_a_file_come_with_the_result() -> None:
    app = swept()
    assert "damping 100 4.188 " in words(app)
    [button] = app.get("download_button")
    assert button.proto.label == "All rows as CSV"


def test_projector_mode_shows_the_choices_on_demand_and_keeps_them() -> None:
    app = open_page(PAGE, present="1")
    app.toggle(key="sweep_choices").set_value(True).run()
    pick(app, "damp", 0.01, 100.0)
    app.toggle(key="sweep_choices").set_value(False).run()
    assert not app.multiselect
    assert "**10 runs, about a second**: 2 settings with 5 seeds each" in words(app)
    assert "Best setting" in words(finish(app))
    app.button(key="sweep Where does act_order pay?").click().run()
    wait(app, lambda: RUNNING not in app.session_state)
    assert "This sweep is of" not in words(app)


def test_every_control_has_a_label() -> None:
    app = swept()
    for kind in ("slider", "selectbox", "multiselect", "pills", "button"):
        assert all(widget.label for widget in getattr(app.main, kind))
