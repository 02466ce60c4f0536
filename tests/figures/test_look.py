from __future__ import annotations

import pytest

from gptq_viz.figures.look import layout
from gptq_viz.theme import DARK, LIGHT, NORMAL, Palette


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_a_figure_takes_the_background_of_its_page_along(palette: Palette) -> None:
    # Saved on a clear ground, a figure of the dark theme would be light words on white paper.
    assert layout(palette, NORMAL)["paper_bgcolor"] == palette.background
