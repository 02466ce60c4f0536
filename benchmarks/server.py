"""What a new setting costs the server, and how much memory many of them leave behind.

`make bench`, or ``PYTHONPATH=. python benchmarks/server.py --settings 200``. First the cached functions
that the pages call, in this process. Then the real server, which opens page after page with settings it
has not seen, as a browser asks for them: a WebSocket, a request to run the script, all messages read.
"""

from __future__ import annotations

import argparse
import logging
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import psutil
from engine import HEAD, row
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from gptq_viz.ui import cached
from gptq_viz.ui.settings import Settings

ROOT = Path(__file__).parents[1]
OVERVIEW, PLAYER = "", "column_by_column"  # as a link names them
OPTIONS = ["run", "app.py", "--server.address=127.0.0.1", "--server.headless=true", "--logger.level=error"]
SERVER = ["-m", "streamlit", *OPTIONS]
UNFROZEN = ["-c", "import gc; gc.freeze = int; from streamlit.web.cli import main; main()", *OPTIONS]
SAMPLES = 1024
GROUPS = {"grid": "asymmetric", "group": 8}  # the largest payload: scales and zero points differ everywhere


def cpu(call: Callable[[Settings], object], settings: list[Settings]) -> float:
    """Median CPU milliseconds of this process, all its threads, for one of the settings."""
    marks = [time.process_time()]
    for each in settings:
        call(each)
        marks.append(time.process_time())
    return 1000 * statistics.median(np.diff(marks))


def cached_functions(size: int, extra: dict[str, object], target: float, target_kB: float) -> None:
    """Time a few settings at one size: new ones, and the same again."""
    many = [Settings(out=size, inp=size, n=SAMPLES, seed=seed, **extra) for seed in range(16)]
    print(f"{size} x {size}{''.join(f', {key} {value}' for key, value in extra.items())}")
    row("new layer, three methods, curves, payload, CPU", cpu(cached.payload, many), "ms", target)
    row("  of it the example layer", cpu(cached.layer, many), "ms")
    row("the same setting again, CPU", cpu(cached.payload, many), "ms")
    row("payload", len(cached.payload(many[0])) / 1000, "kB", target_kB)


@contextmanager
def server(arguments: list[str]) -> Iterator[tuple[int, psutil.Process]]:
    """Run the app on a free port of this machine; yields the port and the process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, *arguments, f"--server.port={port}"]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        for _ in range(200):
            time.sleep(0.1)
            with suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health").close()
                break
        yield port, psutil.Process(running.pid)
    finally:
        running.terminate()
        running.wait()


def opened(port: int, page: str, settings: Settings, runs: int = 1) -> None:
    """Open a page in a new session and run it `runs` times."""
    request = BackMsg(rerun_script={"page_name": page, "query_string": urlencode(settings.texts)})
    received = 0
    with connect(f"ws://127.0.0.1:{port}/_stcore/stream", max_size=None, compression=None) as stream:
        for _ in range(runs):
            stream.send(request.SerializeToString())
            message = ForwardMsg()
            while message.WhichOneof("type") != "script_finished":
                message = ForwardMsg.FromString(bytes(stream.recv(timeout=60)))
                received += message.ByteSize()
    if page == PLAYER and received < 4 * settings.out * settings.inp:  # not even the weights
        raise RuntimeError(f"the player got no payload: {settings.texts}")


def used(process: psutil.Process) -> float:
    """CPU milliseconds of the server so far, with what it does after a page is finished."""
    time.sleep(0.2)
    return 1000 * sum(process.cpu_times()[:2])


def memory(count: int) -> None:
    """Resident memory of the server after `count` settings, each opened on two pages in new sessions."""
    print(f"server, {count} settings of 256 x 256, each on Overview and Column by column")
    with server(SERVER) as (port, process):
        opened(port, PLAYER, Settings())
        row("resident memory after the first page", process.memory_info().rss / 1e6, "MB")
        start, largest = used(process), 0.0
        for seed in range(count):
            settings = Settings(out=256, inp=256, n=SAMPLES, seed=seed, **(GROUPS if seed % 2 else {}))
            opened(port, OVERVIEW, settings)
            opened(port, PLAYER, settings)
            largest = max(largest, process.memory_info().rss / 1e6)
        row("both pages of a new setting, CPU", (used(process) - start) / count, "ms")
        row("largest resident memory", largest, "MB", 350)


def reruns(runs: int = 50) -> None:
    """CPU of a run of the player's page that changes nothing, with and without `gc.freeze`."""
    print(f"server, {runs} runs of Column by column that change nothing")
    for name, arguments in (("as it is, CPU", SERVER), ("without gc.freeze, CPU", UNFROZEN)):
        with server(arguments) as (port, process):
            opened(port, PLAYER, Settings(out=64, inp=64), runs=3)
            start = used(process)
            opened(port, PLAYER, Settings(out=64, inp=64), runs=runs)
            row(name, (used(process) - start) / runs, "ms")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--settings", type=int, default=200, help="how many settings the server is asked for")
    count = parser.parse_args().settings
    logging.disable(logging.WARNING)  # Streamlit warns that its caches are used without a server
    cached.warm_up()
    print(HEAD)
    for extra in ({}, GROUPS):
        cached_functions(64, extra, target=40, target_kB=56)
        cached_functions(256, extra, target=250, target_kB=800)
    memory(count)
    reruns()


if __name__ == "__main__":
    main()
