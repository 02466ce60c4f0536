"""True bits per weight as a table, and what the best choice costs, in sentences."""

from __future__ import annotations

from gptq_viz.figures.numbers import three_digits
from gptq_viz.figures.remarks import Remark
from gptq_viz.figures.table import Table
from gptq_viz.figures.tradeoff import TradeOffs, group_words
from gptq_viz.numerics import GPTQConfig, Storage, storage

# A layer of a language model.
LARGE = 4096


def bits_table(stored: Storage) -> Table:
    """Bits of each part, in all and a weight."""
    parts = (
        ("codes", stored.codes),
        ("scales, 16 bits each", stored.scales),
        ("zero points", stored.zeros),
        ("g_idx, 32 bits a column", stored.g_idx),
        ("all", stored.total),
    )
    return Table(
        header=(f"of {stored.weights:,} weights", "bits", "a weight"),
        rows=tuple((name, f"{bits:,}", f"{bits / stored.weights:.6g}") for name, bits in parts),
        numbers=(1, 2),
        marked=len(parts) - 1,
    )


def bits_remarks(data: TradeOffs, stored: Storage, config: GPTQConfig) -> tuple[Remark, ...]:
    """The settings' own bits, and whether something is better.

    Parameters
    ----------
    data : TradeOffs
        All settings that are compared.
    stored : Storage
        Of the layer with the config.
    config : GPTQConfig
        The settings.
    """
    large = storage(LARGE, LARGE, config).per_weight
    return (
        Remark(
            "True bits per weight, these settings",
            ((f"{stored.per_weight:.6g}", f"for codes of {config.bits} bits"),),
            f"A layer of {LARGE} × {LARGE} weights takes {large:.6g} with the same settings.",
        ),
        _better(data),
    )


def _better(data: TradeOffs) -> Remark:
    """The setting with the least error that takes no more bits."""
    now = data.current
    cheaper = [one for one in data.points if one.per_weight <= now.per_weight and one != now]
    best = min(cheaper, key=lambda one: one.held_out, default=now)
    numbers = ((three_digits(now.held_out), "held-out error"),)
    if now.best or not best.held_out < now.held_out:
        return Remark(
            "For as few bits", numbers, "Nothing in the picture is better for as few bits or fewer."
        )
    return Remark(
        "For as few bits",
        numbers,
        f"Better: {best.bits} bits with {group_words(best.group)} make {three_digits(best.held_out)} "
        f"and take {best.per_weight:.6g} bits a weight.",
    )
