"""The Checks page: what it says of true runs and of broken ones, and what it gives for a bug report."""

from __future__ import annotations

import math
import re
import tomllib
from html.parser import HTMLParser
from importlib.metadata import version
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from gptq_viz.figures.verdicts import COLUMNS, Line, verdict_lines
from gptq_viz.numerics import EXAMPLES, Check, checks, example_layer, identities
from gptq_viz.player.witness import Replayed
from gptq_viz.ui import cached
from gptq_viz.ui import checks as parts
from gptq_viz.ui.law_table import law_table
from gptq_viz.ui.links import read_link
from gptq_viz.ui.presets import PRESETS, Preset
from gptq_viz.ui.report import replay_sentence
from gptq_viz.ui.settings import Settings
from gptq_viz.ui.versions import APP, versions
from tests.app.running import ROOT, assert_whole, html_text, link, open_page

CHECKS = "pages/checks.py"
LEDGER = "The ledger adds up to the damped error of each row"


@pytest.fixture(autouse=True)
def nothing_cached() -> None:
    cached.picture.clear()


def report_of(app: AppTest) -> str:
    *_, text = app.code
    return str(text.value)


def expected(settings: Settings) -> tuple[Check, ...]:
    return checks(example_layer(*settings.layer_key), settings.config)


def counts(found: tuple[Check, ...]) -> str:
    """The sentence, written here anew."""
    idle = sum(check.residual is None for check in found)
    text = f"{len(found) - idle} of {len(found)} identities hold on this layer"
    return text if not idle else f"{text}; {idle} do{'es' if idle == 1 else ''} not apply"


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_every_preset_gets_its_sentence_and_a_line_for_every_law(preset: Preset) -> None:
    app = open_page(CHECKS, **preset.settings.texts)
    assert_whole(app, "Checks")
    found = expected(preset.settings)
    sentence, table = html_text(app)
    assert sentence == counts(found)
    for check in found:
        assert f"{check.name} {check.formula}" in table
        assert (check.reason or check.scope) in table
    assert table.count("✓ holds") == sum(check.passed is True for check in found)
    assert table.count("– does not apply") == sum(check.passed is None for check in found)
    assert "fails" not in table
    assert sentence in report_of(app)


@pytest.mark.parametrize("data", EXAMPLES)
def test_no_law_fails_on_the_example_layers(data: str) -> None:
    sentence, table = html_text(open_page(CHECKS, data=data, act_order="1", group="8", grid="asymmetric"))
    assert "hold on this layer" in sentence
    assert "fail" not in sentence + table


def test_broken_numerics_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identities, "ledger", lambda *_: 1.3e-3)
    app = open_page(CHECKS)
    sentence, table = html_text(app)
    assert sentence == "21 of 23 identities hold on this layer; 1 fails, 1 does not apply"
    assert f"✗ fails 2 {LEDGER}" in table
    assert "1.3e-3" in table
    assert "1 fails" in report_of(app)
    assert re.search(rf"^✗ fails .* 1\.3e-3 .*{LEDGER}", report_of(app), re.MULTILINE)


def test_a_residual_of_nan_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identities, "ledger", lambda *_: math.nan)
    assert "1 fails" in html_text(open_page(CHECKS))[0]


def test_the_browser_is_sent_what_the_server_saw() -> None:
    [sent] = [e.proto.bytes for e in open_page(CHECKS, bits="2").get("bidi_component") if e.proto.bytes]
    assert sent == cached.witness(Settings(bits=2))
    assert sent[:4] == b"GPC1"
    assert sent.endswith(cached.payload(Settings(bits=2)))


@pytest.mark.parametrize(
    ("replayed", "words"),
    [
        (None, "not finished yet"),
        (
            Replayed(2.1e-7, 0),
            "holds: largest difference 2.1e-7 of the largest weight, limit 1e-5; the same bits after",
        ),
        (Replayed(0.3, 0), "fails: largest difference 3.0e-1 of the largest weight"),
        (Replayed(0.0, 7), "fails: largest difference 0 of the largest weight, limit 1e-5; 7 weights differ"),
        (Replayed(math.inf, 0), "fails: the run could not be replayed"),
    ],
)
def test_what_the_browser_found_is_in_the_report(
    replayed: Replayed | None, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert replay_sentence(replayed).startswith(words)
    monkeypatch.setattr(parts, "replay_check", lambda _: replayed)
    assert f"Replay    {words}" in report_of(open_page(CHECKS))


def test_the_link_restores_every_setting_even_the_defaults() -> None:
    given = Settings(data="outliers", out=3, inp=24, bits=2, group=8, scales="static", damp=1e-5)
    app = open_page(CHECKS, **given.texts)
    shown, report = (str(text.value) for text in app.code)
    assert f"Link      {shown}" in report
    query = dict(parse_qsl(urlsplit(shown).query))
    settings, _, notes = read_link(query)
    assert (settings, notes) == (given, ())
    assert set(query) == {"data", "out", "inp", "n", "seed", *given.texts, "grid", "act_order"}
    again = open_page(CHECKS, **query)
    assert link(again) == given.texts
    assert report_of(again) == report


def test_versions_and_seed_are_on_the_page_and_in_the_report() -> None:
    app = open_page(CHECKS, seed="12")
    numbers = {name: version(name.lower()) for name in ("NumPy", "SciPy", "Streamlit", "Plotly")}
    [caption] = [text.value for text in app.caption if "Python" in text.value]
    for name, number in numbers.items():
        assert f"{name} {number}" in caption
        assert f"{name} {number}" in report_of(app)
    assert "seed 12" in caption
    assert "seed 12" in report_of(app)


def test_the_apps_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert versions()["GPTQ Explorer"] == APP == project["version"]


def test_a_singular_hessian_gets_a_sentence_a_button_and_still_a_report() -> None:
    app = open_page(CHECKS, n="4", damp="0")
    assert_whole(app, "Checks")
    assert any("H is singular; raise damping" in text.value for text in app.markdown)
    assert html_text(app) == []
    assert "Laws      not checked: these settings cannot be run" in report_of(app)
    assert "damp 0" in report_of(app)
    app.button(key="repair").click().run()
    assert "hold on this layer" in html_text(app)[0]
    assert link(app) == {"n": "4", "damp": "1e-6"}


class TableReader(HTMLParser):
    """Cells of a table, row by row."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        self.rows[-1][-1] += data


def test_the_table_keeps_every_sign_of_a_formula_and_runs_no_markup() -> None:
    line = Line("failed", "✗", "fails", "7", "a < b & <b>c</b>", "U[j, k] = 0 for k < j", "1", "2", "<img>")
    html = law_table((line,))
    reader = TableReader()
    reader.feed(html)
    head, row = reader.rows
    assert head == list(COLUMNS)
    assert row == ["✗ fails", "7", "a < b & <b>c</b>U[j, k] = 0 for k < j", "1", "2", "<img>"]
    assert 'class="failed"' in html


def test_the_table_of_a_run_has_a_cell_for_every_column() -> None:
    reader = TableReader()
    reader.feed(law_table(verdict_lines(expected(Settings()))))
    assert {len(row) for row in reader.rows} == {len(COLUMNS)}
