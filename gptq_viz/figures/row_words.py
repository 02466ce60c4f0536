"""What is said beside the errors by row: in how many GPTQ is better, where it gains most and least."""

from __future__ import annotations

import numpy as np

from gptq_viz.figures.method_look import STYLES
from gptq_viz.figures.numbers import counted, percent, times
from gptq_viz.figures.remarks import Remark
from gptq_viz.figures.rows import RowPicture, verdicts
from gptq_viz.figures.undefined import no_errors
from gptq_viz.numerics.arrays import FloatArray

TENTH = 10


def rows_remarks(data: RowPicture) -> tuple[Remark, ...]:
    """How many rows gain, the rows with the most and the least gain, and how much the worst rows hold."""
    rtn, gptq = data.held_out("rtn"), data.held_out("gptq")
    if np.isnan(rtn).any():
        return no_errors("By row")
    said = (_counts(data, rtn, gptq), _extremes(rtn, gptq))
    return (*said, _worst(rtn, gptq, STYLES[data.method].label)) if len(rtn) > 1 else said


def _counts(data: RowPicture, rtn: FloatArray, gptq: FloatArray) -> Remark:
    """Rows with less error, on inputs GPTQ never saw and on those it saw."""
    unseen, seen = (
        {name: int(rows.sum()) for name, rows in verdicts(*pair).items()}
        for pair in ((rtn, gptq), (data.calibration("rtn"), data.calibration("gptq")))
    )
    held_out = _sentence("Held out", unseen)
    calibration = "" if np.isnan(data.calibration("rtn")).any() else _sentence(" On calibration inputs", seen)
    return Remark(
        "Rows with less error than by RTN",
        ((f"{unseen['smaller']} of {len(rtn)}", "rows" if len(rtn) > 1 else "row"),),
        f"{held_out}{calibration}",
    )


def _sentence(where: str, counts: dict[str, int]) -> str:
    """Less, more and as good, in words."""
    return f"{where}: {counts['smaller']} less, {counts['larger']} more, {counts['as good']} within 5 %."


def _extremes(rtn: FloatArray, gptq: FloatArray) -> Remark:
    """The best and the worst ratio, and whose it is."""
    title = "RTN’s error ÷ GPTQ’s, row by row"
    both = np.flatnonzero((rtn > 0) & (gptq > 0))
    if not len(both):
        return Remark(title, (("–", "no ratio"),), "In every row one of the two leaves no error.")
    ratios = rtn[both] / gptq[both]
    low, high = int(ratios.argmin()), int(ratios.argmax())
    numbers = (
        (f"{times(ratios[high], 1)}×", f"row {both[high]}"),
        (f"{times(ratios[low], 1)}×", f"row {both[low]}"),
    )
    median = f"The median is {times(float(np.median(ratios)), 1)}×."
    none = len(rtn) - len(both)
    left_out = f" Left out: {counted(none, 'row')} in which one of the two leaves no error." if none else ""
    if low == high:
        every = (numbers[0][0], "in every row" if len(both) > 1 else numbers[0][1])
        return Remark(title, (every,), left_out.lstrip())
    return Remark(title, numbers, median + left_out)


def _worst(rtn: FloatArray, gptq: FloatArray, label: str) -> Remark:
    """The part of the error in the tenth of the rows that have most of it."""
    count = -(-len(rtn) // TENTH)
    shares = []
    for errors in (rtn, gptq):
        total = float(errors.sum())
        worst = float(np.sort(errors)[::-1][:count].sum())
        shares.append(percent(worst / total) if total > 0 else "–")
    rows = f"worst {count} rows hold" if count > 1 else "worst row holds"
    even = f"If all rows had the same error it would be {percent(count / len(rtn))}."
    return Remark(f"Of the whole error the {rows}", ((shares[0], "RTN"), (shares[1], label)), even)
