"""A worker process, started by ``python -m`` and imported by no one: reads what to do, then job after job."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from gptq_viz.numerics.sweeps.frames import read_frame, write_frame


def main() -> None:
    """Answer until the parent is gone."""
    # Ctrl-C in the terminal is meant for the parent.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What anything prints must not come between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    frames: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, frames), daemon=True).start()
    work: Callable[[Any], Any] = _take
    with suppress(BrokenPipeError):
        while True:
            answer, error = _answer(work, frames.get())
            if work is _take and not error:
                work, answer = answer, None
            write_frame(answers, (answer, error))


def _take(work: Any) -> Any:
    """The first message is what to do with the others."""
    return work


def _read(stream: BinaryIO, frames: SimpleQueue[bytes]) -> None:
    """Queue what comes in, and end the process when the parent is gone, whatever it is doing."""
    try:
        while True:
            frames.put(read_frame(stream))
    except (EOFError, OSError):
        os._exit(0)


def _answer(work: Callable[[Any], Any], frame: bytes) -> tuple[Any, str]:
    """What the work returns and no error, or nothing and the error in words."""
    try:
        return work(pickle.loads(frame)), ""
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
