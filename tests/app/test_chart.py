from __future__ import annotations

import json

import pytest

from tests.app.running import OVERVIEW, PAGES, PLAYER, open_page


@pytest.mark.parametrize("page", sorted(set(PAGES) - {PLAYER}))
def test_every_chart_has_a_button_and_no_other_tools(page: str) -> None:
    app = open_page(page)
    for chart in app.get("plotly_chart"):
        config = json.loads(chart.proto.config)
        assert config["displayModeBar"] == "hover"
        assert config["modeBarButtons"] == [["toImage"]]


def test_the_player_has_no_charts_to_save() -> None:
    def savers(page: str) -> list[object]:
        return [part for part in open_page(page).get("bidi_component") if "save_chart" in part.proto.id]

    assert len(savers(OVERVIEW)) == 1
    assert savers(PLAYER) == []
