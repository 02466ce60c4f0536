"""The player on a page: what Streamlit sends to the browser."""

from __future__ import annotations

from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from gptq_viz.player import component

DATA = b"GPQ1 any bytes"


def page() -> None:
    """A page with nothing but a player."""
    from gptq_viz.player.component import player

    player(b"GPQ1 any bytes", key="film")


def mounted(app: AppTest) -> Any:
    """What the one player of a page sends."""
    assert not app.exception
    (element,) = app.get("bidi_component")
    return element.proto


def test_payload_is_sent_as_it_is() -> None:
    assert mounted(AppTest.from_function(page).run()).bytes == DATA


def test_markup_style_and_joined_script_are_sent_inline() -> None:
    proto = mounted(AppTest.from_function(page).run())
    assert 'data-testid="player"' in proto.html_content
    assert "{" in proto.css_content
    assert "export default function" in proto.js_content
    assert "./engine.js" not in proto.js_content
    assert (proto.js_source_path, proto.css_source_path) == ("", "")


def test_reruns_keep_the_element_and_register_nothing_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    registered = []
    original = st.components.v2.component

    def counting(name: str, **content: Any) -> Any:
        registered.append(name)
        return original(name, **content)

    monkeypatch.setattr(st.components.v2, "component", counting)
    component._renderer.cache_clear()
    app = AppTest.from_function(page).run()
    first = mounted(app).id
    assert mounted(app.run()).id == first
    assert registered == [component.NAME]


def test_result_has_step_and_present_before_the_browser_spoke() -> None:
    def asking() -> None:
        import streamlit as st

        from gptq_viz.player.component import player

        result = player(b"GPQ1 any bytes")
        st.text(f"{result.step} {result.present}")

    app = AppTest.from_function(asking).run()
    assert not app.exception
    assert app.text[0].value == "None None"


def checking_page() -> None:
    """A page with nothing but the check of a replay."""
    import streamlit as st

    from gptq_viz.player.component import replay_check

    st.text(str(replay_check(st.session_state.get("seen", b"GPC1 any bytes"))))


def test_check_gets_its_bytes_markup_style_and_script() -> None:
    proto = mounted(AppTest.from_function(checking_page).run())
    assert proto.bytes == b"GPC1 any bytes"
    assert 'role="status"' in proto.html_content
    assert ".replay_check[data-theme" in proto.css_content
    assert "export default function" in proto.js_content
    assert "function stepForward" in proto.js_content


def test_nothing_was_found_before_the_browser_spoke() -> None:
    assert AppTest.from_function(checking_page).run().text[0].value == "None"


def test_what_was_found_for_one_run_is_not_taken_for_anothers() -> None:
    app = AppTest.from_function(checking_page).run()
    first = mounted(app).id
    assert mounted(app.run()).id == first
    app.session_state["seen"] = b"GPC1 other bytes"
    assert mounted(app.run()).id != first
