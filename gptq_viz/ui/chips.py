"""The settings as short labels above the player."""

from __future__ import annotations

from gptq_viz.figures.numbers import counted
from gptq_viz.numerics import Race
from gptq_viz.numerics.network import layer_size
from gptq_viz.ui.names import INPUT_NAMES
from gptq_viz.ui.settings import Settings


def chips(settings: Settings, race: Race) -> list[str]:
    """Size, samples, bits, damping, groups, order and example, and dead inputs where there are any.

    Parameters
    ----------
    settings : Settings
        What was asked for.
    race : Race
        What was made of it: a layer of the network may be smaller than asked for.

    Returns
    -------
    list of str
        One short text each; at most four digits of a number that may have many.
    """
    n = race.layer.n
    texts = [
        _size(settings, race.layer.out, race.layer.inp),
        counted(n, "sample"),
        f"{settings.bits} bits" + ("" if settings.grid == "symmetric" else f", {settings.grid}"),
        f"damping {f'{settings.damp:.4g}'.replace('e-0', 'e-')}",
        groups(settings),
        order(settings),
        f"{INPUT_NAMES[settings.data]} · seed {settings.seed}",
    ]
    dead = race.traces["gptq"].dead
    if dead.all():
        return [*texts, "all inputs dead: Q = 0"]
    if count := int(dead.sum()):
        texts.append(counted(count, "dead input"))
    return texts


def _size(settings: Settings, out: int, inp: int) -> str:
    """Rows and columns, and of what they are a part."""
    size = f"{out} × {inp}"
    if not settings.data.startswith("digits"):
        return size
    rows, columns = layer_size(int(settings.data.removeprefix("digits")))
    return size if (out, inp) == (rows, columns) else f"window {size} of {rows} × {columns}"


def order(settings: Settings) -> str:
    """Whether the loudest columns come first."""
    return f"act_order {'on' if settings.act_order else 'off'}"


def groups(settings: Settings) -> str:
    """Groups and, where it matters, where their scales come from."""
    if settings.group is None:
        return "no groups"
    return f"groups of {settings.group}" + ("" if settings.scales == "updated" else f", {settings.scales}")
