"""A run, and a job: runs that one worker makes in one go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.examples import LayerKey


@dataclass(frozen=True, slots=True)
class Run:
    """One layer and one way to quantize it.

    Parameters
    ----------
    index : int
        Its place in the plan, and in the table.
    values : tuple
        Of the parameters that vary, in the order of the grid.
    layer : LayerKey
        Which layer.
    config : GPTQConfig
        How it is quantized.
    """

    index: int
    values: tuple[Any, ...]
    layer: LayerKey
    config: GPTQConfig

    @property
    def factoring(self) -> tuple[bool, float]:
        """What the factor of H depends on beside the layer."""
        return self.config.act_order, self.config.damp


@dataclass(frozen=True, slots=True)
class Job:
    """Runs, those of the same layer next to each other, and of them those with the same factor.

    Parameters
    ----------
    runs : tuple of Run
        At least one.
    methods : tuple of str
        Methods of every run.
    seconds : float
        What it is expected to take.
    repeated : bool
        Whether its runs have failed once before.
    """

    runs: tuple[Run, ...]
    methods: tuple[str, ...]
    seconds: float
    repeated: bool = False

    def again(self) -> tuple[Job, ...]:
        """The job once more, run by run, so that one bad run takes no other with it."""
        share = self.seconds / len(self.runs)
        return tuple(Job((run,), self.methods, share, repeated=True) for run in self.runs)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a run.

    Parameters
    ----------
    index : int
        The run's.
    errors : tuple of (error, calibration_error)
        Relative output errors on held-out and on calibration inputs, for each method; empty if not made.
    skipped, failed : str
        Why the run is impossible, or why it was given up; empty if it was made.
    """

    index: int
    errors: tuple[tuple[float, float], ...] = ()
    skipped: str = ""
    failed: str = ""
