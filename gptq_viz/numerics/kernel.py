"""What a kernel has to read beside the codes, for each combination of act_order and groups."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gptq_viz.numerics.arrays import IntArray, freeze
from gptq_viz.numerics.column_groups import column_groups
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.groups import USUAL_GROUP
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.storage import needs_g_idx


@dataclass(frozen=True, slots=True, eq=False)
class KernelReads:
    """Reads of one row, its columns taken in the order in which they are stored, the layer's own.

    Parameters
    ----------
    act_order : bool
        Whether the loudest columns were quantized first.
    group : int or None
        Columns that share a scale.
    g_idx : (inp,)
        Group of each column, in the layer's own order.
    needs_g_idx : bool
        Whether g_idx has to be read, one entry a column; otherwise a column's place tells its group.
    """

    act_order: bool
    group: int | None
    g_idx: IntArray
    needs_g_idx: bool

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def groups(self) -> int:
        """Scales that a row has."""
        return int(self.g_idx.max()) + 1

    @property
    def scale_reads(self) -> int:
        """Scales read if only the last one is kept: one, and one more wherever the next column's differs."""
        return 1 + int(np.count_nonzero(np.diff(self.g_idx)))

    @property
    def index_reads(self) -> int:
        """Entries of g_idx read."""
        return len(self.g_idx) if self.needs_g_idx else 0


def kernel_reads(layer: Layer, config: GPTQConfig) -> tuple[KernelReads, ...]:
    """The four combinations of act_order (off, on) and groups (none, the config's or of 8)."""
    group = config.group or USUAL_GROUP
    return tuple(
        _reads(layer, replace(config, act_order=act_order, group=size))
        for act_order in (False, True)
        for size in (None, group)
    )


def _reads(layer: Layer, config: GPTQConfig) -> KernelReads:
    """Reads with one setting; nothing needs to be quantized for that."""
    g_idx = column_groups(layer, config).g_idx
    return KernelReads(config.act_order, config.group, g_idx, needs_g_idx(layer.inp, config))
