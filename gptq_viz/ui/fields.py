"""What one URL key may hold: how its text is read, which values are allowed, how a value is written."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any, Protocol

# Python reads "1_6" and " 16" as numbers too; a link says 16 in one way only.
_WHOLE = re.compile(r"[0-9]{1,9}")
_DECIMAL = re.compile(r"([0-9]{1,30}\.?[0-9]{0,30}|\.[0-9]{1,30})([eE]-?[0-9]{1,3})?")


class Field(Protocol):
    """One kind of value; `read` and `check` raise ValueError where the value is not allowed."""

    @property
    def allowed(self) -> str:
        """What is allowed, in words that end a sentence."""
        ...

    def read(self, text: str) -> Any:
        """The value that a link's text means."""
        ...

    def check(self, value: Any) -> Any:
        """The value itself, in its own type."""
        ...

    def write(self, value: Any) -> str:
        """The text that `read` turns into the same value."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values; None is written `none`."""

    values: tuple[str | int | None, ...]

    @property
    def allowed(self) -> str:
        """The texts of all values."""
        *first, last = map(self.write, self.values)
        return f"{', '.join(first)} or {last}"

    def read(self, text: str) -> str | int | None:
        """The value with exactly this text."""
        for value in self.values:
            if text == self.write(value):
                return value
        raise ValueError(f"must be {self.allowed}")

    def check(self, value: Any) -> str | int | None:
        """The value, if it is one of the choices (True is not 1 here)."""
        if not any(value == choice and type(value) is type(choice) for choice in self.values):
            raise ValueError(f"must be {self.allowed}, got {value!r}")
        return value  # type: ignore[no-any-return]

    def write(self, value: Any) -> str:
        """The value as it stands in a link."""
        return "none" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from low to high, both allowed."""

    low: int
    high: int

    @property
    def allowed(self) -> str:
        """The range in words."""
        return f"a whole number from {self.low} to {self.high}"

    def read(self, text: str) -> int:
        """Digits only."""
        # Without `check`, which repeats the value: a link's note quotes it already.
        if not _WHOLE.fullmatch(text) or not self.low <= int(text) <= self.high:
            raise ValueError(f"must be {self.allowed}")
        return int(text)

    def check(self, value: Any) -> int:
        """The value, if it lies in the range."""
        if type(value) is not int or not self.low <= value <= self.high:
            raise ValueError(f"must be {self.allowed}, got {value!r}")
        return value

    def write(self, value: Any) -> str:
        """Decimal digits."""
        return str(value)


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number from low to high, both allowed, kept to its last bit."""

    low: float
    high: float

    @property
    def allowed(self) -> str:
        """The range in words."""
        return f"a number from {self.low:g} to {self.high:g}"

    def read(self, text: str) -> float:
        """Digits with a point, an exponent or neither."""
        if not _DECIMAL.fullmatch(text) or not self.low <= float(text) <= self.high:
            raise ValueError(f"must be {self.allowed}")
        if float(text) == 0 and re.search("[1-9]", re.split("[eE]", text)[0]):
            raise ValueError(f"must be {self.allowed}, and this is too small to be told from 0")
        return float(text)

    def check(self, value: Any) -> float:
        """The value as float, if it lies in the range."""
        if type(value) not in (int, float) or not math.isfinite(value) or not self.low <= value <= self.high:
            raise ValueError(f"must be {self.allowed}, got {value!r}")
        return float(value) + 0.0  # the sum turns -0.0 into 0.0, which a link writes without sign

    def write(self, value: Any) -> str:
        """The shortest text that reads back to the same bits."""
        return repr(float(value)).removesuffix(".0").replace("e-0", "e-")


@dataclass(frozen=True, slots=True)
class Flag:
    """Off or on, written 0 or 1."""

    @property
    def allowed(self) -> str:
        """Both texts."""
        return "0 or 1"

    def read(self, text: str) -> bool:
        """Exactly `0` or `1`."""
        if text not in ("0", "1"):
            raise ValueError(f"must be {self.allowed}")
        return text == "1"

    def check(self, value: Any) -> bool:
        """The value, if it is a truth value."""
        if type(value) is not bool:
            raise ValueError(f"must be {self.allowed}, got {value!r}")
        return value

    def write(self, value: Any) -> str:
        """`0` or `1`."""
        return str(int(value))
