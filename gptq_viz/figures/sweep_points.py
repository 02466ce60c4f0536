"""A sweep, gathered: for every setting and method the median over seeds, and where most seeds lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gptq_viz.figures.swept import Swept, Values

Table = Mapping[str, npt.NDArray[Any]]

# The band that is drawn: four fifths of the seeds.
LOW, HIGH = 0.1, 0.9


@dataclass(frozen=True, slots=True)
class Spread:
    """Median of the seeds, and the 10 % and 90 % quantiles; nan where no seed has a value."""

    median: float
    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """One setting.

    Parameters
    ----------
    values : tuple
        Of the parameters on the axes.
    held_out, calibration : mapping of method to Spread
        Relative output errors.
    gain : Spread
        RTN's held-out error divided by the main method's, seed by seed.
    by_seed : mapping of int to float
        Held-out error of the main method.
    per_weight : float
        True bits per weight.
    """

    values: Values
    held_out: Mapping[str, Spread]
    calibration: Mapping[str, Spread]
    gain: Spread
    by_seed: Mapping[int, float]
    per_weight: float


def sweep_points(table: Table, swept: Swept) -> tuple[SweepPoint, ...]:
    """The settings that have results so far, in the order of `swept.settings`.

    Parameters
    ----------
    table : mapping
        Equally long columns: the parameters of the grid, ``"seed"``, ``"method"``, ``"error"`` and
        ``"calibration_error"``.
    """
    rows: dict[Values, dict[tuple[str, int], tuple[float, float]]] = {}
    keys = zip(*(table[name].tolist() for name in swept.names), strict=True)
    columns = (table[name].tolist() for name in ("method", "seed", "error", "calibration_error"))
    for values, method, seed, held_out, seen in zip(keys, *columns, strict=True):
        rows.setdefault(values, {})[method, seed] = held_out, seen
    return tuple(_point(values, rows[values], swept) for values in swept.settings if values in rows)


def spread(values: list[float]) -> Spread:
    """Median and quantiles of the finite ones.

    >>> spread([1.0, 2.0, float("nan"), 6.0])
    Spread(median=2.0, low=1.2, high=5.2, count=3)
    """
    finite = [value for value in values if np.isfinite(value)]
    if not finite:
        return Spread(np.nan, np.nan, np.nan, 0)
    low, median, high = np.quantile(finite, (LOW, 0.5, HIGH)).tolist()
    return Spread(median, low, high, len(finite))


def _point(values: Values, runs: Mapping[tuple[str, int], tuple[float, float]], swept: Swept) -> SweepPoint:
    by_method: dict[str, list[tuple[float, float]]] = {name: [] for name in swept.methods}
    for (method, _), errors in runs.items():
        by_method.setdefault(method, []).append(errors)
    by_seed = {seed: errors[0] for (method, seed), errors in runs.items() if method == swept.main}
    return SweepPoint(
        values=values,
        held_out={name: spread([held_out for held_out, _ in errors]) for name, errors in by_method.items()},
        calibration={name: spread([seen for _, seen in errors]) for name, errors in by_method.items()},
        gain=spread(
            [
                runs["rtn", seed][0] / error
                for seed, error in by_seed.items()
                if error and ("rtn", seed) in runs
            ]
        ),
        by_seed=by_seed,
        per_weight=swept.per_weight(values),
    )
