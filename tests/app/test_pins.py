"""Pin and compare: pins in the link, their table, their pictures, and buttons that put them back or away."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from gptq_viz import numerics
from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import storage
from gptq_viz.ui import cached, pinned
from gptq_viz.ui.pins import Pins
from gptq_viz.ui.settings import Settings
from tests.app.running import OVERVIEW, PLAYER, html_text, link, open_page

PAGE, PART = "pages/rtn_vs_gptq.py", "Pin and compare"
FOUR = "bits.2~~group.8~~bits.4~act_order.1~~damp.0.1"


def open_pins(**query: str) -> AppTest:
    return open_page(PAGE, **query).segmented_control(key="versus_part").set_value(PART).run()


def table(app: AppTest) -> str:
    [found] = [text for text in html_text(app) if text.startswith("Setting")]
    return found


def alt(app: AppTest) -> str:
    [chart] = app.get("plotly_chart")
    return str(chart.proto.alt)


def sentences(app: AppTest) -> list[str]:
    return [element.value for element in (*app.markdown, *app.caption)]


def says(app: AppTest, words: str) -> bool:
    return any(words in sentence for sentence in sentences(app))


def test_pinning_puts_the_settings_into_the_link_and_the_table() -> None:
    app = open_pins(bits="2")
    assert says(app, "up to four pins")
    app.button(key="pin").click().run()
    assert link(app) == {"bits": "2", "pins": "bits.2"}
    assert says(app, "These settings are pinned already, as A.")
    assert app.button(key="pin").disabled
    assert "A = now" in table(app)
    app.select_slider(key="bits").set_value(4).run()
    assert link(app) == {"bits": "4", "pins": "bits.2"}
    assert not app.button(key="pin").disabled
    assert "now: 4 bits" in table(app)
    assert "A: 2 bits" in table(app)
    app.button(key="pin").click().run()
    assert link(app)["pins"] == "bits.2~~bits.4"


def test_a_fifth_pin_is_refused_with_the_reason() -> None:
    app = open_pins(pins=FOUR)
    assert app.button(key="pin").disabled
    assert says(app, "4 settings are pinned, and there is room for no more. Remove one first.")
    app.button(key="remove B").click().run()
    assert link(app)["pins"] == "bits.2~~bits.4~act_order.1~~damp.0.1"
    assert not app.button(key="pin").disabled


def test_a_pin_is_put_back_on_every_page_and_stays_pinned() -> None:
    app = open_pins(pins=FOUR, step="3", data="ar1")
    app.button(key="use C").click().run()
    assert link(app) == {"bits": "4", "act_order": "1", "pins": FOUR}
    assert app.button(key="use C").disabled
    app.switch_page(OVERVIEW).run()
    assert app.select_slider(key="bits").value == 4
    assert app.selectbox(key="data").value == "factor"
    app.switch_page(PLAYER).run()
    assert link(app)["pins"] == FOUR


def test_a_link_that_pins_a_setting_twice_shows_it_once() -> None:
    app = open_pins(pins="bits.2~~default~~bits.2")
    assert link(app)["pins"] == "bits.2~~default"


def test_all_pins_are_removed_at_once() -> None:
    app = open_pins(pins=FOUR, bits="6")
    app.button(key="remove all").click().run()
    assert link(app) == {"bits": "6"}
    assert [button.key for button in app.button if "remove" in (button.key or "")] == []


def test_the_table_has_the_errors_and_the_true_bits_of_each_setting() -> None:
    one = Settings(bits=2, group=8, act_order=True, out=12, inp=24)
    run = numerics.race(numerics.example_layer(*one.layer_key), one.config)
    found = table(open_pins(pins=Pins().write((one,))))
    for curves in (run.held_out, run.calibration):
        for method in ("rtn", "gptq"):
            assert three_digits(float(curves[method][-1])) in found
    assert f"{storage(12, 24, one.config).per_weight:.4g}" in found


def test_a_pin_that_cannot_be_run_says_why_and_the_others_are_drawn() -> None:
    app = open_pins(pins="n.4~damp.0~~bits.2")
    assert "A: 4 samples, damping 0. Cannot be run: H is singular; raise damping" in table(app)
    assert "A: 4 samples, damping 0: cannot be run" in alt(app)
    assert "B: 2 bits: RTN 0.4" in alt(app)


def test_pins_are_compared_also_where_the_settings_of_now_cannot_be_run() -> None:
    app = open_pins(pins="default", n="4", damp="0")
    assert not app.exception
    assert "Cannot be run" in table(app)
    assert "A: 256 samples, damping 0.01: RTN 0.0413" in alt(app)


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ({"bits": 2, "n": 32}, True),
        ({"seed": 3}, False),
        ({"out": 4}, False),
        ({"data": "white"}, False),
    ],
)
def test_held_out_errors_are_said_to_compare_where_weights_and_held_out_inputs_are_the_same(
    other: dict[str, Any], same: bool
) -> None:
    one = Settings(**other)
    now, then = cached.layer(Settings()), cached.layer(one)
    pairs = ((now.W, then.W), (now.X_test, then.X_test))
    assert all(np.array_equal(left, right) for left, right in pairs if left is not None) is same
    app = open_pins(pins=Pins().write((one,)))
    assert says(app, "so held-out errors compare") is same
    assert says(app, "compare how many times GPTQ’s error RTN’s is, not the errors") is not same


def test_the_seed_of_the_digits_only_draws_their_samples() -> None:
    pair = [Settings(data="digits2", out=4, inp=8, seed=seed, n=20) for seed in (1, 2)]
    first, second = map(cached.layer, pair)
    assert np.array_equal(first.W, second.W)
    assert first.X_test is not None
    assert second.X_test is not None
    assert np.array_equal(first.X_test, second.X_test)
    assert pinned.share_outputs(pair)


@pytest.mark.parametrize(
    "pin",
    [
        Settings(out=1, inp=2, n=1),
        Settings(data="digits1", out=3, inp=2),
        Settings(bits=8, out=256, inp=256),
        Settings(data="dead", group=8, grid="asymmetric"),
    ],
)
def test_any_layer_can_be_pinned(pin: Settings) -> None:
    app = open_pins(pins=Pins().write((Settings(bits=2), pin)), present="1")
    assert not app.exception
    assert not app.error
    assert "B: " in table(app)


def test_a_link_with_other_settings_keeps_the_pins() -> None:
    app = open_page("pages/geometry.py", pins=FOUR, bits="4")
    [offered] = [element.proto for element in app.main.get("page_link")]
    assert dict(parse_qsl(offered.query_string))["pins"] == FOUR


def test_pins_are_not_run_again_when_the_page_is(monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_pins(pins=f"{FOUR}", seed="12")

    def fails(*_: object) -> None:
        raise AssertionError("a pin was run again")

    monkeypatch.setattr(numerics, "example_layer", fails)
    monkeypatch.setattr(numerics, "race", fails)
    app.run()
    assert not app.exception
    assert "D: seed 75, damping 0.1" in table(app)


def test_a_click_of_a_page_that_is_out_of_date_pins_nothing_twice() -> None:
    app = AppTest.from_function(_click_twice).run()
    assert not app.exception
    assert [text.value for text in app.text] == ["1 pinned", "4 pinned"]


def _click_twice() -> None:
    import streamlit as st

    from gptq_viz.ui import pinned, state
    from gptq_viz.ui.settings import Settings

    state.put({})
    for _ in range(2):
        pinned.pin(Settings(bits=2))
    st.text(f"{len(state.pinned())} pinned")
    for seed in range(9):
        pinned.pin(Settings(seed=seed))
    st.text(f"{len(state.pinned())} pinned")
