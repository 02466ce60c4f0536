from __future__ import annotations

from typing import Any

import pytest

from tests.figures.cases.cards import PICTURES


@pytest.fixture(scope="package")
def found() -> dict[str, Any]:
    """What every case comes to with its own settings."""
    return {name: case() for name, (_, case) in PICTURES.items()}
