"""Whether a prediction was right, in words."""

from __future__ import annotations

from collections.abc import Sequence

LETTERS = "ABC"


def verdict(answers: Sequence[str], right: int, chosen: int | None) -> str:
    """What happens, in bold, and what was said before; None: nothing was.

    Examples
    --------
    >>> verdict(("It falls", "It rises"), 1, 1)
    '✓ As you said: **B, it rises.**'
    >>> verdict(("It falls", "It rises"), 1, 0)
    '**B, it rises.** You said A, it falls.'
    >>> verdict(("It falls", "It rises"), 1, None)
    '**B, it rises.**'
    """
    what = f"{named(answers, right)}."
    if chosen is None:
        return f"**{what}**"
    return (
        f"✓ As you said: **{what}**" if chosen == right else f"**{what}** You said {named(answers, chosen)}."
    )


def named(answers: Sequence[str], number: int) -> str:
    """An answer with its letter, inside a sentence.

    Examples
    --------
    >>> named(("A smaller error", "RTN: it is better"), 0), named(("A smaller error", "RTN: it is better"), 1)
    ('A, a smaller error', 'B, RTN: it is better')
    """
    first, rest = answers[number][0], answers[number][1:]
    name = rest[:1].isupper()  # keeps its capitals
    return f"{LETTERS[number]}, {first if name else first.lower()}{rest}"
