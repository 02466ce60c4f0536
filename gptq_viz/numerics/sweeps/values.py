"""What may vary in a sweep, what it is where it does not vary, and which values can be used at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from gptq_viz.numerics.config import GPTQConfig, whole_number
from gptq_viz.numerics.examples import EXAMPLES

# As the app starts; the rest starts as `GPTQConfig` does.
LAYER: dict[str, Any] = {"data": "factor", "out": 8, "inp": 16, "n": 256}
CONFIG = ("bits", "grid", "group", "scales", "damp", "act_order")
PARAMETERS = (*LAYER, *CONFIG)
METHODS = ("rtn", "frozen", "gptq")


class Value(NamedTuple):
    """One value of a parameter, and why it can never be used; empty where it can."""

    value: Any
    reason: str = ""


def checked_value(name: str, value: Any) -> Any:
    """`value` of the parameter `name` as a plain Python value.

    Raises
    ------
    ValueError
        If it is not allowed; says what is.
    """
    if isinstance(value, np.generic):
        value = value.item()
    if name in CONFIG:
        return getattr(GPTQConfig(**{name: value}), name)
    if name != "data":
        return whole_number(name, value, least=1)
    if value not in EXAMPLES:
        raise ValueError(f"data must be one of {', '.join(EXAMPLES)}, got {value!r}")
    return value


def base_values(data: Mapping[str, Any]) -> dict[str, Any]:
    """Every parameter's value where it does not vary: that of `data`, or the default.

    Raises
    ------
    ValueError
        An unknown name or a value that is not allowed.
    """
    _check_names("data", data)
    defaults = LAYER | {name: getattr(GPTQConfig(), name) for name in CONFIG}
    return defaults | {name: checked_value(name, value) for name, value in data.items()}


def grid_values(grid: Mapping[str, Iterable[Any]]) -> dict[str, tuple[Value, ...]]:
    """The values of every parameter that varies; those that are not allowed with the reason.

    Raises
    ------
    ValueError
        An unknown name, no values, one value twice, or none that is allowed.
    """
    _check_names("grid", grid)
    return {name: _values(name, given) for name, given in grid.items()}


def checked_seeds(seeds: Iterable[Any]) -> tuple[int, ...]:
    """Seeds as Python integers, or a ValueError if there is none, or one is negative or there twice."""
    given = _listed("seeds", seeds)
    plain = tuple(
        whole_number("a seed", seed.item() if isinstance(seed, np.generic) else seed) for seed in given
    )
    _check_once("seeds", plain)
    return plain


def checked_methods(methods: Iterable[str]) -> tuple[str, ...]:
    """Methods in the order of `METHODS`, or a ValueError if there is none or one is not known."""
    given = _listed("methods", methods)
    unknown = [method for method in given if method not in METHODS]
    if unknown:
        raise ValueError(f"methods may be {', '.join(METHODS)}; got {unknown[0]!r}")
    return tuple(method for method in METHODS if method in given)


def _values(name: str, given: Any) -> tuple[Value, ...]:
    values = tuple(_value(name, value) for value in _listed(name, given))
    _check_once(name, tuple(each.value for each in values))
    if all(each.reason for each in values):
        raise ValueError(values[0].reason)
    return values


def _value(name: str, value: Any) -> Value:
    try:
        return Value(checked_value(name, value))
    except ValueError as error:
        return Value(value, str(error))


def _check_names(what: str, given: object) -> None:
    if not isinstance(given, Mapping):
        raise ValueError(f"{what} must be a mapping from names to values, got {given!r}")
    for name in given:
        if name == "seed":
            raise ValueError(f"{what} holds seed; seeds are given by themselves, as seeds=range(4)")
        if name not in PARAMETERS:
            raise ValueError(f"{what} holds {name!r}; a sweep knows {', '.join(PARAMETERS)}")


def _listed(name: str, values: Any) -> list[Any]:
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise ValueError(f"{name} must be a list of values, got {values!r}")
    listed = list(values)
    if not listed:
        raise ValueError(f"{name} is empty; give at least one value")
    return listed


def _check_once(name: str, values: tuple[Any, ...]) -> None:
    seen = set()
    for value in values:
        try:
            known = value in seen
        except TypeError as error:
            raise ValueError(f"{name} holds {value!r}, which is not a single value") from error
        if known:
            raise ValueError(f"{name} holds {value!r} twice")
        seen.add(value)
