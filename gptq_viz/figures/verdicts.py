"""The laws and what became of them, in words and signs."""

from __future__ import annotations

from dataclasses import dataclass

from gptq_viz.figures.numbers import rounding
from gptq_viz.numerics import Check, Race, checks

# A sign and a word, so that nothing is said by colour alone.
SIGNS = {
    "passed": ("✓", "holds"),
    "failed": ("✗", "fails"),
    "does not apply": ("–", "does not apply"),
}
COLUMNS = ("Verdict", "No.", "Law", "Residual", "Limit", "Held against, or why not")


@dataclass(frozen=True, slots=True)
class Line:
    """One law as it is printed.

    Parameters
    ----------
    verdict : str
        As `Check.verdict`.
    sign, word : str
        What is shown for it.
    number : str
        Of the law; a dash for what is no law of its own.
    name, formula : str
        What it says.
    residual, limit : str
        Two digits; a dash where there is no residual.
    remark : str
        How much of the layer was looked at, or why the law does not apply.
    """

    verdict: str
    sign: str
    word: str
    number: str
    name: str
    formula: str
    residual: str
    limit: str
    remark: str


def law_checks(race: Race) -> tuple[Check, ...]:
    """Every law held against the layer and settings of a race."""
    return checks(race.layer, race.config)


def verdict_lines(found: tuple[Check, ...]) -> tuple[Line, ...]:
    """A line for each law, in their order."""
    return tuple(
        Line(
            check.verdict,
            *SIGNS[check.verdict],
            number=str(check.number or "–"),
            name=check.name,
            formula=check.formula,
            residual="–" if check.residual is None else rounding(check.residual),
            limit=rounding(check.limit),
            remark=check.reason or check.scope,
        )
        for check in found
    )


def headline(found: tuple[Check, ...]) -> tuple[str, str]:
    """How many hold of how many, and what the others do.

    Returns
    -------
    number, sentence : str
        "22 of 23", "identities hold on this layer; 1 does not apply".
    """
    count = {verdict: sum(check.verdict == verdict for check in found) for verdict in SIGNS}
    failed, idle = count["failed"], count["does not apply"]
    rest = [
        f"{failed} fail{'s' if failed == 1 else ''}" if failed else "",
        f"{idle} do{'es' if idle == 1 else ''} not apply" if idle else "",
    ]
    hold = "identity holds" if count["passed"] == 1 else "identities hold"
    return (
        f"{count['passed']} of {len(found)}",
        "; ".join(filter(None, (f"{hold} on this layer", ", ".join(filter(None, rest))))),
    )


def all_hold(found: tuple[Check, ...]) -> bool:
    """Whether no law fails."""
    return all(check.verdict != "failed" for check in found)
