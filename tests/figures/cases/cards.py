"""The pictures of all cases, and what their tests ask of them."""

from __future__ import annotations

from typing import Any

from gptq_viz.figures.cases import (
    clipped_weights,
    dead_inputs,
    few_samples,
    heavy_damping,
    loud_inputs,
    scattered_groups,
    shifted_inputs,
    singular_h,
    two_precisions,
    white_inputs,
)
from gptq_viz.numerics.cases.clipped_weights import clipped_weights as clipped_case
from gptq_viz.numerics.cases.dead_inputs import dead_inputs as dead_case
from gptq_viz.numerics.cases.few_samples import few_samples as few_case
from gptq_viz.numerics.cases.heavy_damping import heavy_damping as damping_case
from gptq_viz.numerics.cases.loud_inputs import loud_inputs as loud_case
from gptq_viz.numerics.cases.scattered_groups import scattered_groups as groups_case
from gptq_viz.numerics.cases.shifted_inputs import shifted_inputs as shifted_case
from gptq_viz.numerics.cases.singular_h import singular_h as singular_case
from gptq_viz.numerics.cases.two_precisions import two_precisions as ties_case
from gptq_viz.numerics.cases.white_inputs import white_inputs as white_case

PICTURES: dict[str, tuple[Any, Any]] = {
    "few": (few_samples, few_case),
    "shifted": (shifted_inputs, shifted_case),
    "white": (white_inputs, white_case),
    "loud": (loud_inputs, loud_case),
    "dead": (dead_inputs, dead_case),
    "damping": (heavy_damping, damping_case),
    "clipped": (clipped_weights, clipped_case),
    "singular": (singular_h, singular_case),
    "groups": (scattered_groups, groups_case),
    "ties": (two_precisions, ties_case),
}


def traces(figure: Any) -> dict[str, Any]:
    """Those that have a name, by it."""
    return {trace.name: trace for trace in figure.data if trace.name}


def words(name: str, data: Any) -> str:
    """All that is written beside a picture."""
    remarks = PICTURES[name][0].numbers(data)
    numbers = [" ".join(pair) for remark in remarks for pair in remark.numbers]
    return "\n".join([*numbers, *(remark.sentence for remark in remarks)])
