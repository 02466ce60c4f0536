"""Imports point one way only: numerics <- figures, player <- ui <- pages and app."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# Per layer: the parts of the project and the installed packages it may import.
OWN = {
    "theme": set(),
    "numerics": {"numerics"},
    "figures": {"numerics", "theme", "figures"},
    "player": {"numerics", "theme", "player"},
    "ui": {"numerics", "theme", "figures", "player", "ui"},
    "pages": {"theme", "numerics", "figures", "player", "ui"},
}
INSTALLED = {
    "theme": set(),
    "numerics": {"numpy", "scipy", "threadpoolctl"},
    "figures": {"numpy", "plotly"},
    "player": {"numpy", "orjson"},
    "ui": {"numpy", "plotly", "streamlit", "threadpoolctl"},
    "pages": {"streamlit"},
}
# The one door to Streamlit below ui, and the one to a cluster.
INSTALLED_BY_FILE = {
    "gptq_viz/player/component.py": {"streamlit"},
    "gptq_viz/ui/sweep_pool.py": {"distributed"},
}

VAGUE = {"utils", "helpers", "common", "core", "manager", "misc", "tools"}
ARITHMETIC = (ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)


def layer_of(path: Path) -> str | None:
    """The layer a file belongs to; none for the package's own `__init__.py`."""
    parts = path.relative_to(ROOT).parts
    if parts[0] in ("pages", "app.py"):
        return "pages"
    return None if parts[1] == "__init__.py" else parts[1].removesuffix(".py")


def sources() -> list[Path]:
    return sorted([*ROOT.glob("gptq_viz/**/*.py"), *ROOT.glob("pages/*.py"), ROOT / "app.py"])


def pages() -> list[Path]:
    return [path for path in sources() if layer_of(path) == "pages"]


def imported(path: Path) -> Iterator[str]:
    """Full names of the modules a file imports, relative ones resolved."""
    package = path.relative_to(ROOT).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*start, *([node.module] if node.module else [])])
            # `from gptq_viz import theme` names its layer only in the imported name.
            named = [f"{module}.{alias.name}" for alias in node.names]
            yield from named if module == "gptq_viz" else [module]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", sources(), ids=name)
def test_file_imports_only_what_its_layer_may(path: Path) -> None:
    layer = layer_of(path)
    own = OWN[layer] if layer else set()
    installed = (INSTALLED[layer] if layer else set()) | INSTALLED_BY_FILE.get(name(path), set())
    for module in imported(path):
        top, *rest = module.split(".")
        if top == "gptq_viz":
            assert set(rest[:1]) & own, f"{name(path)} imports {module}"
        elif top not in sys.stdlib_module_names:
            assert top in installed, f"{name(path)} imports {module}"


def test_every_part_of_the_package_is_a_known_layer() -> None:
    assert {layer_of(path) for path in sources()} - {None} == set(OWN)


@pytest.mark.parametrize("path", pages(), ids=name)
def test_page_has_no_arithmetic(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ARITHMETIC)), f"line {node.lineno}"


@pytest.mark.parametrize("path", pages(), ids=name)
def test_page_has_no_css_and_no_raw_html(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "unsafe_allow_html" not in text
    assert "<style" not in text


def test_charts_are_drawn_in_one_place_with_their_words_and_buttons() -> None:
    assert [name(path) for path in sources() if "plotly_chart(" in path.read_text(encoding="utf-8")] == [
        "gptq_viz/ui/chart.py"
    ]


def test_pages_do_not_use_st_navigation() -> None:
    assert [name(path) for path in sources() if "st.navigation(" in path.read_text(encoding="utf-8")] == []


def test_no_file_has_a_vague_name() -> None:
    assert [name(path) for path in ROOT.glob("gptq_viz/**/*") if path.stem in VAGUE] == []
