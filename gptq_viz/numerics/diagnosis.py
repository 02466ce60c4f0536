"""What to look at before a run is trusted: samples, conditioning, clipping, dead inputs, errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import FloatArray
from gptq_viz.numerics.grid import span
from gptq_viz.numerics.hessian import damped, dead_inputs, hessian, revived
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.race import Race
from gptq_viz.numerics.spectrum import condition_number
from gptq_viz.numerics.ties import tied
from gptq_viz.numerics.trace import Trace

ROUNDING = 1e-28  # a smaller relative squared error is what double precision leaves of 0


@dataclass(frozen=True, slots=True)
class Inputs:
    """Samples and inputs of a layer; known before anything is quantized.

    Parameters
    ----------
    n, inp : int
        Calibration samples and inputs.
    dead : int
        Inputs that never fire in calibration.
    awake : int
        Those of them that fire held out.
    """

    n: int
    inp: int
    dead: int
    awake: int

    @property
    def live(self) -> int:
        """Inputs that fire in calibration."""
        return self.inp - self.dead


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The numbers of a run that say how far to trust it.

    Parameters
    ----------
    inputs : Inputs
        Samples and inputs.
    condition : float
        Largest by smallest eigenvalue of the damped H, over the inputs that fire; nan if none does,
        infinite if the smallest is rounding noise.
    clipped : float
        Share of the weights that lay beyond the last level by more than half a scale.
    one_sided, spans : int
        Pairs of a row and a group without a negative weight, on a grid that minds; and all pairs.
    ties : int
        Weights on a rounding tie.
    zeroed : float
        Held-out error that comes from the weights of dead inputs, set to 0, alone.
    held_out, calibration : (rtn, frozen, gptq)
        Relative output errors; 0 where double precision leaves no more, nan where the outputs are 0.
    """

    inputs: Inputs
    condition: float
    clipped: float
    one_sided: int
    spans: int
    ties: int
    zeroed: float
    held_out: tuple[float, float, float]
    calibration: tuple[float, float, float]


def inputs_of(layer: Layer) -> Inputs:
    """Samples and inputs of a layer."""
    dead = dead_inputs(hessian(layer))
    awake = dead & (np.diag(layer.gram_test) > 0)
    return Inputs(layer.n, layer.inp, int(dead.sum()), int(awake.sum()))


def diagnosis(race: Race) -> Diagnosis:
    """All numbers of a run."""
    trace, held_out, calibration = race.traces["gptq"], race.held_out, race.calibration
    minds = race.config.grid == "reference"
    return Diagnosis(
        inputs=inputs_of(race.layer),
        condition=_condition(race.layer, race.config.damp),
        clipped=float(trace.clipped.mean()),
        one_sided=one_sided(trace) if minds else 0,
        spans=trace.scale.size,
        ties=int(tied(trace).sum()),
        zeroed=_clean(held_out["gptq"][0]),
        held_out=(_end(held_out["rtn"]), _end(held_out["frozen"]), _end(held_out["gptq"])),
        calibration=(_end(calibration["rtn"]), _end(calibration["frozen"]), _end(calibration["gptq"])),
    )


def one_sided(trace: Trace) -> int:
    """Pairs of a row and a group in which the group's scale saw no weight below 0 but some above.

    The ``reference`` grid then has a scale half as wide as otherwise, and its zero point stays in the middle:
    weights above (2^(b−1) − 1) / (2^b − 1) of the largest are clipped.
    """
    count = 0
    for group in range(trace.scale.shape[1]):
        columns = np.flatnonzero(trace.group_of == group)
        seen = trace.config.seen_steps(int(columns[0]))
        lo, hi = span(trace.weights_after(seen)[:, columns])
        count += int(((lo == 0) & (hi > 0)).sum())
    return count


def _condition(layer: Layer, damp: float) -> float:
    """Condition number of the damped H; the 1 in place of a dead input is no eigenvalue of the inputs."""
    H = hessian(layer)
    live = ~dead_inputs(H)
    if not live.any():
        return float("nan")
    return condition_number(np.linalg.eigvalsh(damped(revived(H), damp)[np.ix_(live, live)])[::-1])


def _end(curve: FloatArray) -> float:
    """Error after the last column."""
    return _clean(curve[-1])


def _clean(error: float) -> float:
    """0 for what rounding alone has left; nan stays nan."""
    return 0.0 if error < ROUNDING else float(error)
