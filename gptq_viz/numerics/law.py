"""What a law is: a statement, the number that shows whether it holds, and where it does not apply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gptq_viz.numerics.evidence import Evidence
from gptq_viz.numerics.layer import Layer


@dataclass(frozen=True, slots=True)
class Law:
    """One line of the list.

    Parameters
    ----------
    number : int
        Laws that belong together share one.
    name, formula : str
        What it says, in words and in signs.
    residual : function
        From the evidence and the layer to look at to the residual: 0 up to rounding where the law holds.
    obstacle : function
        From the evidence to the reason why the law does not apply; empty where it does.
    extent : str
        How much of the layer it looks at: ``"whole"``, or one of `evidence.SIZES`.
    """

    number: int
    name: str
    formula: str
    residual: Callable[[Evidence, Layer], float]
    obstacle: Callable[[Evidence], str] = lambda _: ""
    extent: str = "whole"
