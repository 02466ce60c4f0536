"""Error against true bits per weight: a line for each number of bits, a point for each size of groups."""

from __future__ import annotations

from dataclasses import dataclass

from gptq_viz.figures.numbers import three_digits
from gptq_viz.numerics import Race, TradeOff, tradeoffs

BITS = (2, 3, 4)


@dataclass(frozen=True, slots=True)
class TradeOffs:
    """All settings that are compared, and the one in use.

    Parameters
    ----------
    points : tuple of TradeOff
        By bits, then from no groups to the smallest.
    bits, group : int, int or None
        Of the settings; group None also where it is as wide as the layer.
    """

    points: tuple[TradeOff, ...]
    bits: int
    group: int | None

    @property
    def current(self) -> TradeOff:
        """The point of the settings."""
        return next(one for one in self.points if (one.bits, one.group) == (self.bits, self.group))


def tradeoffs_data(race: Race) -> TradeOffs:
    """2, 3 and 4 bits and those of the settings, with all groups."""
    config, inp = race.config, race.layer.inp
    points = tradeoffs(race.layer, config, bits=sorted({*BITS, config.bits}))
    return TradeOffs(points, config.bits, None if config.group_size(inp) == inp else config.group)


def tradeoffs_text(data: TradeOffs) -> str:
    """Bits and error of every setting."""
    points = "; ".join(
        f"{one.bits} bits, {group_words(one.group)}: {three_digits(one.held_out)} at "
        f"{one.per_weight:.2f} bits" + (", best" if one.best else "")
        for one in data.points
    )
    best = "Best: no other has less error with no more bits."
    return f"Held-out error against true bits per weight. {points}. {best}"


def group_words(group: int | None) -> str:
    """Groups in words."""
    return "no groups" if group is None else f"groups of {group}"
