"""What is compared of pinned settings: each run's errors on its own layer, and what it takes to store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gptq_viz.figures.method_look import current_method
from gptq_viz.figures.noise import clean, cleaned
from gptq_viz.numerics import Race, storage
from gptq_viz.numerics.arrays import FloatArray, read_only

METHODS = ("rtn", "gptq")
NOW = "now"


@dataclass(frozen=True, slots=True, eq=False)
class PinRun:
    """Errors of RTN and GPTQ with one setting.

    Parameters
    ----------
    act_order : bool
        Whether GPTQ took the loudest inputs first.
    held_out : mapping
        By method, the relative output error after each step (inp + 1,).
    calibration : mapping
        By method, the error on the calibration inputs after the last step.
    per_weight : float
        True bits per weight.
    """

    act_order: bool
    held_out: Mapping[str, FloatArray]
    calibration: Mapping[str, float]
    per_weight: float

    @property
    def gptq(self) -> str:
        """How GPTQ is drawn and called."""
        return current_method(act_order=self.act_order)

    def last(self, method: str) -> float:
        """Held-out error of the finished run."""
        return float(self.held_out[method][-1])


@dataclass(frozen=True, slots=True, eq=False)
class Pin:
    """A setting to be compared.

    Parameters
    ----------
    letter : str
        Of a pinned setting; empty for the sidebar's where they are not pinned.
    name : str
        What tells it from the others, or more.
    now : bool
        Whether the sidebar has these settings.
    run : PinRun or None
        None where it cannot be run.
    reason : str
        Why, in words that need no full stop.
    """

    letter: str
    name: str
    now: bool
    run: PinRun | None
    reason: str = ""

    @property
    def short(self) -> str:
        """Its letter, or that these are the settings of now, or both."""
        return " = ".join(filter(None, (self.letter, NOW if self.now else "")))

    @property
    def title(self) -> str:
        """Letter and name."""
        return f"{self.short}: {self.name}"


def pin_run(race: Race) -> PinRun:
    """Copies of the curves, since a picture must not hold on to a race."""
    held_out = {method: cleaned(race.held_out[method]) for method in METHODS}
    calibration = {method: clean(race.calibration[method][-1]) for method in METHODS}
    for curve in held_out.values():
        read_only(curve)
    stored = storage(race.layer.out, race.layer.inp, race.config)
    return PinRun(race.config.act_order, held_out, calibration, stored.per_weight)


def runs_of(pins: Sequence[Pin]) -> list[tuple[Pin, PinRun]]:
    """Those that could be run."""
    return [(pin, pin.run) for pin in pins if pin.run is not None]
