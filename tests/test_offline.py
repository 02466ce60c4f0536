"""Nothing the app serves or runs reaches beyond its own server."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BROWSER_FILES = sorted(p for p in ROOT.glob("gptq_viz/**/*") if p.suffix in (".js", ".css", ".html"))
PYTHON_FILES = sorted([*ROOT.glob("gptq_viz/**/*.py"), *ROOT.glob("pages/*.py"), ROOT / "app.py"])

# An SVG namespace is a name, never fetched.
NAMES = re.compile(r"http://www\.w3\.org/\d+/\w+")
ADDRESS = re.compile(r"(?:https?:|wss?:)?//[a-z0-9-]+(?:\.[a-z0-9-]+)+", re.IGNORECASE)
# In Markdown a link waits for a click; these fetch by themselves.
FETCHING_MARKUP = re.compile(
    r"<(?:script|link|img|iframe)\b|!\[[^\]]*\]\(\s*https?:|@import|url\(\s*['\"]?https?:", re.IGNORECASE
)
NETWORK_MODULES = {"socket", "urllib", "http", "ftplib", "requests", "httpx", "aiohttp", "urllib3"}
# Works on text alone.
HARMLESS = {"urllib.parse"}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", BROWSER_FILES, ids=name)
def test_browser_file_names_no_other_host(path: Path) -> None:
    assert ADDRESS.findall(NAMES.sub("", path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("path", BROWSER_FILES, ids=name)
def test_browser_file_imports_no_style_and_sends_no_request(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"@import|\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|EventSource", text) == []


@pytest.mark.parametrize("path", PYTHON_FILES, ids=name)
def test_python_file_writes_no_markup_that_fetches(path: Path) -> None:
    assert FETCHING_MARKUP.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", PYTHON_FILES, ids=name)
def test_python_file_opens_no_connection(path: Path) -> None:
    modules = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules |= {node.module}
    assert {module for module in modules - HARMLESS if module.split(".")[0] in NETWORK_MODULES} == set()


@pytest.mark.parametrize(
    "bad",
    [
        "import x from 'https://cdn.example.com/x.js'",
        "background: url(//fonts.example.com/a.woff2)",
        "new WebSocket('wss://live.example.com')",
    ],
)
def test_the_address_pattern_sees_an_address(bad: str) -> None:
    assert ADDRESS.search(bad)


def test_server_is_local_quiet_and_closed_by_default() -> None:
    config = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
    assert config["server"]["address"] in ("localhost", "127.0.0.1")
    assert config["server"]["enableXsrfProtection"] is True
    assert config["server"]["enableAgentApi"] is False
    assert config["server"]["maxUploadSize"] <= 64
    assert config["server"]["showEmailPrompt"] is False
    assert config["browser"]["gatherUsageStats"] is False
    assert config["client"]["toolbarMode"] == "viewer"
    assert config["client"]["showSidebarNavigation"] is False


def test_configuration_names_no_other_host() -> None:
    assert ADDRESS.findall((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8")) == []
