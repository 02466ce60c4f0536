"""Charts of all pages: the place of the buttons that save them."""

from __future__ import annotations

import json

import pytest

from tests.app.running import OVERVIEW, PAGES, PLAYER, WHEN_IT_BREAKS, open_page

# At first, or at all.
WITHOUT_CHARTS = {PLAYER, WHEN_IT_BREAKS, "pages/checks.py"}


@pytest.mark.parametrize("page", sorted(set(PAGES) - WITHOUT_CHARTS))
def test_every_chart_has_a_button_and_no_other_tools(page: str) -> None:
    charts = open_page(page).get("plotly_chart")
    assert charts
    for chart in charts:
        config = json.loads(chart.proto.config)
        assert config["displayModeBar"] == "hover"
        assert config["modeBarButtons"] == [["toImage"]]


def test_the_player_has_no_charts_to_save() -> None:
    def savers(page: str) -> list[object]:
        return [part for part in open_page(page).get("bidi_component") if "save_chart" in part.proto.id]

    assert len(savers(OVERVIEW)) == 1
    assert savers(PLAYER) == []
