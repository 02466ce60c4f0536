"""Error against true bits per weight: what a smaller group buys, and what one more bit would."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.errors import both_errors
from gptq_viz.numerics.factor import row_factor
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.lazy import lazy_loop
from gptq_viz.numerics.problem import prepare
from gptq_viz.numerics.storage import storage
from gptq_viz.numerics.threads import one_blas_thread

BITS = (2, 3, 4)
GROUPS = (None, 128, 64, 32, 16, 8)


@dataclass(frozen=True, slots=True)
class TradeOff:
    """One setting of bits and group.

    Parameters
    ----------
    bits : int
        Bits of a code.
    group : int or None
        Columns that share a scale.
    per_weight : float
        True bits per weight: codes, scales, zeros and g_idx, as `storage` counts them.
    calibration, held_out : float
        Relative output error of GPTQ.
    best : bool
        Whether no other setting has a smaller held-out error with as few bits per weight or fewer.
    """

    bits: int
    group: int | None
    per_weight: float
    calibration: float
    held_out: float
    best: bool


@one_blas_thread
def tradeoffs(
    layer: Layer, config: GPTQConfig, bits: Sequence[int] = BITS, groups: Sequence[int | None] = GROUPS
) -> tuple[TradeOff, ...]:
    """GPTQ with several bits and groups, everything else as the config has it.

    Groups as wide as the layer or wider are left out: they are what no groups are.

    Raises
    ------
    ValueError
        If H is singular; names the smallest damping that works.
    """
    problem = prepare(layer, config)
    F = row_factor(problem.U)
    found = []
    for width in bits:
        for group in groups:
            if group is not None and group >= layer.inp:
                continue
            settings = replace(config, bits=width, group=group)
            Q = lazy_loop(replace(problem, config=settings), "gptq", F).quantized
            held_out, calibration = both_errors(layer, Q)
            stored = storage(layer.out, layer.inp, settings).per_weight
            found.append(TradeOff(width, group, stored, calibration, held_out, best=False))
    return tuple(replace(one, best=not any(_beats(other, one) for other in found)) for one in found)


def _beats(other: TradeOff, one: TradeOff) -> bool:
    """Whether `other` has less error with no more bits, or as little with fewer."""
    return (other.held_out < one.held_out and other.per_weight <= one.per_weight) or (
        other.held_out == one.held_out and other.per_weight < one.per_weight
    )
