"""The pool that computes the sweeps of everybody on this server: its own processes, or a Dask cluster."""

from __future__ import annotations

import logging
import math
import os

import streamlit as st

from gptq_viz.numerics.sweeps.pool import SweepPool
from gptq_viz.numerics.sweeps.workers import ExecutorWorker, ProcessWorker, usual_workers

DASK = "GPTQ_VIZ_DASK"
SECONDS = "GPTQ_VIZ_SWEEP_SECONDS"
DEFAULT_SECONDS = 300.0
ANSWER_SECONDS = 5
# Jobs on their way keep a worker of the cluster busy; each waits in a thread here.
JOBS_A_CORE, MOST_JOBS = 2, 64

log = logging.getLogger(__name__)


class SweepPoolError(ValueError):
    """There is no pool; the message is a sentence for the user."""


@st.cache_resource(show_spinner=False)
def pool() -> SweepPool:
    """The pool, one a server.

    Raises
    ------
    SweepPoolError
        If the environment names a cluster that does not answer or cannot be used.
    """
    address = os.environ.get(DASK, "").strip()
    if address:
        return _on_cluster(address)
    return SweepPool(ProcessWorker, usual_workers(), most_seconds=most_seconds())


def most_seconds() -> float:
    """Seconds of computing that one sweep may take, as the host has set them."""
    text = os.environ.get(SECONDS, "").strip()
    try:
        seconds = float(text or DEFAULT_SECONDS)
    except ValueError:
        seconds = math.nan
    if not seconds > 0:
        log.warning(
            "%s must be a number of seconds above 0, got %r: taking %g", SECONDS, text, DEFAULT_SECONDS
        )
        return DEFAULT_SECONDS
    return seconds


def _on_cluster(address: str) -> SweepPool:
    try:
        from distributed import Client  # optional, and slow to load
    except ImportError as error:
        raise SweepPoolError(
            f"{DASK} names a cluster, but Dask is not installed here: pip install -r requirements-cluster.txt"
        ) from error
    try:
        client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise SweepPoolError(
            f"no Dask scheduler answers at {address}, which {DASK} names: {error}"
        ) from error
    cores = sum(client.ncores().values())
    executor = client.get_executor(retries=0)
    workers = max(1, min(JOBS_A_CORE * cores, MOST_JOBS))
    return SweepPool(lambda: ExecutorWorker(executor), workers, most_seconds=most_seconds())
