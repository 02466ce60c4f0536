"""What the server sends to the player: a race as one block of bytes, without a single snapshot.

Layout: the magic "GPQ1", the length of the header (uint32), the header (JSON, padded with spaces to a
multiple of four bytes), the arrays. All numbers are little endian, every array begins at a multiple of
four bytes, and equal arrays are sent once. `engine.js` reads it. The row factor of the frozen inverse
is not sent: it follows from U, since H⁻¹ = Uᵀ U.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gptq_viz.numerics import Race, Trace

MAGIC = b"GPQ1"
VERSION = 1
METHODS = ("rtn", "frozen", "gptq")

AnyArray = npt.NDArray[Any]


def payload(race: Race, chips: Sequence[str] = (), note: str = "") -> bytes:
    """A race in the form that the player replays.

    Parameters
    ----------
    race : Race
        Three methods on one layer, with the same order of columns.
    chips : sequence of str
        Short texts for the player's head line.
    note : str
        A sentence about the layer, or nothing.

    Raises
    ------
    ValueError
        If a number of the replay is beyond float32.
    """
    arrays = _common_arrays(race.traces["gptq"])
    for method in METHODS:
        arrays |= {f"{name}_{method}": array for name, array in _method_arrays(race, method).items()}
    directory, body = _packed(arrays)
    header = _header(race) | {"chips": list(chips), "note": note, "arrays": directory}
    text = json.dumps(header, separators=(",", ":"), allow_nan=False).encode()
    text += b" " * (-len(text) % 4)
    return b"".join((MAGIC, len(text).to_bytes(4, "little"), text, body))


def _header(race: Race) -> dict[str, Any]:
    """Sizes, settings, code range and colour range."""
    config, traces = race.config, race.traces
    top = 2**config.bits - 1
    largest = 2 ** (config.bits - 1) - 1
    return {
        "version": VERSION,
        "out": race.layer.out,
        "inp": race.layer.inp,
        "n": race.layer.n,
        "bits": config.bits,
        "grid": config.grid,
        "group": config.group,
        "scales": config.scales,
        "damp": config.damp,
        "act_order": config.act_order,
        "levels": [-largest, largest] if config.grid == "symmetric" else [0, top],
        "methods": list(METHODS),
        "zero": {method: _same_zero(traces[method]) for method in METHODS},
        "range": max(float(np.abs(w).max()) for t in traces.values() for w in (t.W, t.Q, t.Q + t.D)),
    }


def _same_zero(trace: Trace) -> int | None:
    """The zero point, if all rows and groups share it."""
    first = int(trace.zero.flat[0])
    return first if (trace.zero == first).all() else None


def _common_arrays(trace: Trace) -> dict[str, AnyArray]:
    """What the three methods share, columns in the order of quantization."""
    return {
        "W0": _float32(trace.W),
        "perm": trace.perm.astype("<u2"),
        "dead": trace.dead.astype("u1"),
        "pivot": _float32(np.diag(trace.U)),
        "factor_gptq": _float32(trace.F[np.triu_indices(trace.inp, 1)]),
    }


def _method_arrays(race: Race, method: str) -> dict[str, AnyArray]:
    """Grid, codes and curves of one method."""
    trace = race.traces[method]
    held, calibration = race.held_out[method], race.calibration[method]
    later = np.triu(np.abs(trace.F), 1).max(axis=1)
    # GPTQ's ledger is exact on the damped calibration error; the others have no such ledger.
    spent = (trace.E**2).sum(axis=0) if method == "gptq" else np.diff(calibration)
    arrays = {
        "scale": _float32(trace.scale),
        "group": trace.group_of.astype("<u2"),
        "codes": trace.step_codes.astype("i1" if race.config.grid == "symmetric" else "u1"),
        "clipped": trace.clipped.sum(axis=0).astype("<u2"),
        "update": _float32(np.abs(trace.D).max(axis=0) * later),
        "spent": spent.astype("<f4"),
        "held": held.astype("<f4"),
        "calibration": calibration.astype("<f4"),
    }
    if _same_zero(trace) is None:
        arrays["zero"] = trace.zero.astype("u1")
    return arrays


def _float32(array: AnyArray) -> AnyArray:
    """The array as float32, checked: an infinity would fill the picture with NaN."""
    with np.errstate(over="ignore"):
        rounded = array.astype("<f4")
    if not np.isfinite(rounded).all():
        largest = np.abs(array).max()
        raise ValueError(f"a number of this run ({largest:.3g}) is too large to be shown; scale the layer")
    return rounded


def _packed(arrays: Mapping[str, AnyArray]) -> tuple[dict[str, dict[str, Any]], bytes]:
    """Directory and bytes of the arrays; equal ones share their place."""
    directory: dict[str, dict[str, Any]] = {}
    places: dict[bytes, int] = {}
    body = bytearray()
    for name, array in arrays.items():
        data = array.tobytes()
        if data not in places:
            places[data] = len(body)
            body += data + bytes(-len(data) % 4)
        directory[name] = {"dtype": array.dtype.str[1:], "offset": places[data], "length": array.size}
    return directory, bytes(body)
