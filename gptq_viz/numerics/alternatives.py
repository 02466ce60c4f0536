"""Other settings tried on the same layer, so that advice to take them is known to help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from gptq_viz.numerics.config import ALLOWED_BITS, GPTQConfig
from gptq_viz.numerics.errors import error_on
from gptq_viz.numerics.gptq import gptq
from gptq_viz.numerics.race import Race
from gptq_viz.numerics.singular import SingularHessianError

Changes = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Alternative:
    """GPTQ with some settings changed.

    Parameters
    ----------
    changes : mapping
        Names of `GPTQConfig` and their other values.
    held_out : float
        Relative output error on held-out inputs.
    clipped : float
        Share of the weights that were clipped.
    """

    changes: Changes
    held_out: float
    clipped: float


def dampings(config: GPTQConfig, damps: Sequence[float], *, larger: bool = True) -> Iterator[Changes]:
    """Those of some dampings that are larger than the config's, or smaller."""
    for damp in damps:
        if damp != config.damp and (damp > config.damp) == larger:
            yield {"damp": damp}


def more_bits(config: GPTQConfig) -> Iterator[Changes]:
    """The next number of bits."""
    for bits in ALLOWED_BITS[ALLOWED_BITS.index(config.bits) + 1 :][:1]:
        yield {"bits": bits}


def best_of(race: Race, candidates: Iterator[Changes]) -> Alternative | None:
    """The candidate with the least held-out error; None where there is none."""
    return min(_runs(race, candidates), key=lambda one: one.held_out, default=None)


def less_clipping(race: Race, clipped: float) -> Alternative | None:
    """act_order, the symmetric grid or more bits: the first that halves it and adds no held-out error."""
    error = race.held_out["gptq"][-1]
    wanted = ({"act_order": True}, {"grid": "symmetric"})
    new = [one for one in wanted if replace(race.config, **one) != race.config]
    for one in _runs(race, iter([*new, *more_bits(race.config)])):
        if 2 * one.clipped <= clipped and one.held_out <= error:
            return one
    return None


def _runs(race: Race, candidates: Iterator[Changes]) -> Iterator[Alternative]:
    """Each candidate run, but for those whose H is singular."""
    layer = race.layer
    for changes in candidates:
        with suppress(SingularHessianError):
            trace = gptq(layer, replace(race.config, **changes))
            error = error_on(layer.W, trace.quantized, layer.gram_test)
            yield Alternative(changes, error, float(trace.clipped.mean()))
