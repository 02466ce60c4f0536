"""Messages between a worker process and its parent: a length, then that many pickled bytes."""

from __future__ import annotations

import pickle
from typing import IO

LENGTH = 8  # bytes


def write_frame(stream: IO[bytes], message: object) -> None:
    """Send one message."""
    body = pickle.dumps(message)  # all of it before the first byte is sent: it may fail
    stream.write(len(body).to_bytes(LENGTH, "little") + body)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes:
    """Receive the bytes of one message.

    Raises
    ------
    EOFError
        If the other side is gone.
    """
    length = int.from_bytes(_exactly(stream, LENGTH), "little")
    return _exactly(stream, length)


def _exactly(stream: IO[bytes], count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise EOFError("the other side is gone")
    return data
