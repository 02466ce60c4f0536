"""The three grids over the same weights, and what is said of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gptq_viz.figures.noise import clean
from gptq_viz.figures.numbers import in_print, three_digits
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics import GridErrors, Race, RowGrid, grid_errors, row_grids
from gptq_viz.numerics.arrays import FloatArray


@dataclass(frozen=True, slots=True)
class Grids:
    """A row's weights and three rulers beside them.

    Parameters
    ----------
    row, bits : int
        Of W; of a code.
    weights : (inp,)
        The row, the weights of dead inputs set to 0.
    grids : tuple of RowGrid
        One scale for the whole row each.
    current : str
        The grid of the settings.
    """

    row: int
    bits: int
    weights: FloatArray
    grids: tuple[RowGrid, ...]
    current: str


def grids_data(race: Race, row: int) -> Grids:
    """The row as every method starts from it."""
    trace, config = race.traces["rtn"], race.config
    weights = trace.in_layer_order(trace.W[row])
    return Grids(row, config.bits, weights, row_grids(weights, config.bits), config.grid)


def grid_errors_data(race: Race) -> dict[str, GridErrors]:
    """RTN and GPTQ on each grid, with the other settings as they are.

    Raises
    ------
    ValueError
        If H is singular.
    """
    return grid_errors(race.layer, race.config)


def grids_text(data: Grids) -> str:
    """Codes, zero and scale of each grid."""
    parts = "; ".join(
        f"{one.grid}: codes {signed(one.level_codes[0])} to {signed(one.level_codes[-1])}, "
        f"0 is code {one.zero}, scale {three_digits(one.scale)}"
        for one in data.grids
    )
    return f"{len(data.weights)} weights of row {data.row} on three grids of {data.bits} bits. {parts}."


def signed(code: int) -> str:
    """A code with a true minus sign."""
    return f"−{-code}" if code < 0 else str(code)


def grids_remarks(data: Grids, errors: Mapping[str, GridErrors]) -> tuple[Remark, ...]:
    """For each grid: which code is 0 and why, and the errors of the layer on it."""
    return tuple(
        Remark(
            f"{one.grid}: 0 is code {signed(one.zero)}. Layer’s errors:",
            tuple(
                (three_digits(clean(errors[one.grid].held_out[name])), label)
                for name, label in (("rtn", "RTN"), ("gptq", "GPTQ"))
            ),
            f"{_why(one, data)} Calibration: {_seen(errors[one.grid])}.",
        )
        for one in data.grids
    )


def _why(one: RowGrid, data: Grids) -> str:
    """Where the zero comes from."""
    if one.grid == "symmetric":
        return f"As many levels below 0 as above: one of {2**data.bits} codes is unused."
    if one.grid == "asymmetric":
        lo, hi = min(float(data.weights.min()), 0.0), max(float(data.weights.max()), 0.0)
        if lo == hi:
            return "A row of zeros: its levels span −1 to 1."
        return f"Levels span the row, {in_print(lo)} to {in_print(hi)}; 0 falls where it falls."
    above = len(one.levels) - 1 - one.zero
    return f"No signs: the middle code is 0, with {one.zero} levels below it and {above} above."


def _seen(errors: GridErrors) -> str:
    """The calibration errors of RTN and GPTQ."""
    return ", ".join(three_digits(clean(errors.calibration[name])) for name in ("rtn", "gptq"))
