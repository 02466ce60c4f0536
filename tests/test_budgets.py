"""Files and functions stay small enough to read at one sitting."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PYTHON_MODULE, PAGE, FUNCTION, JAVASCRIPT = 150, 60, 40, 400
BUDGETS = {
    "app.py": PAGE,
    "pages/*.py": PAGE,
    "gptq_viz/**/*.py": PYTHON_MODULE,
    "scripts/*.py": PYTHON_MODULE,
    "benchmarks/*.py": PYTHON_MODULE,
    "gptq_viz/**/*.js": JAVASCRIPT,
}
FILES = [(path, budget) for pattern, budget in BUDGETS.items() for path in sorted(ROOT.glob(pattern))]


def name(value: object) -> str:
    return value.relative_to(ROOT).as_posix() if isinstance(value, Path) else str(value)


def lines_of_code(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines from `def` to the end, without the docstring."""
    first = function.body[0]
    documented = ast.get_docstring(function) is not None and isinstance(first, ast.Expr)
    docstring = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


@pytest.mark.parametrize("pattern", BUDGETS)
def test_budget_has_files_to_guard(pattern: str) -> None:
    assert list(ROOT.glob(pattern))


@pytest.mark.parametrize(("path", "budget"), FILES, ids=name)
def test_file_is_within_its_budget(path: Path, budget: int) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= budget


@pytest.mark.parametrize("path", [path for path, _ in FILES if path.suffix == ".py"], ids=name)
def test_functions_fit_on_a_screen(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert {f.name: lines_of_code(f) for f in functions if lines_of_code(f) > FUNCTION} == {}
