"""The Checks page as plain text, with all that is needed to see the same again."""

from __future__ import annotations

import math
from urllib.parse import urlencode

from gptq_viz.figures.numbers import rounding
from gptq_viz.figures.verdicts import COLUMNS, headline, verdict_lines
from gptq_viz.numerics import Check
from gptq_viz.numerics.examples import LayerKey
from gptq_viz.player.witness import LIMIT, Replayed
from gptq_viz.ui.settings import FIELDS, Settings
from gptq_viz.ui.versions import machine, versions

NOT_RUN = "not checked: these settings cannot be run"


def reproducing_link(settings: Settings, address: str) -> str:
    """A link that names every setting, so that it means the same where a default is another.

    Parameters
    ----------
    settings : Settings
        What it restores.
    address : str
        Of the page, without a query.
    """
    return f"{address}?{urlencode(_texts(settings))}"


def versions_line() -> str:
    """All versions in one line."""
    return " · ".join(f"{name} {number}" for name, number in versions().items())


def report(settings: Settings, address: str, found: tuple[Check, ...], replayed: Replayed | None) -> str:
    """Everything the page says.

    Parameters
    ----------
    settings, address
        As for `reproducing_link`.
    found : tuple of Check
        Empty where the settings cannot be run.
    replayed : Replayed or None
        None as long as the browser has not told.
    """
    texts = _texts(settings)
    layer = ", ".join(f"{key} {texts[key]}" for key in LayerKey._fields)
    config = ", ".join(f"{key} {text}" for key, text in texts.items() if key not in LayerKey._fields)
    facts = {
        "Laws": " ".join(headline(found)) if found else NOT_RUN,
        "Replay": replay_sentence(replayed) if found else NOT_RUN,
        "Layer": layer,
        "Settings": config,
        "Link": reproducing_link(settings, address),
        "Versions": ", ".join(f"{name} {number}" for name, number in versions().items()),
        "Machine": machine(),
    }
    return "\n".join((*(f"{name:<9} {text}" for name, text in facts.items()), "", *_table(found))).strip()


def replay_sentence(replayed: Replayed | None) -> str:
    """What the browser found."""
    if replayed is None:
        return "not finished yet"
    if math.isinf(replayed.difference):
        return "fails: the run could not be replayed in the browser"
    back = (
        "the same bits after seeking back"
        if replayed.differing == 0
        else f"{replayed.differing} weights differ after seeking back"
    )
    return (
        f"{'holds' if replayed.holds else 'fails'}: largest difference {rounding(replayed.difference)} "
        f"of the largest weight, limit {rounding(LIMIT)}; {back}"
    )


def _texts(settings: Settings) -> dict[str, str]:
    """Every setting as a link writes it."""
    return {key: field.write(getattr(settings, key)) for key, field in FIELDS.items()}


def _table(found: tuple[Check, ...]) -> list[str]:
    """The laws, one a line."""
    if not found:
        return []
    rows = [
        COLUMNS,
        *(
            (
                f"{line.sign} {line.word}",
                line.number,
                f"{line.name}: {line.formula}",
                line.residual,
                line.limit,
                line.remark,
            )
            for line in verdict_lines(found)
        ),
    ]
    return [
        f"{verdict:<16} {number:<3} {residual:<8} {limit:<5} {law} ({remark})"
        for verdict, number, law, residual, limit, remark in rows
    ]
