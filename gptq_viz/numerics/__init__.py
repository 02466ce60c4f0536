"""The algorithm: GPTQ, what it is compared with, and how errors are measured. NumPy and SciPy only."""

from gptq_viz.numerics.advice import Advice, advice, advice_without_run
from gptq_viz.numerics.baselines import frozen_inverse, rtn
from gptq_viz.numerics.block import Block, block_of, with_correlation
from gptq_viz.numerics.block_effect import BlockEffect, block_effect
from gptq_viz.numerics.chain import FactorChain, factor_chain
from gptq_viz.numerics.checks import Check, checks
from gptq_viz.numerics.code_changes import CodeChanges, code_changes
from gptq_viz.numerics.column_errors import ColumnErrors, column_losses, held_out_shares
from gptq_viz.numerics.column_groups import ColumnGroups, column_groups
from gptq_viz.numerics.config import ALLOWED_BITS, GRIDS, SCALES, GPTQConfig
from gptq_viz.numerics.damping import DAMPS, DampingStrip, damping_strip
from gptq_viz.numerics.derivation import Derivation, derivation
from gptq_viz.numerics.diagnosis import Diagnosis, diagnosis
from gptq_viz.numerics.elimination import Elimination, elimination, shrinking_inverse
from gptq_viz.numerics.ellipse import Ellipse, ellipse
from gptq_viz.numerics.errors import error_after_each_step, output_error, weight_error
from gptq_viz.numerics.examples import DEFAULT_SEED, EXAMPLES, example_layer
from gptq_viz.numerics.factor import smallest_damping
from gptq_viz.numerics.fast import fast_gptq
from gptq_viz.numerics.fast_result import FastResult
from gptq_viz.numerics.gap import Gap, gap_to_optimum
from gptq_viz.numerics.gptq import gptq, gptq_immediate, gptq_in_order
from gptq_viz.numerics.groups import with_groups
from gptq_viz.numerics.hessian import hessian
from gptq_viz.numerics.kernel import KernelReads, kernel_reads
from gptq_viz.numerics.lanes import Lanes, lanes
from gptq_viz.numerics.layer import Layer
from gptq_viz.numerics.method_errors import MethodErrors, method_errors
from gptq_viz.numerics.obq import obq
from gptq_viz.numerics.optimum import Optimum, optimum
from gptq_viz.numerics.order import loudest_first, quantization_order
from gptq_viz.numerics.orders import OrderResult, compare_orders, order_forecast
from gptq_viz.numerics.plane import Plane, RoundingPath, in_metric, plane
from gptq_viz.numerics.race import Race, race
from gptq_viz.numerics.row_errors import RowErrors, row_errors
from gptq_viz.numerics.row_grids import GridErrors, RowGrid, grid_errors, row_grids
from gptq_viz.numerics.scale_sources import Rulers, ScaleSources, rulers, scale_sources
from gptq_viz.numerics.script import draws_layer, script
from gptq_viz.numerics.spectrum import Spectrum, spectrum
from gptq_viz.numerics.storage import Storage, storage
from gptq_viz.numerics.sweeps import Skipped, SweepPlan, SweepPool, SweepTable, plan_sweep, sweep
from gptq_viz.numerics.trace import Trace
from gptq_viz.numerics.tradeoff import TradeOff, tradeoffs
from gptq_viz.numerics.window import window

__all__ = [
    "ALLOWED_BITS",
    "DAMPS",
    "DEFAULT_SEED",
    "EXAMPLES",
    "GRIDS",
    "SCALES",
    "Advice",
    "Block",
    "BlockEffect",
    "Check",
    "CodeChanges",
    "ColumnErrors",
    "ColumnGroups",
    "DampingStrip",
    "Derivation",
    "Diagnosis",
    "Elimination",
    "Ellipse",
    "FactorChain",
    "FastResult",
    "GPTQConfig",
    "Gap",
    "GridErrors",
    "KernelReads",
    "Lanes",
    "Layer",
    "MethodErrors",
    "Optimum",
    "OrderResult",
    "Plane",
    "Race",
    "RoundingPath",
    "RowErrors",
    "RowGrid",
    "Rulers",
    "ScaleSources",
    "Skipped",
    "Spectrum",
    "Storage",
    "SweepPlan",
    "SweepPool",
    "SweepTable",
    "Trace",
    "TradeOff",
    "advice",
    "advice_without_run",
    "block_effect",
    "block_of",
    "checks",
    "code_changes",
    "column_groups",
    "column_losses",
    "compare_orders",
    "damping_strip",
    "derivation",
    "diagnosis",
    "draws_layer",
    "elimination",
    "ellipse",
    "error_after_each_step",
    "example_layer",
    "factor_chain",
    "fast_gptq",
    "frozen_inverse",
    "gap_to_optimum",
    "gptq",
    "gptq_immediate",
    "gptq_in_order",
    "grid_errors",
    "held_out_shares",
    "hessian",
    "in_metric",
    "kernel_reads",
    "lanes",
    "loudest_first",
    "method_errors",
    "obq",
    "optimum",
    "order_forecast",
    "output_error",
    "plan_sweep",
    "plane",
    "quantization_order",
    "race",
    "row_errors",
    "row_grids",
    "rtn",
    "rulers",
    "scale_sources",
    "script",
    "shrinking_inverse",
    "smallest_damping",
    "spectrum",
    "storage",
    "sweep",
    "tradeoffs",
    "weight_error",
    "window",
    "with_correlation",
    "with_groups",
]
