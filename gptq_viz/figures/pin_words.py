"""Pinned settings as a table, and what may be compared, in sentences that hold for every setting."""

from __future__ import annotations

from collections.abc import Sequence

from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.pin_runs import Pin, runs_of
from gptq_viz.figures.standing import ratio
from gptq_viz.figures.table import Table

HEADER = (
    "Setting",
    "Bits a weight",
    "RTN, held out",
    "GPTQ, held out",
    "RTN ÷ GPTQ",
    "RTN, calib.",
    "GPTQ, calib.",
)
NOTHING = "–"


def pins_table(pins: Sequence[Pin]) -> Table:
    """A row a setting, the sidebar's in bold; one that cannot be run says why."""
    marked = next((number for number, pin in enumerate(pins) if pin.now), -1)
    return Table(HEADER, tuple(map(_row, pins)), numbers=tuple(range(1, len(HEADER))), marked=marked)


def pins_sentence(pins: Sequence[Pin], *, one_layer: bool) -> str:
    """What may be compared, and which setting has the least error.

    Parameters
    ----------
    one_layer : bool
        Whether all have the same weights and held-out inputs.
    """
    if not one_layer:
        return (
            "These are different layers: an error is a share of its own layer’s outputs, so compare how many "
            "times GPTQ’s error RTN’s is, not the errors."
        )
    runs = [(pin, run) for pin, run in runs_of(pins) if run.last("gptq") >= 0]
    if len(runs) < 2:
        return ""
    least = min(run.last("gptq") for _, run in runs)
    best = [(pin, run) for pin, run in runs if run.last("gptq") == least]
    where = " and ".join(f"{pin.short} ({run.per_weight:.4g} bits a weight)" for pin, run in best)
    return (
        "All have the same weights and held-out inputs, so held-out errors compare. GPTQ’s is smallest with "
        f"{where}: {three_digits(least)}."
    )


def _row(pin: Pin) -> tuple[str, ...]:
    """Name and numbers."""
    if pin.run is None:
        return (f"{pin.title}. Cannot be run: {pin.reason}.", *[NOTHING] * (len(HEADER) - 1))
    run, (rtn, gptq) = pin.run, (pin.run.last(method) for method in ("rtn", "gptq"))
    return (
        pin.title,
        f"{run.per_weight:.4g}",
        three_digits(rtn),
        three_digits(gptq),
        ratio(rtn, gptq),
        three_digits(run.calibration["rtn"]),
        three_digits(run.calibration["gptq"]),
    )
