"""Errors of every method with every number of bits."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from gptq_viz.figures.method_look import STYLES, current_method
from gptq_viz.figures.noise import clean
from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import ALLOWED_BITS, Race, method_errors


@dataclass(frozen=True, slots=True)
class BitsLines:
    """A line a method.

    Parameters
    ----------
    held_out, calibration : mapping
        From the method to its relative output errors, in the order of `ALLOWED_BITS`; nan where undefined.
    bits : int
        Of the settings.
    method : str
        GPTQ as the settings have it: ``"gptq"``, or ``"act_order"``.
    """

    held_out: Mapping[str, tuple[float, ...]]
    calibration: Mapping[str, tuple[float, ...]]
    bits: int
    method: str

    def ratios(self, method: str) -> list[float]:
        """How many times the held-out error RTN's is; nan where there is no such number."""
        pairs = zip(self.held_out["rtn"], self.held_out[method], strict=True)
        return [rtn / error if error > 0 else math.nan for rtn, error in pairs]


def bits_data(race: Race) -> BitsLines:
    """All methods with all numbers of bits, everything else as the settings have it.

    Raises
    ------
    ValueError
        If H is singular in the layer's own order or the one of act_order.
    """
    found = method_errors(race.layer, race.config)
    held_out, calibration = (
        {name: tuple(clean(getattr(one, kind)) for one in found if one.method == name) for name in STYLES}
        for kind in ("held_out", "calibration")
    )
    own = current_method(act_order=race.config.act_order)
    return BitsLines(held_out, calibration, race.config.bits, own)


def bits_text(data: BitsLines) -> str:
    """Every error, by bits."""
    parts = []
    for place, bits in enumerate(ALLOWED_BITS):
        numbers = ", ".join(
            f"{style.label} {three_digits(data.held_out[name][place])} "
            f"(calibration {three_digits(data.calibration[name][place])})"
            for name, style in STYLES.items()
        )
        parts.append(f"{bits} bits: {numbers}")
    return f"Held-out relative output error by bits. {'; '.join(parts)}."
