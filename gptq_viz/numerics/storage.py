"""How many bits a quantized layer takes, to the last one."""

from __future__ import annotations

from dataclasses import dataclass

from gptq_viz.numerics.config import GPTQConfig, whole_number

SCALE_BITS = 16
INDEX_BITS = 32


@dataclass(frozen=True, slots=True)
class Storage:
    """Bits of each part of a quantized layer, as GPTQ checkpoints store it.

    Parameters
    ----------
    weights : int
        How many weights there are, out · inp.
    codes : int
        ``bits`` for each weight, packed without gaps.
    scales : int
        16 for each row and group.
    zeros : int
        ``bits`` for each row and group, packed as the codes are. Checkpoints store them on every grid, also
        where all are the same.
    g_idx : int
        32 for each column, where the group of a column is not its place divided by the size of a group: with
        act_order and several groups, unless ``static`` scales keep the groups together.
    """

    weights: int
    codes: int
    scales: int
    zeros: int
    g_idx: int

    @property
    def total(self) -> int:
        """All bits."""
        return self.codes + self.scales + self.zeros + self.g_idx

    @property
    def per_weight(self) -> float:
        """All bits divided by the number of weights."""
        return self.total / self.weights


def storage(out: int, inp: int, config: GPTQConfig) -> Storage:
    """Bits that a layer of `out` by `inp` weights takes with these settings; biases are not counted.

    Raises
    ------
    ValueError
        A size that is not a whole number of at least 1.

    Examples
    --------
    >>> storage(4096, 4096, GPTQConfig(bits=4, group=128)).per_weight
    4.15625
    """
    for name, size in (("out", out), ("inp", inp)):
        whole_number(name, size, least=1)
    groups = config.group_count(inp)
    return Storage(
        weights=out * inp,
        codes=config.bits * out * inp,
        scales=SCALE_BITS * out * groups,
        zeros=config.bits * out * groups,
        g_idx=INDEX_BITS * inp if needs_g_idx(inp, config) else 0,
    )


def needs_g_idx(inp: int, config: GPTQConfig) -> bool:
    """Whether the group of a column cannot be told from its place."""
    return config.act_order and config.scales != "static" and config.group_count(inp) > 1
