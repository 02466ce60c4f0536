"""Advice on the settings of the sidebar: its cards, their severity in icon and word, and their buttons."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from gptq_viz.figures.advice_words import advice_data
from gptq_viz.numerics import example_layer, race
from gptq_viz.ui.advice import ICONS
from gptq_viz.ui.presets import PRESETS, Preset
from tests.app.running import WHEN_IT_BREAKS, assert_whole, html_text, link, open_page

NAME = "When it breaks"
# A setting with this advice, what its button is called, and what the link says after it was pressed.
BUTTONS = {
    "loses": ({"data": "shift"}, "Set damping to 10", {"data": "shift", "damp": "10"}),
    "few_samples": ({"n": "20"}, "Set samples to 128", {"n": "128"}),
    "large_error": ({"bits": "2"}, "Set bits to 3", {}),
    "ill_conditioned": ({"n": "12", "damp": "1e-6"}, "Set damping to 0.01", {"n": "12"}),
    "one_sided": (
        {"grid": "reference", "group": "8", "out": "256", "seed": "1"},
        "Set grid to symmetric",
        {"group": "8", "out": "256", "seed": "1"},
    ),
    "clipped": (
        {"data": "outliers", "out": "32", "inp": "64", "n": "512", "bits": "2"},
        "Turn act_order on",
        {"data": "outliers", "out": "32", "inp": "64", "n": "512", "bits": "2", "act_order": "1"},
    ),
}


SEVERITIES = {f"{icon} {severity.capitalize()}" for severity, icon in ICONS.items()}


def severities(app: AppTest) -> list[str]:
    """Icon and word of each card, in their order."""
    return [text.value for text in app.main.markdown if text.value in SEVERITIES]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_every_preset_shows_its_advice_and_the_numbers_looked_at(preset: Preset) -> None:
    settings = preset.settings
    app = open_page(WHEN_IT_BREAKS, **settings.texts)
    assert_whole(app, NAME)
    assert not app.error
    expected = advice_data(race(example_layer(*settings.layer_key), settings.config))
    words = html_text(app)
    for counsel in expected.given:
        assert any(counsel.remark.title in text and counsel.remark.sentence in text for text in words)
    assert severities(app) == [f"{ICONS[one.severity]} {one.severity.capitalize()}" for one in expected.given]
    assert expected.looked_at in [caption.value for caption in app.main.caption]


@pytest.mark.parametrize("kind", BUTTONS)
def test_a_button_sets_what_it_says_and_its_warning_goes(kind: str) -> None:
    query, label, after = BUTTONS[kind]
    app = open_page(WHEN_IT_BREAKS, **query)
    assert app.button(key=f"remedy_{kind}").label == label
    app.button(key=f"remedy_{kind}").click().run()
    assert_whole(app, NAME)
    assert link(app) == after
    assert not [button for button in app.button if button.key == f"remedy_{kind}"]


def test_a_sound_layer_has_no_card_and_no_button() -> None:
    app = open_page(WHEN_IT_BREAKS)
    assert severities(app) == []
    assert not [button for button in app.button if (button.key or "").startswith("remedy_")]
    assert any(caption.value.startswith("Looked at: 16 samples") for caption in app.main.caption)


def test_a_singular_h_is_told_as_serious_with_what_is_known_without_a_run() -> None:
    app = open_page(WHEN_IT_BREAKS, n="12", damp="0")
    assert_whole(app, NAME)
    assert not app.error
    assert severities(app) == [":material/error: Serious", ":material/warning: Warning"]
    labels = [button.label for button in app.main.button]
    assert labels.count("Set damping to 1e-6") == 1
    assert "Errors were not looked at, since there is no run." in [text.value for text in app.main.caption]


def test_severities_differ_in_icon_and_word() -> None:
    icons, words = zip(*(text.split() for text in SEVERITIES), strict=True)
    assert len(set(icons)) == len(set(words)) == 3
