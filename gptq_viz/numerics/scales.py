"""Scales of rows and groups, and the three places they can come from."""

from __future__ import annotations

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, IntArray, RealArray
from gptq_viz.numerics.config import GPTQConfig
from gptq_viz.numerics.grid import code_range, group_spans, round_to_codes, rounding, scale_and_zero, span
from gptq_viz.numerics.order import groups_in_layer_order, groups_in_step_order


class GroupScales:
    """Scale and zero point of every row and group; the loop asks for them column by column.

    Without groups, with ``static`` scales, and for RTN they come from the starting weights. Otherwise each
    group's are taken when its first column's turn has come: the loop then hands over the weights as
    the config's source sees them (`GPTQConfig.seen_steps`).

    Parameters
    ----------
    W : (out, inp)
        Starting weights in quantization order, the columns of dead inputs set to 0.
    perm : (inp,)
        The order of quantization.
    config : GPTQConfig
        Settings of the run.
    original : bool
        Take all scales from the starting weights, whatever the config says: RTN.

    Attributes
    ----------
    scale, zero : (n_groups, out)
        Transposed, so that one group's are contiguous.
    group_of : (inp,)
        Group of each step.
    nearest : function
        From weights measured in scales to whole numbers.
    """

    def __init__(self, W: RealArray, perm: IntArray, config: GPTQConfig, original: bool = False) -> None:
        out, inp = W.shape
        self._config = config
        self._limits = code_range(config)
        self._size = config.group_size(inp)
        self._from_start = original or config.scales_from_start(inp)
        self.nearest = rounding(config, self._from_start)
        if self._from_start:
            self.group_of = groups_in_layer_order(perm, self._size)
            scale, zero = scale_and_zero(*group_spans(W, self.group_of), config)
            self.scale, self.zero = np.ascontiguousarray(scale.T), np.ascontiguousarray(zero.T)
        else:
            self.group_of = groups_in_step_order(perm, self._size)
            self.scale = np.empty((self.group_of[-1] + 1, out))
            self.zero = np.empty_like(self.scale)

    def starts(self, step: int) -> bool:
        """Whether a group begins here that needs its scale now."""
        return not self._from_start and step % self._size == 0

    def stops(self) -> dict[int, list[int]]:
        """Steps from whose weights groups take their scales, and the first steps of those groups.

        In ascending order, the first step among them; it stands for none if all scales are known.
        """
        stops: dict[int, list[int]] = {0: []}
        for step in range(0, 0 if self._from_start else len(self.group_of), self._size):
            stops.setdefault(self._config.seen_steps(step), []).append(step)
        return stops

    def columns(self, step: int) -> slice:
        """Steps of the group that starts here."""
        return slice(step, step + self._size)

    def take(self, step: int, W: RealArray) -> None:
        """Fit the group that starts here to the weights (out, columns of the group)."""
        group = self.group_of[step]
        self.scale[group], self.zero[group] = scale_and_zero(*span(W), self._config)

    def quantize(self, step: int, w: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Codes and levels nearest to one column of weights (out,)."""
        scale, zero = self.scale[self.group_of[step]], self.zero[self.group_of[step]]
        codes = round_to_codes(w, scale, zero, self._limits, self.nearest)
        return codes, (codes - zero) * scale

    def quantize_all(self, W: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Codes and levels nearest to all columns (out, inp) at once."""
        scale, zero = self.scale[self.group_of].T, self.zero[self.group_of].T
        codes = round_to_codes(W, scale, zero, self._limits, self.nearest)
        return codes, (codes - zero) * scale
