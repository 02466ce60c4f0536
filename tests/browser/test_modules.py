"""The joined player in a real browser: what Python's patterns cannot see, its parser does."""

from __future__ import annotations

from pathlib import Path

import pytest

from gptq_viz.player import modules
from gptq_viz.player.modules import join_modules
from tests.browser.conftest import OpenPage

SCRIPT = """
async (text) => {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  return typeof (await import(address)).default;
}
"""


@pytest.mark.parametrize("entry", ["player.js", "replay_check.js"])
def test_joined_part_is_one_module_with_a_function_to_call(open_static: OpenPage, entry: str) -> None:
    joined = join_modules(Path(modules.__file__).parent, entry)
    assert open_static().evaluate(SCRIPT, joined) == "function"
