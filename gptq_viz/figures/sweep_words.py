"""What a sweep says, in sentences that hold for every layer, also where GPTQ loses or nothing differs."""

from __future__ import annotations

from gptq_viz.figures.numbers import in_print, three_digits, times
from gptq_viz.figures.remarks import Remark
from gptq_viz.figures.sweep_best import Chosen, chosen, error_of
from gptq_viz.figures.sweep_points import SweepPoint
from gptq_viz.figures.sweep_text import MOST_LAYERS, seeds_text
from gptq_viz.figures.sweep_values import setting_text
from gptq_viz.figures.swept import LAYER_NAMES, Swept
from gptq_viz.figures.undefined import no_errors
from gptq_viz.theme import METHODS

BEST, CHEAPEST = "★", "◆"
# A median of ratios closer to one than this is called the same.
CLOSE = 1.05


def sweep_remarks(points: tuple[SweepPoint, ...], swept: Swept) -> tuple[Remark, ...]:
    """The best setting, the cheapest one within 5 %, and the main method against RTN."""
    if not points:
        return ()
    found = chosen(points, swept)
    if not found:
        undefined = "The held-out outputs are all 0, so no error can be compared with them."
        return no_errors("No best setting", undefined)
    if len(found) > 1:
        choices: tuple[Remark, ...] = (_by_layer(found, swept),)
    else:
        choices = (_best(found[0], swept), *_cheapest(found[0], swept))
    return (*choices, _against_rtn(points, swept)) if swept.main != "rtn" else choices


def _best(one: Chosen, swept: Swept) -> Remark:
    """The best setting, and whether another could be it."""
    error, label = error_of(one.best, swept.main), METHODS[swept.main].label
    numbers = (
        (three_digits(error), f"held out, {seeds_text((one.best,), swept)}"),
        (three_digits(one.best.calibration[swept.main].median), "calibration"),
    )
    name = setting_text(swept.names, one.best.values)
    if one.settings == 1:
        return Remark("One setting so far", numbers, f"{label} with {name}.")
    parts = [f"{label} with {name}.", _told(one)]
    if one.rtn is not None:
        parts.append(
            f"Plain rounding (RTN) does better: {three_digits(error_of(one.rtn, 'rtn'))} with "
            f"{setting_text(swept.names, one.rtn.values)}."
        )
    return Remark(f"{BEST} Best setting", numbers, " ".join(parts))


def _told(one: Chosen) -> str:
    """How sure the choice is."""
    others = one.settings - 1
    if len(one.best.by_seed) == 1:
        return "One seed only: another may turn close settings round."
    if one.alike == 0:
        which = "the other setting" if others == 1 else "each of the others"
        return f"Better than {which} in at least 9 of 10 seeds."
    which = "the other setting" if others == 1 else f"{one.alike} of the other {others} settings"
    they = "it does" if one.alike == 1 else "they do"
    return (
        f"The spread over seeds is larger than its lead over {which}: in some seeds {they} as well or better."
    )


def _cheapest(one: Chosen, swept: Swept) -> tuple[Remark, ...]:
    """What nearly the same error costs; nothing where there is one setting only."""
    best, cheap = one.best, one.cheapest
    if one.settings == 1:
        return ()
    bits = ((f"{cheap.per_weight:.4g}", "true bits per weight"),)
    title = f"{CHEAPEST} Cheapest within 5 % of the best"
    if cheap is best:
        return (Remark(title, bits, "The best setting itself: no other within 5 % takes fewer bits."),)
    name = setting_text(swept.names, cheap.values)
    error = three_digits(error_of(cheap, swept.main))
    sentence = f"{name[:1].upper()}{name[1:]}: {error} held out. The best takes {best.per_weight:.4g} bits."
    return (Remark(title, bits, sentence),)


def _by_layer(found: tuple[Chosen, ...], swept: Swept) -> Remark:
    """A choice for each layer: errors of different layers are not compared."""
    layer_names = [name for name in swept.names if name in LAYER_NAMES]
    others = [number for number, name in enumerate(swept.names) if name not in layer_names]
    title = f"{BEST} Best setting of each layer"
    if not others:
        sentence = "Every point is another layer: there is no setting to choose among them."
        return Remark("One setting, several layers", ((str(len(found)), "layers"),), sentence)
    names = [swept.names[number] for number in others]
    parts = []
    for one in found[:MOST_LAYERS]:
        best, cheap = (setting_text(names, [p.values[k] for k in others]) for p in (one.best, one.cheapest))
        cheaper = "" if one.cheapest is one.best else f" (cheapest within 5 %: {cheap})"
        told = (
            ""
            if one.alike == 0 or len(one.best.by_seed) == 1
            else ", though in some seeds another does as well"
        )
        error = three_digits(error_of(one.best, swept.main))
        parts.append(f"{setting_text(layer_names, one.layer)}: {best}, {error}{cheaper}{told}")
    rest = f" And {len(found) - MOST_LAYERS} more." if len(found) > MOST_LAYERS else ""
    return Remark(title, ((str(len(found)), "layers"),), f"{'; '.join(parts)}.{rest}")


def _against_rtn(points: tuple[SweepPoint, ...], swept: Swept) -> Remark:
    """In how many settings the main method has less error than plain rounding, and by how much."""
    label = METHODS[swept.main].label
    gains = [point.gain.median for point in points if point.gain.count]
    title = f"{label} against RTN, held out"
    if not gains:
        return Remark(
            title,
            (("–", "no setting to compare"),),
            f"There is no setting in which both errors are known and {label}’s is above 0.",
        )
    wins = sum(gain > CLOSE for gain in gains)
    losses = sum(gain < 1 / CLOSE for gain in gains)
    number = ((f"{wins} of {len(gains)}", "settings with less error"),)
    low, high = min(gains), max(gains)
    if len(gains) == 1:
        return Remark(title, number, f"RTN’s error divided by {label}’s: {in_print(low)}.")
    median = ", median of each setting" if any(len(point.by_seed) > 1 for point in points) else ""
    sentence = f"RTN’s error divided by {label}’s: {in_print(low)} to {in_print(high)}{median}."
    if even := len(gains) - wins - losses:
        sentence += f" About the same, within 5 %, in {even}."
    if losses:
        worst = min(points, key=lambda point: point.gain.median if point.gain.count else float("inf"))
        where = setting_text(swept.names, worst.values)
        most = "" if losses == 1 else f"in {losses}, most "
        sentence += f" It loses {most}with {where}: {times(1, low)} times RTN’s error."
    return Remark(title, number, sentence)
