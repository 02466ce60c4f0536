"""Advice in words: what it is, its numbers, what it means, and what to do."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gptq_viz.figures import advice_on_errors, advice_on_inputs, advice_on_rounding
from gptq_viz.figures.advice_parts import Said
from gptq_viz.figures.numbers import counted, in_print, three_digits
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics import Advice, Diagnosis, Race, advice, diagnosis
from gptq_viz.numerics.alternatives import Changes

SERIOUS, WARNING, NOTE = SEVERITIES = ("serious", "warning", "note")
WORDS: Mapping[str, tuple[str, Callable[[Advice], Said]]] = {
    "singular": (SERIOUS, advice_on_inputs.singular),
    "loses": (SERIOUS, advice_on_errors.loses),
    "awake": (SERIOUS, advice_on_inputs.awake),
    "few_samples": (WARNING, advice_on_inputs.few_samples),
    "overfit": (WARNING, advice_on_errors.overfit),
    "heavy_damping": (WARNING, advice_on_errors.heavy_damping),
    "large_error": (WARNING, advice_on_errors.large_error),
    "ill_conditioned": (WARNING, advice_on_rounding.ill_conditioned),
    "one_sided": (WARNING, advice_on_rounding.one_sided),
    "clipped": (WARNING, advice_on_rounding.clipped),
    "no_gain": (NOTE, advice_on_errors.no_gain),
    "frozen": (NOTE, advice_on_errors.frozen),
    "no_outputs": (NOTE, advice_on_errors.no_outputs),
    "dead": (NOTE, advice_on_inputs.dead),
    "ties": (NOTE, advice_on_rounding.ties),
}


@dataclass(frozen=True, slots=True)
class Counsel:
    """One piece of advice as it is printed.

    Parameters
    ----------
    kind, severity : str
        As in `Advice`, and one of `SEVERITIES`.
    remark : Remark
        What it is, its numbers, and two sentences: what it means and what to do.
    remedy : mapping
        Settings that help; empty where none is known.
    """

    kind: str
    severity: str
    remark: Remark
    remedy: Changes


@dataclass(frozen=True, slots=True)
class Counsels:
    """All advice on a run, the gravest first, and a sentence with the numbers that were looked at."""

    given: tuple[Counsel, ...]
    looked_at: str


def advice_data(race: Race) -> Counsels:
    """Advice on a run."""
    found = diagnosis(race)
    return Counsels(counsels(advice(race, found)), looked_at(found))


def counsels(given: tuple[Advice, ...]) -> tuple[Counsel, ...]:
    """Advice in words, the gravest first."""
    order = list(WORDS)
    return tuple(_counsel(one) for one in sorted(given, key=lambda one: order.index(one.kind)))


def headline(given: tuple[Counsel, ...]) -> str:
    """How much of what there is.

    Examples
    --------
    >>> headline(())
    'Nothing to warn of.'
    """
    counts = {name: sum(one.severity == name for one in given) for name in SEVERITIES}
    parts = []
    if counts[SERIOUS]:
        parts.append(f"{counts[SERIOUS]} serious")
    for name in (WARNING, NOTE):
        if counts[name]:
            parts.append(counted(counts[name], name))
    if not counts[SERIOUS] and not counts[WARNING]:
        parts.insert(0, "nothing to warn of")
    said = ", ".join(parts)
    return f"{said[:1].upper()}{said[1:]}."


def looked_at(found: Diagnosis) -> str:
    """The numbers that were looked at, whether or not there is anything to say of them."""
    inputs, (rtn, _, gptq) = found.inputs, found.held_out
    per_input = f"{inputs.n / inputs.live:.3g}" if inputs.live else "–"
    condition = in_print(found.condition) if math.isfinite(found.condition) else "–"
    return (
        f"Looked at: {per_input} samples an input that fires, {counted(inputs.dead, 'dead input')}, "
        f"condition number of the damped H {condition}, {100 * found.clipped:.2g} % of the weights clipped, "
        f"{found.ties} on a tie; held-out error RTN {three_digits(rtn)}, GPTQ {three_digits(gptq)}, on "
        f"calibration inputs RTN {three_digits(found.calibration[0])}, GPTQ "
        f"{three_digits(found.calibration[2])}."
    )


def _counsel(one: Advice) -> Counsel:
    severity, words = WORDS[one.kind]
    said = words(one)
    return Counsel(
        one.kind, severity, Remark(said.title, said.numbers, f"{said.means} {said.advice}"), one.remedy
    )
