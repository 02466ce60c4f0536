"""The documents tell the truth: their code runs, and the files, commands and pages they name exist."""

from __future__ import annotations

import contextlib
import importlib
import io
import re
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gptq_viz.numerics as numerics
from gptq_viz.ui import sweep_pool
from gptq_viz.ui.navigation import PAGES

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(chain(ROOT.glob("*.md"), ROOT.glob("docs/**/*.md")))
README = (ROOT / "README.md").read_text(encoding="utf-8")

# Names for files that the reader is asked to make.
TO_BE_MADE = {"pages/my_question.py", "docs/decisions/000N-title.md"}
VARIABLE = re.compile(r"\bGPTQ_VIZ_[A-Z_]+\b")
FOLDERS = r"(?:gptq_viz|pages|tests|docs|scripts|benchmarks|\.streamlit|\.ci)"


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)


def eight_lines() -> str:
    return next(block for block in blocks("python") if "def gptq(" in block)


@pytest.mark.parametrize("bits", numerics.ALLOWED_BITS)
@pytest.mark.parametrize("data", ["factor", "ar1", "outliers"])
def test_the_eight_lines_find_the_weights_of_the_package(data: str, bits: int) -> None:
    scope: dict[str, Any] = {}
    exec(eight_lines(), scope)
    layer = numerics.example_layer(data, out=6, inp=24, n=96, seed=1)
    expected = numerics.gptq(layer, numerics.GPTQConfig(bits=bits)).quantized
    Q = scope["gptq"](layer.W, layer.X, bits=bits)
    assert np.abs(Q - expected).max() <= 1e-9 * np.abs(layer.W).max()


def test_the_eight_lines_are_eight() -> None:
    body = eight_lines().split("def gptq", 1)[1].strip().splitlines()[1:]
    assert len(body) == 8
    assert body[-1].strip() == "return W"


def test_the_examples_of_the_package_print_what_the_readme_says() -> None:
    examples = [block for block in blocks("python") if "gptq_viz.numerics import" in block]
    assert len(examples) == len(blocks("text")) == 2
    for example, said in zip(examples, blocks("text"), strict=True):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(example, {})
        assert printed.getvalue() == said


def test_the_readme_lists_the_pages_of_the_app() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+\?) \|$", README, flags=re.MULTILINE)
    assert rows == [(page.name, page.question) for page in PAGES]


def test_the_readme_names_every_variable_that_the_app_asks_for() -> None:
    asked = {
        name for path in ROOT.glob("gptq_viz/**/*.py") for name in VARIABLE.findall(path.read_text("utf-8"))
    }
    assert set(VARIABLE.findall(README)) == asked
    assert f"more than {sweep_pool.DEFAULT_SECONDS:g} seconds are refused" in README


def test_the_readme_lists_the_keys_of_the_player() -> None:
    source = (ROOT / "gptq_viz/player/keys.js").read_text(encoding="utf-8")
    plain = re.search(r"const PLAIN = \{(.*?)\};", source, flags=re.DOTALL)
    assert plain
    keys = {key.strip('"') for key in re.findall(r"^\s*(\S+|\" \"): ", plain[1], flags=re.MULTILINE)}
    table = README.split("## The player's keys")[1].split("##")[0]
    listed = set(
        chain.from_iterable(
            re.findall(r"[^\s,]+", cell) for cell in re.findall(r"^\| ([^|]+) \|", table, re.M)
        )
    )
    printed = {
        " ": "Space",
        "Escape": "Esc",
        "ArrowRight": "→",
        "ArrowLeft": "←",
        "ArrowUp": "↑",
        "ArrowDown": "↓",
    }
    assert {printed.get(key, key.upper() if len(key) == 1 else key) for key in keys} - listed == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_links_lead_to_files(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    local = [link for link in links if not link.startswith(("https://", "http://"))]
    assert [link for link in local if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_files_that_are_named_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    named = set(re.findall(rf"`((?:{FOLDERS}/[\w./-]+)|[\w-]+\.(?:md|toml|txt|py))`", text)) - TO_BE_MADE
    assert {path for path in named if not (ROOT / path).exists()} == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_commands_that_are_named_are_in_the_makefile(document: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, flags=re.MULTILINE))
    commands = re.findall(r"(?:^|`)make ([a-z]+)", document.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert set(commands) - targets == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_python_names_that_are_named_exist(document: Path) -> None:
    for dotted in re.findall(r"`(gptq_viz(?:\.\w+)+)`", document.read_text(encoding="utf-8")):
        module, _, attribute = dotted.rpartition(".")
        found = importlib.import_module(module)
        if not hasattr(found, attribute):
            importlib.import_module(dotted)


def test_every_command_of_the_makefile_is_declared_as_such() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    declared = re.search(r"^\.PHONY: (.+)$", makefile, flags=re.MULTILINE)
    assert declared
    assert set(declared[1].split()) == set(re.findall(r"^([a-z]+):", makefile, flags=re.MULTILINE))
