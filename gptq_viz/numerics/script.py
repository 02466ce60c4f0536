"""A run as a stand-alone script in plain NumPy: to read, to change, to check the numbers by."""

from __future__ import annotations

from textwrap import fill

from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.examples import DIGITS, HELD_OUT
from gptq_viz.numerics.grid import half_to_even, rounding
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.script_layers import DRAWN, STORED
from gptq_viz.numerics.script_methods import DECIDED, GPTQ, GRIDS, RTN, RUN

MARK = "  #? "
WIDTH = 80

_HEAD = '''\
"""GPTQ and plain rounding (RTN) of one layer, in plain NumPy.

{summary}

Prints the share of the layer's squared outputs that each method gets wrong: on
inputs that the calibration has never seen, and on those of the calibration.
GPTQ Explorer shows the same numbers.
{needs}
"""

import numpy as np

{constants}
'''


def script(layer: Layer, config: GPTQConfig, seed: int, stored: str = "layer.npz") -> str:
    """Python source that quantizes `layer` with `config` and prints the errors of RTN and GPTQ.

    Only what these settings need is in it: no groups where there are none, no dead inputs where all fire.
    The text is one module, to be run by itself.

    Parameters
    ----------
    layer : Layer
        An example layer. One that no lines of code can draw is read from a file.
    config : GPTQConfig
        Settings of the run.
    seed : int
        Seed of the example.
    stored : str
        Name of the file with ``W``, ``X`` and ``X_test`` that the script reads where it cannot draw the
        layer (`draws_layer`).

    Raises
    ------
    ValueError
        If `stored` is not a plain file name.
    """
    if not stored.removesuffix(".npz").replace("-", "_").isidentifier():
        raise ValueError(f"stored must be a plain file name that ends in .npz, got {stored!r}")
    holds = _words(layer, config)
    needs = "Needs NumPy alone." if draws_layer(layer) else f"Needs NumPy, and the file {stored} beside it."
    head = _HEAD.format(
        summary=fill(_summary(layer, config, seed), WIDTH),
        needs=fill(needs, WIDTH),
        constants="\n".join(_constants(layer, config, seed, stored, holds)),
    )
    grid = DECIDED if "decided" in holds else GRIDS[config.grid]
    parts = (DRAWN.get(layer.name, STORED), grid, RTN, GPTQ, RUN)
    return "\n\n".join((head.rstrip("\n") + "\n", *(_kept(part, holds) for part in parts)))


def draws_layer(layer: Layer) -> bool:
    """Whether the script draws the layer itself, so that it needs no file."""
    return layer.name in DRAWN


def _words(layer: Layer, config: GPTQConfig) -> set[str]:
    """What holds for this run, in the words that the parts of the script use."""
    facts = {
        "dead_inputs": not layer.X.any(axis=0).all(),
        "damped": config.damp > 0,
        "act_order": config.act_order,
    }
    if config.group_size(layer.inp) < layer.inp:
        facts |= {"groups": True, "static": config.scales == "static", "at_group": config.scales != "static"}
        facts |= {"updated": config.scales == "updated", "flushed": config.scales == "reference"}
        facts |= {"decided": rounding(config, config.scales == "static") is half_to_even}
    return {layer.name, *(word for word, true in facts.items() if true)}


def _kept(part: str, holds: set[str]) -> str:
    """Lines of a part whose words all hold; one with ``!`` before it must not hold."""
    lines = []
    for line in part.split("\n"):
        text, _, words = line.partition(MARK)
        if all((word.lstrip("!") in holds) != word.startswith("!") for word in words.split()):
            lines.append(text)
    return "\n".join(lines)


def _summary(layer: Layer, config: GPTQConfig, seed: int) -> str:
    """Layer and settings in two sentences."""
    samples = f"{layer.n} calibration sample{'s' if layer.n > 1 else ''}"
    grouped = config.group_size(layer.inp) < layer.inp
    groups = f"groups of {config.group} columns with {config.scales} scales" if grouped else "no groups"
    order = ", loudest inputs first (act_order)" if config.act_order else ""
    kind = f"{layer.name} of the digit network" if layer.name in DIGITS else layer.name
    return (
        f"Layer: {kind}, {layer.out} x {layer.inp} weights, {samples}, seed {seed}. Quantized to "
        f"{config.bits} bits on the {config.grid} grid, {groups}, damping {config.damp:g}{order}."
    )


def _constants(layer: Layer, config: GPTQConfig, seed: int, stored: str, holds: set[str]) -> list[str]:
    """The settings, one a line."""
    if draws_layer(layer):
        lines = [
            f"OUT, INP = {layer.out}, {layer.inp}  # rows and columns of W",
            f"N, HELD_OUT = {layer.n}, {HELD_OUT}  # samples for the calibration, and others it never sees",
            f"SEED = {seed}",
        ]
    else:
        lines = [f'LAYER = "{stored}"', f"INP = {layer.inp}  # columns of W"]
    lines.append(f"BITS = {config.bits}")
    if "groups" in holds:
        lines.append(f"GROUP = {config.group}  # columns that share a scale")
    if "flushed" in holds:
        lines.append(f"BLOCK = {config.block}  # columns whose updates the published code applies together")
    if "damped" in holds:
        lines.append(f"DAMP = {config.damp!r}  # share of the mean of diag H that is added to the diagonal")
    return lines
