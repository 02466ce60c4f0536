"""The closest point of a lattice with borders: branch and bound, exact."""

from __future__ import annotations

import numpy as np

from gptq_viz.numerics.arrays import FloatArray, IntArray

MOST_BRANCHES = 5_000_000  # about three seconds; at 3 bits eight rows of eight columns have fewer
TOGETHER = 1 << 14  # nodes unfolded in one go; the best leaf of one lot cuts the branches of the next


def closest_codes(place: FloatArray, R: FloatArray, limits: tuple[int, int]) -> FloatArray:
    """Whole numbers within the limits that minimize ``‖(place − codes) R‖²`` in every row.

    The first t terms of a row's sum depend on its first t codes alone: a branch whose terms exceed the best
    sum so far is cut. The search begins with the sum of the nearest planes, that is of GPTQ.

    Parameters
    ----------
    place : (out, inp)
        Weights, counted in codes.
    R : (inp, inp)
        Upper triangular, positive diagonal.
    limits : int, int
        Smallest and largest code.

    Returns
    -------
    codes : (out, inp)
        Whole floats.

    Raises
    ------
    ValueError
        If the search meets more than `MOST_BRANCHES` branches.

    Source
    ------
    Schnorr and Euchner 1994, Lattice basis reduction: improved practical algorithms.
    """
    codes, branches = np.empty_like(place), 0
    for i, row in enumerate(place):
        search = _Search(row, R, limits, branches)
        search.unfold(0, np.zeros((1, len(row))), np.zeros((1, len(row))), np.zeros(1))
        codes[i], branches = search.codes, search.branches
    return codes


def nearest_plane_codes(place: FloatArray, R: FloatArray, limits: tuple[int, int]) -> FloatArray:
    """Babai's codes of one row (inp,): each the nearest one, given those before it."""
    codes = np.zeros_like(place)
    for j in range(len(place)):
        centre = place[j] + (place - codes)[:j] @ R[:j, j] / R[j, j]
        codes[j] = np.clip(np.rint(centre), *limits)
    return codes


class _Search:
    """The best codes found so far for one row, and how to look for better ones."""

    def __init__(self, place: FloatArray, R: FloatArray, limits: tuple[int, int], branches: int) -> None:
        self._place, self._R, self._limits = place, R, limits
        self.branches = branches
        self.codes = nearest_plane_codes(place, R, limits)
        self._cost = float(np.square((place - self.codes) @ R).sum())

    def unfold(self, t: int, codes: FloatArray, pushed: FloatArray, cost: FloatArray) -> None:
        """Go on from nodes with t codes chosen.

        Parameters
        ----------
        t : int
            The next column.
        codes : (nodes, inp)
            The codes chosen, in the first t columns.
        pushed : (nodes, inp)
            ``(place − codes) R`` of the columns chosen.
        cost : (nodes,)
            The first t terms of the sum.
        """
        pivot = self._R[t, t]
        centre = self._place[t] + pushed[:, t] / pivot
        if t == len(self._R) - 1:
            self._finish(codes, centre, cost, pivot)
            return
        parent, code = self._children(centre, np.sqrt(np.maximum(self._cost - cost, 0)) / pivot)
        cost = cost[parent] + np.square((centre[parent] - code) * pivot)
        cheapest_first = np.argsort(cost, kind="stable")
        for start in range(0, len(cost), TOGETHER):
            lot = cheapest_first[start : start + TOGETHER]
            lot = lot[cost[lot] < self._cost]
            if len(lot):
                chosen = codes[parent[lot]]
                chosen[:, t] = code[lot]
                push = pushed[parent[lot]] + np.outer(self._place[t] - code[lot], self._R[t])
                self.unfold(t + 1, chosen, push, cost[lot])

    def _children(self, centre: FloatArray, radius: FloatArray) -> tuple[IntArray, FloatArray]:
        """Parent and code of every branch that may still lead to a better sum."""
        smallest, largest = self._limits
        lowest = np.maximum(np.ceil(centre - radius), smallest)
        counts = np.maximum(np.minimum(np.floor(centre + radius), largest) - lowest + 1, 0).astype(np.intp)
        self.branches += int(counts.sum())
        if self.branches > MOST_BRANCHES:
            raise ValueError(
                f"the search for the optimum was given up after {MOST_BRANCHES:,} branches; "
                "use fewer bits, fewer columns or more damping"
            )
        parent = np.repeat(np.arange(len(centre)), counts)
        rank = np.arange(len(parent)) - np.repeat(counts.cumsum() - counts, counts)
        return parent, lowest[parent] + rank

    def _finish(self, codes: FloatArray, centre: FloatArray, cost: FloatArray, pivot: float) -> None:
        """The last code is the nearest one: keep the best leaf if it is better than all before."""
        last = np.clip(np.rint(centre), *self._limits)
        cost = cost + np.square((centre - last) * pivot)
        best = int(cost.argmin())
        if cost[best] < self._cost:
            self._cost, self.codes = float(cost[best]), np.append(codes[best, :-1], last[best])
