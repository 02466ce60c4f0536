"""Advice on a run: what to be warned of, in numbers, and the setting that helps where one does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import isnan, nan

from gptq_viz.numerics.alternatives import Alternative, Changes, best_of, less_clipping, more_bits, more_damp
from gptq_viz.numerics.config import USUAL_DAMP
from gptq_viz.numerics.diagnosis import Diagnosis, Inputs, diagnosis, inputs_of
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.race import Race

# Nobody would see a smaller difference, and another seed may turn it round.
CLOSE = 1.05
# With 4 samples an input the held-out errors of the examples are up to 1.3 times the calibration errors, with
# 1 up to 4.5 times; on white inputs GPTQ then loses to RTN. Twice as many are advised.
FEW, ENOUGH = 4, 8
# With samples enough the examples stay below 1.3.
OVERFIT = 1.5
# Libraries invert H in float32, whose rounding of 6e-8 then is 6 % of the smallest direction.
ILL = 1e6
# The examples clip 0.2 % of their weights in the median; loud inputs at 2 bits more than 1 %.
CLIPPED = 0.01
# From here on damping adds as much to each eigenvalue as they are on average.
HEAVY = 1.0
# A tenth of the power of the outputs.
LARGE = 0.1


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to know about a run.

    Parameters
    ----------
    kind : str
        What it is, such as ``"few_samples"``.
    values : mapping
        The numbers it speaks of, by name.
    remedy : mapping
        Settings that help, by their names in `GPTQConfig` and `example_layer`; empty where none is known.
    """

    kind: str
    values: Mapping[str, float] = field(default_factory=dict)
    remedy: Changes = field(default_factory=dict)


def advice(race: Race, found: Diagnosis | None = None) -> tuple[Advice, ...]:
    """Everything to be warned of in a run of GPTQ; nothing where all is well.

    Parameters
    ----------
    race : Race
        The run, beside RTN and the frozen inverse.
    found : Diagnosis, optional
        Of this race, if it is known already.
    """
    found = found or diagnosis(race)
    inputs = _of_inputs(found.inputs, found.zeroed, found.held_out[2])
    return (*_of_errors(race, found), *inputs, *_of_rounding(race, found))


def advice_without_run(layer: Layer, smallest: float) -> tuple[Advice, ...]:
    """The same for a layer whose H is singular with the damping that is set.

    Parameters
    ----------
    layer : Layer
        What could not be quantized.
    smallest : float
        The smallest damping that works.
    """
    inputs = inputs_of(layer)
    singular = Advice("singular", {"damp": smallest, "n": inputs.n, "live": inputs.live})
    return (singular, *_of_inputs(inputs))


def _of_errors(race: Race, found: Diagnosis) -> Iterator[Advice]:
    """GPTQ beside RTN, the error's size, and calibration beside held out."""
    (rtn, frozen, gptq), seen = found.held_out, found.calibration[2]
    errors = {"rtn": rtn, "gptq": gptq, "calibration": seen}
    if isnan(gptq):
        yield Advice("no_outputs")
    if gptq > CLOSE * rtn:
        yield _tried("loses", errors, best_of(race, more_damp(race.config, (0.1, 1.0, 10.0))), gptq)
    elif usual := _less_damping(race, gptq):
        yield _tried("heavy_damping", errors | {"damp": race.config.damp}, usual, gptq)
    elif found.inputs.live and 0 < rtn <= CLOSE * gptq:
        yield Advice("no_gain", errors)
    # Where half of it or more comes from zeroed weights, dead inputs are the cause, not the bits.
    if gptq > LARGE and 2 * found.zeroed < gptq:
        yield _tried("large_error", errors, best_of(race, more_bits(race.config)), gptq)
    if gptq > OVERFIT * seen and found.inputs.awake == 0:
        yield Advice("overfit", errors)
    if frozen > CLOSE * rtn >= gptq:
        yield Advice("frozen", errors | {"frozen": frozen})


def _less_damping(race: Race, error: float) -> Alternative | None:
    """The usual damping, where a heavy one is set and the usual one leaves less error."""
    if race.config.damp < HEAVY:
        return None
    usual = best_of(race, [{"damp": USUAL_DAMP}])
    return usual if usual is not None and CLOSE * usual.held_out < error else None


def _tried(kind: str, values: Mapping[str, float], other: Alternative | None, error: float) -> Advice:
    """With the best of other settings as its remedy, if it is better."""
    if other is None or not CLOSE * other.held_out < error:
        return Advice(kind, values)
    return Advice(kind, {**values, "tried": other.held_out}, other.changes)


def _of_inputs(inputs: Inputs, zeroed: float = nan, error: float = nan) -> Iterator[Advice]:
    """Samples and dead inputs; `zeroed` is the part of the held-out error that their weights make."""
    if inputs.n < FEW * inputs.live:
        more = ENOUGH * inputs.live
        yield Advice("few_samples", {"n": inputs.n, "live": inputs.live}, {"n": more})
    values = {"dead": inputs.dead, "inp": inputs.inp, "awake": inputs.awake, "zeroed": zeroed}
    if inputs.awake and not zeroed <= (CLOSE - 1) * error:
        yield Advice("awake", values)
    elif inputs.dead:
        yield Advice("dead", values)


def _of_rounding(race: Race, found: Diagnosis) -> Iterator[Advice]:
    """Conditioning, clipping, and what the grid does to some weights."""
    if found.condition > ILL:
        yield Advice("ill_conditioned", {"condition": found.condition}, {"damp": USUAL_DAMP})
    if found.one_sided:
        levels = 2**race.config.bits - 1
        kept = (2 ** (race.config.bits - 1) - 1) / levels
        values = {"one_sided": found.one_sided, "spans": found.spans, "kept": kept}
        yield Advice("one_sided", values, {"grid": "symmetric"})
    if found.clipped > CLIPPED:
        other = less_clipping(race, found.clipped)
        clipping = {"clipped": found.clipped}
        if other is None:
            yield Advice("clipped", clipping)
        else:
            yield Advice("clipped", clipping | {"tried": other.clipped}, other.changes)
    if found.ties:
        yield Advice("ties", {"ties": found.ties, "weights": race.layer.out * race.layer.inp})
