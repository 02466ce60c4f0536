from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from gptq_viz.ui import state
from gptq_viz.ui.links import View
from gptq_viz.ui.presets import PRESETS
from gptq_viz.ui.settings import Settings
from tests.app.running import OVERVIEW, PAGES, PLAYER, ROOT, html_text, link, open_page, player_header

# One change of every control, as its widget is used, and what the link says then.
CHANGES: dict[str, tuple[str, Any, str]] = {
    "data": ("selectbox", "white", "white"),
    "out": ("number_input", 32, "32"),
    "inp": ("number_input", 255, "255"),
    "n": ("number_input", 8192, "8192"),
    "seed": ("number_input", 0, "0"),
    "bits": ("select_slider", 2, "2"),
    "grid": ("selectbox", "reference", "reference"),
    "group": ("selectbox", 8, "8"),
    "damp": ("select_slider", 0.1, "0.1"),
    "act_order": ("toggle", True, "1"),
    "present": ("toggle", True, "1"),
}


def chosen(app: Any) -> dict[str, Any]:
    return {key: getattr(app, widget)(key=key).value for key, (widget, _, _) in CHANGES.items()}


@pytest.mark.parametrize("key", CHANGES)
def test_a_control_changes_the_link_and_nothing_else(key: str) -> None:
    widget, value, text = CHANGES[key]
    app = open_page(OVERVIEW)
    before = chosen(app)
    getattr(app, widget)(key=key).set_value(value).run()
    assert not app.exception
    assert link(app) == {key: text}
    assert chosen(app) == before | {key: value}


def test_a_value_back_at_its_default_leaves_the_link() -> None:
    app = open_page(OVERVIEW, bits="2")
    app.select_slider(key="bits").set_value(3).run()
    assert link(app) == {}


def test_settings_are_carried_from_page_to_page_and_back() -> None:
    app = open_page(OVERVIEW)
    app.select_slider(key="bits").set_value(2).run()
    app.toggle(key="act_order").set_value(True).run()
    app.switch_page(PLAYER).run()
    assert player_header(app)["bits"] == 2
    assert player_header(app)["act_order"] is True
    app.number_input(key="seed").set_value(9).run()
    app.switch_page(OVERVIEW).run()
    assert link(app) == {"bits": "2", "act_order": "1", "seed": "9"}
    assert app.number_input(key="seed").value == 9
    assert "2 bits a weight" in html_text(app)[0]


@pytest.mark.parametrize("page", PAGES)
def test_a_direct_link_to_any_page_restores_the_settings(page: str) -> None:
    texts = {"bits": "4", "group": "8", "damp": "0.0123", "inp": "32", "step": "7", "pins": "default~~bits.2"}
    app = open_page(page, **texts)
    assert link(app) == texts
    assert app.select_slider(key="damp").value == 0.0123
    assert app.selectbox(key="group").value == 8


def test_damping_of_a_link_stays_on_the_slider_after_it_was_left() -> None:
    app = open_page(OVERVIEW, damp="0.0123")
    app.select_slider(key="damp").set_value(1.0).run()
    assert link(app) == {"damp": "1"}
    app.select_slider(key="damp").set_value(0.0123).run()
    assert link(app) == {"damp": "0.0123"}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_a_preset_sets_everything_at_once_and_keeps_the_mode(preset: Any) -> None:
    app = open_page(
        OVERVIEW, present="1", seed="5", n="64", grid="asymmetric", damp="1", step="4", pins="bits.2"
    )
    app.button(key=f"preset {preset.name}").click().run()
    assert not app.exception
    assert link(app) == preset.settings.texts | {"present": "1", "pins": "bits.2"}


def test_the_preset_in_use_is_marked() -> None:
    app = open_page(OVERVIEW, bits="2")
    marked = [button.label for button in app.sidebar.button if button.proto.type == "primary"]
    assert marked == ["2 bits"]


def test_reset_goes_back_to_the_defaults() -> None:
    app = open_page(OVERVIEW, bits="2", data="shift", group="16", step="3")
    app.button(key="reset").click().run()
    assert link(app) == {}
    assert app.select_slider(key="bits").value == 3
    assert app.selectbox(key="group").value == state.NO_GROUPS


@pytest.mark.parametrize("page", PAGES)
def test_projector_mode_has_a_visible_way_back(page: str) -> None:
    app = open_page(page, present="1")
    app.button(key="leave").click().run()
    assert link(app) == {}
    assert not [button for button in app.button if button.key == "leave"]


