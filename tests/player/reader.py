"""An independent reader of payloads: written from the description of the layout, not from the writer."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Payload:
    """A payload taken apart."""

    header: dict[str, Any]
    arrays: dict[str, Array]
    offsets: dict[str, int]

    def quantized(self, method: str) -> Array:
        """Grid values (out, inp) of a method, columns in the order of quantization."""
        out, inp = self.header["out"], self.header["inp"]
        group = self.arrays[f"group_{method}"]
        scale = self.arrays[f"scale_{method}"].astype(float).reshape(out, -1)[:, group]
        same = self.header["zero"][method]
        zero = (
            same if same is not None else self.arrays[f"zero_{method}"].reshape(out, -1)[:, group].astype(int)
        )
        return (self.arrays[f"codes_{method}"].reshape(out, inp).astype(int) - zero) * scale

    def factor(self, method: str) -> Array:
        """Row factor (inp, inp) of a method, from what was sent."""
        inp = self.header["inp"]
        F = np.eye(inp)
        if method == "rtn":
            return F
        F[np.triu_indices(inp, 1)] = self.arrays["factor_gptq"]
        if method == "gptq":
            return F
        U = self.arrays["pivot"].astype(float)[:, None] * F
        inverse = U.T @ U
        return np.triu(inverse / np.diag(inverse)[:, None])

    def weights_after(self, method: str, step: int) -> Array:
        """Weights (out, inp) after `step` columns, by the updates one after the other."""
        W = self.arrays["W0"].astype(float).reshape(self.header["out"], self.header["inp"])
        Q, F = self.quantized(method), self.factor(method)
        for j in range(step):
            W = W - np.outer(W[:, j] - Q[:, j], F[j])
        return W


def read(data: bytes) -> Payload:
    """Take a payload apart."""
    magic, length = struct.unpack_from("<4sI", data)
    assert magic == b"GPQ1"
    header = json.loads(data[8 : 8 + length])
    body = data[8 + length :]
    arrays = {
        name: np.frombuffer(body, dtype=f"<{entry['dtype']}", count=entry["length"], offset=entry["offset"])
        for name, entry in header["arrays"].items()
    }
    return Payload(header, arrays, {n: 8 + length + e["offset"] for n, e in header["arrays"].items()})
