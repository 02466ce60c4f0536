"""What stands where errors would, if the outputs of the layer are all 0."""

from __future__ import annotations

from gptq_viz.figures.remarks import Remark

SILENT = "The held-out outputs of this layer are all 0, so no error can be compared with them."


def no_errors(title: str, sentence: str = SILENT) -> tuple[Remark, ...]:
    """The only remark there is."""
    return (Remark(title, (("–", "no errors"),), sentence),)