def test_fewer_columns_keep_the_step_within_them() -> None:
    app = open_page(PLAYER, step="12")
    app.number_input(key="inp").set_value(10).run()
    assert link(app) == {"inp": "10", "step": "10"}


def test_notes_stay_until_a_setting_is_changed() -> None:
    app = open_page(OVERVIEW, bits="7")
    app.run()
    assert [text.value for text in app.text] == [
        "The link says bits=7; bits must be 2, 3, 4, 5, 6 or 8. 3 is used."
    ]
    app.toggle(key="present").set_value(True).run()
    assert len(app.text) == 1
    app.select_slider(key="bits").set_value(2).run()
    assert len(app.text) == 0


def test_notes_can_be_dismissed() -> None:
    app = open_page(OVERVIEW, bits="7")
    app.button(key="dismiss").click().run()
    assert len(app.text) == 0
    assert not [button for button in app.button if button.key == "dismiss"]


def test_a_key_that_stands_twice_in_the_address_is_noted() -> None:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    app.query_params["bits"] = ["2", "4"]
    app.run()
    assert app.select_slider(key="bits").value == 4
    assert [text.value for text in app.text] == [
        "The link says bits more than once; the last, bits=4, counts."
    ]


class FakeStreamlit:
    """What `state` uses of Streamlit."""

    def __init__(self, query: dict[str, str]) -> None:
        self.session_state: dict[str, Any] = {}
        self.query_params = FakeQuery(query)


class FakeQuery(dict[str, str]):
    def to_dict(self) -> dict[str, str]:
        return dict(self)

    def get_all(self, key: str) -> list[str]:
        return [self[key]]

    def from_dict(self, new: dict[str, str]) -> None:
        self.clear()
        self.update(new)


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> FakeStreamlit:
    fake = FakeStreamlit({"bits": "2"})
    monkeypatch.setattr(state, "st", fake)
    return fake


def told(**values: Any) -> Any:
    """What a component leaves in the session state: keys are attributes too."""

    class Told(dict[str, Any]):
        __getattr__ = dict.get

    return Told(values)


def test_the_link_follows_the_player(page: FakeStreamlit) -> None:
    state.open_state()
    state.close_state()
    page.session_state[state.PLAYER] = told(step=5, present=None)
    state.keep_step()
    state.open_state()
    assert state.close_state() == (Settings(bits=2), View(step=5))
    assert page.query_params == {"bits": "2", "step": "5"}
    page.session_state[state.PLAYER] = told(step=5, present=1)
    state.keep_present()
    state.open_state()
    assert state.close_state()[1] == View(step=5, present=True)


@pytest.mark.parametrize("step", [None, -1, 257, "x", float("inf"), float("nan"), [], 1e300])
def test_nonsense_from_the_player_changes_nothing(page: FakeStreamlit, step: Any) -> None:
    state.open_state()
    state.close_state()
    page.session_state[state.PLAYER] = told(step=step, present=step)
    state.keep_step()
    state.keep_present()
    state.open_state()
    assert state.close_state() == (Settings(bits=2), View())


def test_the_player_hears_of_projector_mode_that_was_left_by_a_button(page: FakeStreamlit) -> None:
    page.session_state[state.PLAYER] = told(step=None, present=1)
    state.open_state()
    assert page.session_state[state.PLAYER]["present"] == 0


@pytest.mark.parametrize(
    ("key", "value"), [("bits", 7), ("n", None), ("seed", 10**9), ("damp", "1"), ("data", "x")]
)
def test_a_browser_cannot_send_a_setting_that_is_not_allowed(
    page: FakeStreamlit, key: str, value: Any
) -> None:
    state.open_state()
    state.close_state()
    page.session_state[key] = value
    state.open_state()
    assert state.close_state() == (Settings(bits=2), View())


def test_back_and_forward_bring_back_what_the_address_says(
    page: FakeStreamlit, monkeypatch: pytest.MonkeyPatch
) -> None:
    state.open_state()
    page.session_state["bits"] = 4
    state.open_state()
    state.close_state()
    assert page.query_params == {"bits": "4"}
    page.query_params.from_dict({"bits": "2"})
    state.open_state()
    assert state.close_state()[0] == Settings(bits=4), "without Back the session is right"
    page.query_params.from_dict({"bits": "2"})
    monkeypatch.setattr(state, "_came_by_history", lambda: True)
    state.open_state()
    assert state.close_state()[0] == Settings(bits=2)
