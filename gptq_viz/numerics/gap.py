"""How far every method is from the optimum, on a layer small enough to know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gptq_viz.numerics.arrays import FloatArray, freeze
from gptq_viz.numerics.baselines import rtn
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.errors import row_costs
from gptq_viz.numerics.gptq import gptq, gptq_in_order
from gptq_viz.numerics.hessian import damped, dead_inputs, hessian, revived
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.obq import obq
from gptq_viz.numerics.optimum import MOST_COLUMNS, optimum
from gptq_viz.numerics.order import greedy_pivot_order
from gptq_viz.numerics.window import window


@dataclass(frozen=True, slots=True, eq=False)
class Gap:
    """What each method spends on the same rows, on the same grid of one scale a row.

    Parameters
    ----------
    layer : Layer
        The layer they ran on: the first 8 columns of one that has more; its note says so.
    costs : mapping
        From ``"rtn"``, ``"gptq"`` (natural order), ``"act_order"``, ``"greedy"`` (GPTQ, greedy pivots),
        ``"obq"`` (each row its own order) and ``"optimum"`` to ``(w − q) H (w − q)ᵀ`` of each row, (out,),
        with the damped H: the measure of which the optimum is the minimum.
    sizes : (out,)
        ``w H wᵀ`` of each row.
    """

    layer: Layer
    costs: Mapping[str, FloatArray]
    sizes: FloatArray

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def relative(self) -> dict[str, float]:
        """Damped error over all rows as a share of their size, by method; nan where the outputs are 0."""
        total = float(self.sizes.sum())
        return {name: float(c.sum()) / total if total > 0 else float("nan") for name, c in self.costs.items()}


def gap_to_optimum(layer: Layer, config: GPTQConfig) -> Gap:
    """Every method on the first 8 columns of a layer, beside the exact optimum.

    Parameters
    ----------
    config : GPTQConfig
        Bits, grid and damping; without groups and with every order of columns in its turn.

    Raises
    ------
    ValueError
        A singular H, or an optimum that would take too long to find.
    """
    layer = window(layer, MOST_COLUMNS)
    config = replace(config, group=None, act_order=False)
    H = revived(hessian(layer))
    W = layer.W * ~dead_inputs(hessian(layer))
    H = damped(H, config.damp)
    quantized = {
        "rtn": rtn(layer, config).quantized,
        "gptq": gptq(layer, config).quantized,
        "act_order": gptq(layer, replace(config, act_order=True)).quantized,
        "greedy": gptq_in_order(layer, config, greedy_pivot_order(H)).quantized,
        "obq": obq(layer, config).quantized,
        "optimum": optimum(layer, config).quantized,
    }
    return Gap(layer, {name: row_costs(W - Q, H) for name, Q in quantized.items()}, row_costs(W, H))
