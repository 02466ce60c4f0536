"""What is said beside the two weights is true, whichever way it went."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.figures.plane_words import ellipse_sentence, order_remark, outcome_remark, steps_remark
from gptq_viz.numerics import Block
from tests.figures.geometry_blocks import BLOCK, blocks, moved, scene

LOUD = (2.0, 1.0)


def cheapest_by_line(block: Block, first: int) -> dict[float, float]:
    """Least cost on each line of the first weight's levels, by trying every point."""
    lowest: dict[float, float] = {}
    for a in block.levels[0]:
        for b in block.levels[1]:
            change = np.array([a, b]) - block.target
            key = float((a, b)[first])
            lowest[key] = min(lowest.get(key, np.inf), float(change @ block.H @ change))
    return lowest


small = blocks().filter(lambda block: block.limits[1] < 100)


@given(small, st.integers(0, 1))
def test_gptq_is_never_dearer_than_rtn_and_a_better_point_lies_on_another_line(
    block: Block, first: int
) -> None:
    found = scene(block, first)
    lines = cheapest_by_line(block, first)
    own_line = float(found.points["gptq"][first])
    noise = 1e-9 * max(lines.values())
    assert found.points["rtn"][first] == own_line
    assert found.costs["gptq"] <= found.costs["rtn"] + noise
    assert found.costs["gptq"] == pytest.approx(lines[own_line], abs=noise)
    said = outcome_remark(found).sentence
    if "another line" in said:
        assert min(lines.values()) < lines[own_line] * (1 + 1e-6)
        assert min(lines, key=lines.__getitem__) != own_line
    else:
        assert "found the optimum" in said
        assert lines[own_line] <= min(lines.values()) + noise


@pytest.mark.parametrize(
    ("target", "first", "number", "words"),
    [
        ((0.625, 3.0), 0, "3.5×", "GPTQ found the optimum"),
        ((0.625, 3.0), 1, "1×", "The optimum costs 3.5 times less"),
        ((0.4, 0.3), 1, "1.2×", "The optimum costs 6.9 times less"),
        ((1.0, 2.0), 0, "1×", "RTN and GPTQ both found the optimum"),
    ],
)
def test_the_outcome_by_hand(target: tuple[float, float], first: int, number: str, words: str) -> None:
    said = outcome_remark(scene(moved(*target), first))
    assert said.numbers[0][0] == number, said
    assert said.sentence.startswith(words), said


@given(blocks(), st.integers(0, 1))
def test_the_order_that_is_called_better_is_better(block: Block, first: int) -> None:
    found = scene(block, first)
    said = order_remark(found, LOUD).sentence
    mine, other = found.costs["gptq"], found.costs["other"]
    if match := re.match(r"Column (\d) first is the better order", said):
        better = found.columns.index(int(match[1]))
        assert (mine < other) == (better == first)
        assert max(mine, other) > 1.004 * min(mine, other)
    else:
        assert mine == pytest.approx(other, rel=0.006)
        same = np.array_equal(found.points["gptq"], found.points["other"])
        assert same == ("same point" in said)


@pytest.mark.parametrize(
    ("loud", "words"),
    [
        ((2.0, 1.0), "act_order takes column 4 first: its inputs are louder."),
        ((1.0, 2.0), "act_order takes column 9 first: its inputs are louder."),
        ((1.0, 1.0), "Both inputs are equally loud: act_order takes column 4 first."),
        ((0.0, 0.0), "Both inputs are equally loud: act_order takes column 4 first."),
    ],
)
@pytest.mark.parametrize("first", [0, 1])
def test_act_order_takes_the_louder_column_whichever_is_shown(
    loud: tuple[float, float], words: str, first: int
) -> None:
    assert order_remark(scene(first=first), loud).sentence.endswith(words)


def test_the_other_order_is_named_with_its_cost() -> None:
    assert order_remark(scene(first=0), LOUD).numbers == (("0.703", "if column 9 goes first"),)
    assert order_remark(scene(first=1), LOUD).numbers == (("0.203", "if column 4 goes first"),)


def test_the_steps_by_hand() -> None:
    """0.625 becomes 1; the other weight answers 0.375 by −0.375·2 / 1."""
    said = steps_remark(scene())
    assert said.numbers == (("+0.375", "w[4] rounded"), ("−0.750", "w[9] answers"))
    assert "Babai" not in said.sentence
    assert "Babai" in steps_remark(scene(metric=True)).sentence
    assert steps_remark(scene(moved(1.0, 2.0))).numbers[0][0] == "0"


@given(blocks(), st.integers(0, 1))
def test_the_answer_goes_against_the_error_where_the_inputs_agree(block: Block, first: int) -> None:
    found = scene(block, first)
    (error, _), (answer, _) = steps_remark(found).numbers
    said = ellipse_sentence(found)
    if error == "0" or answer == "0":
        return
    if "agree" in said:
        assert error[0] != answer[0]
    elif "oppose" in said:
        assert error[0] == answer[0]
    else:
        assert abs(block.correlation) < 0.005


def test_correlation_elongation_and_angle_by_hand() -> None:
    """H = [[5, −4], [−4, 5]]: 1 along (1, 1) and 9 along (1, −1); correlation −0.8."""
    block = Block(np.array([[5.0, -4.0], [-4.0, 5.0]]), BLOCK.target, BLOCK.scale, BLOCK.zero, (-3, 3))
    said = ellipse_sentence(scene(block))
    assert said.startswith("Correlation −0.80; ellipse 3.0 : 1 at 45°. The inputs oppose each other")
    assert "circle" in ellipse_sentence(scene(block, metric=True))
    assert "know nothing" in ellipse_sentence(scene(moved(0.4, 0.3, correlation=0.0)))
