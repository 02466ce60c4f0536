"""The settings as short labels above the player."""

from __future__ import annotations

from gptq_viz.numerics import Layer
from gptq_viz.ui.settings import FIELDS, Settings


def chips(settings: Settings, layer: Layer) -> list[str]:
    """Size, inputs, bits, damping, groups, order and example.

    Parameters
    ----------
    settings : Settings
        What was asked for.
    layer : Layer
        What was made of it: a layer of the network may be smaller than asked for.

    Returns
    -------
    list of str
        One short text each.
    """
    return [
        f"{layer.out} × {layer.inp}",
        f"{layer.n} input{'s' if layer.n > 1 else ''}",
        f"{settings.bits} bits" + ("" if settings.grid == "symmetric" else f", {settings.grid}"),
        f"damping {FIELDS['damp'].write(settings.damp)}",
        _groups(settings),
        f"act_order {'on' if settings.act_order else 'off'}",
        f"{settings.data} {_inputs(settings)} · seed {settings.seed}",
    ]


def _inputs(settings: Settings) -> str:
    """What one input of the layer comes from."""
    return "images" if settings.data.startswith("digits") else "inputs"


def _groups(settings: Settings) -> str:
    """Groups and, where it matters, where their scales come from."""
    if settings.group is None:
        return "no groups"
    return f"groups of {settings.group}" + ("" if settings.scales == "updated" else f", {settings.scales}")
