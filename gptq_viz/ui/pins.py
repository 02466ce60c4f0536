"""Pinned settings as one short text of a link: `bits.2~group.8~~act_order.1`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gptq_viz.ui.settings import FIELDS, Settings

_DEFAULT = "default"
# Signs that no value contains and that a URL leaves as they are.
_BETWEEN_PINS, _BETWEEN_VALUES, _AFTER_KEY = "~~", "~", "."


@dataclass(frozen=True, slots=True)
class Pins:
    """The field of the URL key `pins`: a tuple of Settings, at most `most` of them.

    Examples
    --------
    >>> Pins().write((Settings(bits=2, group=8), Settings()))
    'bits.2~group.8~~default'
    >>> Pins().read("bits.2~group.8~~default") == (Settings(bits=2, group=8), Settings())
    True
    """

    most: int = 4
    longest: int = 1000

    @property
    def allowed(self) -> str:
        """What is allowed, in words."""
        return f"at most {self.most} pinned settings, as the app writes them"

    def read(self, text: str) -> tuple[Settings, ...]:
        """Pinned settings, in the order of the text; one that is there twice counts once."""
        if not text:
            return ()
        if len(text) > self.longest:
            raise ValueError(f"must be {self.allowed}")
        pins = self.check(tuple(self._read_pin(part) for part in text.split(_BETWEEN_PINS)))
        return tuple(dict.fromkeys(pins))

    def check(self, value: Any) -> tuple[Settings, ...]:
        """The value, if it is a short enough tuple of settings."""
        if not isinstance(value, tuple) or len(value) > self.most:
            raise ValueError(f"must be {self.allowed}")
        return value

    def write(self, value: tuple[Settings, ...]) -> str:
        """The text that `read` turns into the same settings; empty without pins."""
        return _BETWEEN_PINS.join(
            _BETWEEN_VALUES.join(f"{key}{_AFTER_KEY}{text}" for key, text in pin.texts.items()) or _DEFAULT
            for pin in value
        )

    def _read_pin(self, text: str) -> Settings:
        """One pin; every key at most once, every value allowed."""
        values: dict[str, Any] = {}
        for pair in text.split(_BETWEEN_VALUES) if text != _DEFAULT else ():
            key, _, value = pair.partition(_AFTER_KEY)
            if key not in FIELDS or key in values:
                raise ValueError(f"must be {self.allowed}")
            try:
                values[key] = FIELDS[key].read(value)
            except ValueError as error:
                raise ValueError(f"must be {self.allowed}: {key} {error}") from None
        return Settings(**values)
