"""The sweep of a session: the one that runs, and what is kept of the last one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from gptq_viz.figures.swept import Swept
from gptq_viz.ui import sweep_pool

if TYPE_CHECKING:
    from gptq_viz.numerics.sweeps import SweepPlan, SweepProgress, SweepRun, SweepTable

PAGE = "Sweeps"
RUNNING, KEPT, TROUBLE = "gptq_explorer_sweep_run", "gptq_explorer_sweep", "gptq_explorer_sweep_trouble"


@dataclass(frozen=True, slots=True)
class Kept:
    """A sweep that runs no more.

    Its table stays in the session, although it is derived: it takes seconds and other processes to compute,
    so no rerun could make it again, and nobody else asked for it. It has some hundred kB at most and goes
    when the visitor goes.

    Parameters
    ----------
    swept : Swept
        What was asked for.
    table : SweepTable
        All its rows.
    progress : SweepProgress
        How far it came.
    """

    swept: Swept
    table: SweepTable
    progress: SweepProgress

    @property
    def has_rows(self) -> bool:
        """Whether anything was computed."""
        return len(self.table["error"]) > 0


@dataclass(frozen=True, slots=True)
class Running:
    """A sweep on its way. It belongs to the session that started it and that alone may cancel it."""

    swept: Swept
    run: SweepRun


def start(swept: Swept, plan: SweepPlan) -> None:
    """Begin a sweep; what hinders it is kept as a sentence."""
    context = get_script_run_ctx()
    owner = context.session_id if context else ""
    st.session_state[TROUBLE] = ""
    try:
        st.session_state[RUNNING] = Running(swept, sweep_pool.pool().start(plan, owner))
    except (ValueError, OSError, RuntimeError) as error:  # no cluster, no process, no thread
        st.session_state[TROUBLE] = str(error)


def trouble() -> str:
    """Why the last sweep could not begin; empty where it could."""
    return str(st.session_state.get(TROUBLE, ""))


def running() -> Running | None:
    """The sweep on its way; one that has ended is kept as the last result from now on."""
    found: Running | None = st.session_state.get(RUNNING)
    if found is not None and found.run.progress.state in ("finished", "cancelled"):
        del st.session_state[RUNNING]
        st.session_state[KEPT] = Kept(found.swept, found.run.table(), found.run.progress)
        return None
    return found


def kept() -> Kept | None:
    """The last result."""
    found: Kept | None = st.session_state.get(KEPT)
    return found


def cancel() -> None:
    """Stop the sweep on its way; its rows so far are kept."""
    found: Running | None = st.session_state.get(RUNNING)
    if found is not None:
        found.run.cancel()
        running()


def leave(page: str) -> None:
    """On every page but its own, the sweep is no longer wanted."""
    if page != PAGE:
        cancel()
