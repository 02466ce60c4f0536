"""The refusal of an H that has no inverse: why, and what to do."""

from __future__ import annotations


class SingularHessianError(ValueError):
    """H has no inverse to working precision.

    Parameters
    ----------
    why : str
        Why that is so, in words that end a sentence; empty where it is not known.
    damp : float, optional
        The smallest damping that works, where it was asked for.
    """

    advice = "H is singular; raise damping"

    def __init__(self, why: str = "", damp: float | None = None) -> None:
        self.why = f": {why}" if why else ""
        super().__init__(f"{self.advice}{'' if damp is None else f' to {damp:g} or more'}{self.why}")

    @property
    def reason(self) -> str:
        """The message without a number, for those who have a better one to offer."""
        return self.advice + self.why


def why_singular(samples: int, columns: int, dead: int) -> str:
    """What makes H singular: too few samples, or samples that do not tell some inputs apart."""
    if samples >= columns - dead:
        return "some inputs are sums of others"
    if dead == 0:
        return f"there are fewer samples ({samples}) than columns ({columns})"
    return f"there are fewer samples ({samples}) than columns that are not dead ({columns - dead})"
