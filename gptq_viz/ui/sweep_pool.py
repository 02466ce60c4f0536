"""The pool that computes the sweeps of everybody on this server: its own processes, or a Dask cluster."""

from __future__ import annotations

import logging
import math
import os
import re
from functools import cache
from typing import Any

import streamlit as st

from gptq_viz.numerics import SweepPool
from gptq_viz.numerics.sweeps.executor_worker import ExecutorWorker
from gptq_viz.numerics.sweeps.workers import ProcessWorker, usual_workers

DASK = "GPTQ_VIZ_DASK"
SECONDS = "GPTQ_VIZ_SWEEP_SECONDS"
DEFAULT_SECONDS = 300.0
ANSWER_SECONDS = 5
# The next job is on its way while a core of the cluster still works on one.
JOBS_A_CORE = 2
# Dask waits for ever for an answer in another protocol.
ADDRESS = re.compile(r"(?:tcp|tls)://\S+:\d+")

log = logging.getLogger(__name__)


class SweepPoolError(ValueError):
    """There is no pool; the message is a sentence for the user, any visitor, and so names no address."""


class ClusterPool(SweepPool):
    """A pool whose workers are those of a Dask cluster.

    Parameters
    ----------
    client : distributed.Client
        The connection to its scheduler.
    """

    def __init__(self, client: Any) -> None:
        executor = client.get_executor()
        super().__init__(
            lambda: ExecutorWorker(executor, self.is_lost), self._cores, JOBS_A_CORE, most_seconds()
        )
        self._client = client

    def is_lost(self) -> bool:
        """Whether the scheduler is gone, and was looked for in vain."""
        return bool(self._client.status == "closed")

    def _cores(self) -> int:
        return sum(self._client.ncores().values()) if self._client.status == "running" else 0


def _address() -> str:
    """The cluster's scheduler, as the host has set it; empty where there is none."""
    return os.environ.get(DASK, "").strip()


def _usable(pool: SweepPool) -> bool:
    return not (isinstance(pool, ClusterPool) and pool.is_lost())


@st.cache_resource(show_spinner=False, validate=_usable)
def pool() -> SweepPool:
    """The pool, one a server; a new one when the connection to the cluster is lost.

    Raises
    ------
    SweepPoolError
        If the environment names a cluster that does not answer or cannot be used.
    """
    if address := _address():
        return ClusterPool(_client(address))
    return SweepPool(ProcessWorker, usual_workers, most_seconds=most_seconds())


def known_workers() -> int | None:
    """How many workers will share a sweep; None on a cluster, which is not asked before it is needed."""
    return None if _address() else usual_workers()


def most_seconds() -> float:
    """Seconds of computing that one sweep may take, as the host has set them."""
    return _seconds(os.environ.get(SECONDS, "").strip())


@cache  # so that a text which cannot be read is named once
def _seconds(text: str) -> float:
    try:
        seconds = float(text or DEFAULT_SECONDS)
    except ValueError:
        seconds = math.nan
    if seconds > 0:
        return seconds
    log.warning("%s must be a number of seconds above 0, got %r: taking %g", SECONDS, text, DEFAULT_SECONDS)
    return DEFAULT_SECONDS


def _client(address: str) -> Any:
    """A connection to the scheduler, which must have workers."""
    if not ADDRESS.fullmatch(address):
        raise _refused("must look like tcp://scheduler:8786", address)
    try:
        from distributed import Client  # optional, and slow to load
    except ImportError as error:
        raise SweepPoolError(
            f"{DASK} names a cluster, but Dask is not installed here: pip install -r requirements-cluster.txt"
        ) from error
    try:
        client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False, loop=_loop())
    except OSError as error:
        raise _refused("names a Dask scheduler that does not answer", address) from error
    except (ImportError, TypeError, ValueError) as error:
        raise _refused("names a Dask scheduler that cannot be used", f"{address}: {error}") from error
    if not client.ncores():
        client.close()
        raise _refused("names a Dask scheduler without workers yet; start one and try again", address)
    return client


def _refused(why: str, details: str) -> SweepPoolError:
    """What is wrong with the cluster; the details are for the host alone, in the log."""
    log.warning("%s %s: %s", DASK, why, details)
    return SweepPoolError(f"{DASK} {why}")


@cache
def _loop() -> Any:
    """The thread that talks to schedulers; a client that fails to connect would leave its own behind."""
    from distributed.utils import LoopRunner

    runner = LoopRunner()
    runner.start()
    return runner.loop
