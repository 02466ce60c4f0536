"""What the server saw of a run, for the browser to hold its own replay against.

Layout: the magic "GPC1", the length of the header (uint32), the header (JSON, padded with spaces so that
what follows begins at a multiple of eight bytes), the weights (float64, little endian: by method, step, row
and column), the player's payload. `replay_check.js` reads it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gptq_viz.numerics import Race

MAGIC = b"GPC1"
VERSION = 1
LIMIT = 1e-5  # of the largest weight; the browser gets float32
STEPS = 4
MOST_WEIGHTS = 4096  # a snapshot; larger layers send some of their rows


def witness(race: Race, replayed: bytes) -> bytes:
    """Weights of all methods after a quarter, a half, three quarters and all of the columns.

    Parameters
    ----------
    race : Race
        What was run.
    replayed : bytes
        Its payload, as the player gets it.
    """
    out, inp = race.layer.out, race.layer.inp
    steps = sorted({math.ceil(inp * part / STEPS) for part in range(1, STEPS + 1)})
    count = min(out, max(MOST_WEIGHTS // inp, 1))
    rows = [out * k // count for k in range(count)]
    weights = np.stack(
        [trace.weights_after(step)[rows] for trace in race.traces.values() for step in steps]
    ).astype("<f8")
    header = {
        "version": VERSION,
        "limit": LIMIT,
        "out": out,
        "inp": inp,
        "methods": list(race.traces),
        "steps": steps,
        "rows": rows,
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return b"".join((MAGIC, len(text).to_bytes(4, "little"), text, weights.tobytes(), replayed))


@dataclass(frozen=True, slots=True)
class Replayed:
    """What the browser found.

    Parameters
    ----------
    difference : float
        Largest difference between its weights and the server's, as a share of the largest weight; infinite
        if it could not replay the run.
    differing : int
        Weights that were not the same, bit for bit, when it sought back to them.
    """

    difference: float
    differing: int

    @property
    def holds(self) -> bool:
        """Whether the replay shows the server's run."""
        return self.difference <= LIMIT and self.differing == 0


def read_replayed(said: Any) -> Replayed | None:
    """What the browser said; None if it has said nothing, or nothing that makes sense."""
    if not isinstance(said, Mapping):
        return None
    difference, differing = said.get("difference"), said.get("differing")
    if type(differing) is not int or differing < 0:
        return None
    if difference is None:  # how JSON writes what is no number
        return Replayed(math.inf, differing)
    if type(difference) not in (int, float) or not difference >= 0:
        return None
    return Replayed(float(difference), differing)
