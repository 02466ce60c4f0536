"""The laws that compare two runs, on parts of the layer in which noise decides no code."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gptq_viz.numerics import invariances
from gptq_viz.numerics.evidence import CORNER, PART, ROUNDED, Evidence
from gptq_viz.numerics.gptq import gptq
from gptq_viz.numerics.law import Law
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.optimum import optimum

OTHER_BLOCK = 5  # divides no usual group and no usual block
FACTOR = 3.0  # no power of two: those scale floating-point numbers without any rounding


def reversed_inputs(seen: Evidence, layer: Layer) -> float:
    """Law 9 with the columns in reverse."""
    return invariances.shuffled_inputs(layer, seen.config, np.arange(layer.inp)[::-1])


def below_the_optimum(seen: Evidence, layer: Layer) -> float:
    """By what share of a row's size GPTQ spends less than the exact optimum."""
    trace = gptq(layer, replace(seen.config, group=None))
    best = optimum(layer, seen.config).cost
    spent = np.square(trace.E).sum(axis=1)
    return float(np.maximum(best - spent, 0).max() / max(float(spent.max()), 1e-300))


def groups_in_another_order(seen: Evidence) -> str:
    """Law 8 needs the groups of RTN, which are the layer's."""
    grouped = seen.config.act_order and seen.config.group_count(seen.layer.inp) > 1
    if grouped and seen.config.scales != "static":
        return "with act_order GPTQ's groups are not RTN's; only static scales keep them the same"
    return ""


def reference_groups(seen: Evidence) -> str:
    """Law 7 makes one exception."""
    if seen.config.scales == "reference" and seen.config.group_count(seen.layer.inp) > 1:
        return "reference scales of groups read the weights of the last block's edge"
    return ""


def dead_inputs(seen: Evidence) -> str:
    """Their 1 on the diagonal is an absolute number."""
    dead = int(seen.problem.dead.sum())
    return f"inputs that never fire ({dead}) count as 1 in diag H, however loud the others" if dead else ""


def order_of_the_layer(seen: Evidence) -> str:
    """Law 9 is one of act_order, without ties and without groups of the layer's own."""
    if not seen.config.act_order:
        return "act_order is off"
    if seen.config.scales == "static" and seen.config.group_count(seen.layer.inp) > 1:
        return "static groups are cut in the layer's own order"
    loudness = np.square(seen.layer.X).sum(axis=0)
    loudness = loudness[loudness > 0]
    if len(np.unique(loudness)) < len(loudness):
        return "some inputs are equally loud: a tie in diag H"
    return ""


LAWS_OF_PAIRS = (
    Law(
        7,
        "Lazy blocks change nothing",
        "Q lazy = Q immediate",
        lambda seen, layer: invariances.lazy_blocks(layer, seen.config),
        extent=PART,
    ),
    Law(
        7,
        "Nor does their size",
        f"Q with blocks of {OTHER_BLOCK} = Q",
        lambda seen, layer: invariances.block_size(layer, seen.config, OTHER_BLOCK),
        reference_groups,
        PART,
    ),
    Law(
        8,
        "With inputs that fire alone GPTQ is RTN",
        "H diagonal: Q = Q of RTN",
        lambda seen, layer: invariances.diagonal_hessian(layer, seen.config),
        groups_in_another_order,
        ROUNDED,
    ),
    Law(
        8,
        "With endless damping GPTQ is RTN",
        "damp → ∞: Q = Q of RTN",
        lambda seen, layer: invariances.heavy_damping(layer, seen.config),
        groups_in_another_order,
        ROUNDED,
    ),
    Law(
        8,
        "Louder inputs change nothing",
        f"Q from {FACTOR:g} X = Q from X",
        lambda seen, layer: invariances.louder_inputs(layer, seen.config, FACTOR),
        dead_inputs,
        PART,
    ),
    Law(
        8,
        "A larger row has a larger result, and no other row knows",
        f"Q of {FACTOR:g} w = {FACTOR:g} q",
        lambda seen, layer: invariances.larger_row(layer, seen.config, factor=FACTOR),
        extent=PART,
    ),
    Law(
        9,
        "Under act_order the inputs may come in any order",
        "Q of reversed columns = Q reversed",
        reversed_inputs,
        order_of_the_layer,
        PART,
    ),
    Law(
        10,
        "GPTQ is OBQ with one order for all rows",
        "Q = Q by explicit elimination",
        lambda seen, layer: invariances.explicit_elimination(layer, seen.config),
        extent=CORNER,
    ),
    Law(10, "No result is below the exact optimum", "min Σ E² ≤ Σ E²", below_the_optimum, extent=CORNER),
    Law(
        11,
        "GPTQ is the nearest-plane algorithm",
        "w'_j = w_j + Σ_(i<j) e_i R[i, j] / R[j, j]",
        lambda seen, layer: invariances.nearest_planes(layer, seen.config),
        extent=PART,
    ),
)
