"""Groups with act_order: formed in order of quantization, they lie scattered over the columns as stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gptq_viz.numerics.arrays import IntArray, freeze
from gptq_viz.numerics.column_groups import column_groups
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.examples import DEFAULT_SEED, example_layer
from gptq_viz.numerics.kernel import KernelReads, kernel_reads
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.race import race


@dataclass(frozen=True, slots=True)
class GroupedRun:
    """GPTQ with groups, in one order of columns and with scales from one source.

    Parameters
    ----------
    held_out, calibration : float
        Relative output error.
    reads : KernelReads
        Group of each column, and what a kernel has to read for a row.
    """

    held_out: float
    calibration: float
    reads: KernelReads

    @property
    def scattered(self) -> bool:
        """Whether a group's columns are not all neighbours."""
        return bool(np.any(np.diff(self.reads.g_idx) < 0))


@dataclass(frozen=True, slots=True, eq=False)
class ScatteredGroups:
    """One layer with groups in three ways.

    Parameters
    ----------
    runs : mapping
        From ``"natural"`` (columns in the layer's own order), ``"act_order"`` and ``"static"`` (act_order
        with scales from the start) to the run.
    place : (inp,)
        The step at which act_order quantizes each column.
    rtn_held_out, rtn_calibration : float
        Errors of RTN with groups of the same size.
    """

    runs: Mapping[str, GroupedRun]
    place: IntArray
    rtn_held_out: float
    rtn_calibration: float

    def __post_init__(self) -> None:
        freeze(self)


def scattered_groups(
    out: int = 32, inp: int = 64, n: int = 512, bits: int = 3, group: int = 16, seed: int = DEFAULT_SEED
) -> ScatteredGroups:
    """Run the `factor` layer of these sizes with groups: plain, with act_order, with static scales too."""
    layer = example_layer("factor", out, inp, n, seed)
    natural = GPTQConfig(bits=bits, group=group)
    act_order = GPTQConfig(bits=bits, group=group, act_order=True)
    static = GPTQConfig(bits=bits, group=group, act_order=True, scales="static")
    return ScatteredGroups(
        {
            "natural": _grouped(layer, natural),
            "act_order": _grouped(layer, act_order),
            "static": _grouped(layer, static),
        },
        column_groups(layer, act_order).place,
        *race(layer, natural).errors("rtn"),
    )


def _grouped(layer: Layer, config: GPTQConfig) -> GroupedRun:
    """One way."""
    [reads] = (
        one
        for one in kernel_reads(layer, config)
        if one.act_order == config.act_order and one.group == config.group
    )
    return GroupedRun(*race(layer, config).errors("gptq"), reads)
