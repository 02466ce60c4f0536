"""Other settings tried on the same layer, so that advice to take them is known to help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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


def more_damp(config: GPTQConfig, damps: Iterable[float]) -> list[Changes]:
    """Those of some dampings that are larger than the config's."""
    return [{"damp": damp} for damp in damps if damp > config.damp]


def more_bits(config: GPTQConfig) -> list[Changes]:
    """The next larger number of bits, if there is one."""
    larger = [bits for bits in ALLOWED_BITS if bits > config.bits]
    return [{"bits": bits} for bits in larger[:1]]


def best_of(race: Race, candidates: Iterable[Changes]) -> Alternative | None:
    """The candidate with the least held-out error; None where there is none."""
    return min(_runs(race, candidates), key=lambda one: one.held_out, default=None)


def less_clipping(race: Race, clipped: float) -> Alternative | None:
    """act_order, the symmetric grid or more bits: the first that halves it and adds no held-out error."""
    error, _ = race.errors("gptq")
    wanted: tuple[Changes, ...] = ({"act_order": True}, {"grid": "symmetric"})
    others = [changes for changes in wanted if replace(race.config, **changes) != race.config]
    for one in _runs(race, [*others, *more_bits(race.config)]):
        if 2 * one.clipped <= clipped and one.held_out <= error:
            return one
    return None


def _runs(race: Race, candidates: Iterable[Changes]) -> Iterator[Alternative]:
    """Each candidate run, but for those whose H is singular."""
    layer = race.layer
    for changes in candidates:
        with suppress(SingularHessianError):
            trace = gptq(layer, replace(race.config, **changes))
            error = error_on(layer.W, trace.quantized, layer.gram_test)
            yield Alternative(changes, error, float(trace.clipped.mean()))
