"""The app under AppTest, and what stands on its pages."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

from streamlit.testing.v1 import AppTest

from gptq_viz.ui import navigation

ROOT = Path(__file__).parents[2]
OVERVIEW, PLAYER, U_FACTOR = "app.py", "pages/column_by_column.py", "pages/u_factor.py"
WHEN_IT_BREAKS = "pages/when_it_breaks.py"
PAGES = tuple(page.file for page in navigation.PAGES)
# These have a picture that makes sense without a run: why there is none.
PICTURE_WITHOUT_RUN = {U_FACTOR, WHEN_IT_BREAKS}


def open_page(page: str, **query: str) -> AppTest:
    """A page opened by a link, run once."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    for key, text in query.items():
        app.query_params[key] = text
    if page != OVERVIEW:
        app.switch_page(page)  # the run below is the session's first, as with a direct link
    return app.run()


def link(app: AppTest) -> dict[str, str]:
    """Keys and texts of the address bar."""
    return {
        key: values[-1] if isinstance(values, list) else values for key, values in app.query_params.items()
    }


def html_text(app: AppTest) -> list[str]:
    """Words of the page's own HTML, one text an element."""
    bodies = [element.proto.body for element in app.get("html")]
    return [
        " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split()) for body in bodies if "<style>" not in body
    ]


def player_bytes(app: AppTest) -> bytes:
    """What was sent to the player."""
    payloads = [bytes(element.proto.bytes) for element in app.get("bidi_component")]
    [payload] = [data for data in payloads if data[:4] == b"GPQ1"]
    return payload


def player_header(app: AppTest) -> dict[str, object]:
    """The payload's JSON header."""
    data = player_bytes(app)
    assert data[:4] == b"GPQ1"
    size = int.from_bytes(data[4:8], "little")
    header: dict[str, object] = json.loads(data[8 : 8 + size])
    return header


def has_picture(app: AppTest) -> bool:
    """Whether the page shows its pictures, the player, the check of its replay, or a card that asks first."""
    asks = any(button.key == "answer_none" for button in app.button)
    return (
        asks
        or bool(app.get("plotly_chart"))
        or any(element.proto.bytes[:4] in (b"GPQ1", b"GPC1") for element in app.get("bidi_component"))
    )


def assert_whole(app: AppTest, name: str) -> None:
    """The page has its title and its controls, and nothing was raised."""
    assert not app.exception
    assert [title.value for title in app.title] == [name]
    assert app.select_slider(key="bits")
    assert app.number_input(key="seed")
