"""Many runs at once: which are possible, what they cost, who computes them, and the table they fill."""

from gptq_viz.numerics.sweeps.plan import Skipped, SweepPlan, plan_sweep
from gptq_viz.numerics.sweeps.pool import SweepPool
from gptq_viz.numerics.sweeps.progress import SweepProgress, SweepRun
from gptq_viz.numerics.sweeps.sweep import sweep
from gptq_viz.numerics.sweeps.table import SweepTable

__all__ = [
    "Skipped",
    "SweepPlan",
    "SweepPool",
    "SweepProgress",
    "SweepRun",
    "SweepTable",
    "plan_sweep",
    "sweep",
]
