"""What the size of lazy blocks changes: with `reference` scales the result, otherwise nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, IntArray, freeze
from gptq_viz.numerics.config import SCALES, GPTQConfig
from gptq_viz.numerics.errors import error_curve
from gptq_viz.numerics.factor import row_factor
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.lazy import lazy_loop
from gptq_viz.numerics.problem import prepare
from gptq_viz.numerics.threads import one_blas_thread
from gptq_viz.numerics.trace import Trace

BLOCKS = (1, 2, 4, 8, 16, 32, 64, 128)


@dataclass(frozen=True, slots=True, eq=False)
class BlockEffect:
    """Runs that differ in their blocks alone, by source of group scales.

    Parameters
    ----------
    blocks : (k,)
        Columns a block.
    changed : mapping
        From ``"updated"``, ``"static"``, ``"reference"`` to the share of codes (k,) that differ from those
        of the immediate loop, blocks of one column.
    held_out : mapping
        From the same names to the relative output error on held-out inputs, (k,).
    """

    blocks: IntArray
    changed: Mapping[str, FloatArray]
    held_out: Mapping[str, FloatArray]

    def __post_init__(self) -> None:
        freeze(self)


@one_blas_thread
def block_effect(layer: Layer, config: GPTQConfig, blocks: Sequence[int] = BLOCKS) -> BlockEffect:
    """Run GPTQ with every size of block and every source of group scales.

    Raises
    ------
    ValueError
        A block that is no whole number of at least 1, or a singular H.
    """
    problem = prepare(layer, config)
    F = row_factor(problem.U)

    def run(scales: str, block: int) -> Trace:
        settings = replace(config, scales=scales, block=block)
        return lazy_loop(replace(problem, config=settings), "gptq", F)

    changed, held_out = {}, {}
    for scales in SCALES:
        traces, immediate = [run(scales, block) for block in blocks], run(scales, 1)
        changed[scales] = np.array([(t.step_codes != immediate.step_codes).mean() for t in traces])
        held_out[scales] = np.array([error_curve(t, layer.gram_test)[-1] for t in traces])
    return BlockEffect(np.array(blocks), changed, held_out)
