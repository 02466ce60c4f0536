"""Blocks of two weights for the tests of Geometry's pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from gptq_viz.figures.plane_scene import PlaneScene, plane_scene
from gptq_viz.numerics import Block, plane

# Worked in tests/numerics/test_plane.py: weight 0 first ends at (1, 2), weight 1 first and RTN at (1, 3).
BLOCK = Block(np.array([[5.0, 2.0], [2.0, 1.0]]), np.array([0.625, 3.0]), np.ones(2), np.zeros(2), (-3, 3))
COLUMNS = (4, 9)


def scene(block: Block = BLOCK, first: int = 0, *, metric: bool = False) -> PlaneScene:
    return plane_scene(plane(block), first, COLUMNS, metric=metric)


def moved(*target: float, correlation: float | None = None) -> Block:
    """The worked block with another target and, if given, another correlation."""
    H = BLOCK.H.copy()
    if correlation is not None:
        H[0, 1] = H[1, 0] = correlation * np.sqrt(5.0)
    return replace(BLOCK, H=H, target=np.array(target))


@st.composite
def blocks(draw: st.DrawFn) -> Block:
    """Any correlation, loudness, scale and place, clipped or not, 2 to 8 bits."""
    loud = np.array([draw(st.floats(0.1, 10)), draw(st.floats(0.1, 10))])
    H = np.diag(loud**2)
    H[0, 1] = H[1, 0] = draw(st.floats(-0.99, 0.99)) * loud.prod()
    scale = np.array([draw(st.floats(0.01, 10)), draw(st.floats(0.01, 10))])
    largest = draw(st.sampled_from([1, 3, 7, 127]))
    steps = np.array([draw(st.floats(-4, 4)), draw(st.floats(-4, 4))])
    return Block(H, steps * scale, scale, np.zeros(2), (-largest, largest))
