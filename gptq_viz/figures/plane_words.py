"""What is said beside the picture of two weights: short facts, computed, that hold for every setting."""

from __future__ import annotations

from gptq_viz.figures.numbers import three_digits, times
from gptq_viz.figures.plane_scene import PlaneScene
from gptq_viz.figures.remarks import Remark
from gptq_viz.numerics import ellipse

# Costs closer than this share are printed as equal, and a smaller correlation as none.
SAME = 0.005
# Costs of one point by two ways of adding differ by less.
ROUNDING = 1e-9


def outcome_remark(scene: PlaneScene) -> Remark:
    """Whether GPTQ gained over RTN, and whether it found the optimum.

    With two weights GPTQ never costs more than RTN: both put the first weight on the same level, and GPTQ
    then takes the best second one. For the same reason an optimum that it missed lies on another line. One
    of them costs nothing only where the weights are levels, and then all do.
    """
    rtn, gptq, best = (scene.costs[name] for name in ("rtn", "gptq", "best"))
    if gptq <= best * (1 + ROUNDING):
        found = "GPTQ found the optimum: no point of the lattice costs less."
        if rtn <= best * (1 + ROUNDING):
            found = "RTN and GPTQ both found the optimum: no point of the lattice costs less."
    else:
        found = (
            f"The optimum costs {times(gptq, best)} times less. It lies on another line: the nearest line "
            "need not hold it."
        )
    return Remark("GPTQ against RTN", (_gain(rtn, gptq),), found)


def order_remark(scene: PlaneScene, loud: tuple[float, float]) -> Remark:
    """What the other order would give, and which of the two act_order takes.

    Parameters
    ----------
    scene : PlaneScene
        The picture.
    loud : (float, float)
        Root mean square of the inputs of both columns.
    """
    (first, second), gptq, other = scene.columns, scene.costs["gptq"], scene.costs["other"]
    here, there = (first, second) if scene.first == 0 else (second, first)
    if abs(loud[0] - loud[1]) <= ROUNDING * max(loud):
        takes = f"Both inputs are equally loud: act_order takes column {min(first, second)} first."
    else:
        louder = first if loud[0] > loud[1] else second
        takes = f"act_order takes column {louder} first: its inputs are louder."
    if (scene.points["gptq"] == scene.points["other"]).all():
        effect = "Both orders end at the same point."
    elif abs(gptq - other) <= SAME * max(gptq, other):
        effect = "The orders end at different points that cost the same."
    else:
        better, low, high = (here, gptq, other) if gptq < other else (there, other, gptq)
        effect = f"Column {better} first is the better order here: it costs {times(high, low)} times less."
    return Remark(
        "The order",
        ((three_digits(other), f"if column {there} goes first"),),
        f"{effect} {takes}",
    )


def steps_remark(scene: PlaneScene) -> Remark:
    """Error of the first weight, answer of the second, and what the steps are."""
    way, second = scene.plane.paths[scene.first], 1 - scene.first
    here, there = scene.columns[scene.first], scene.columns[second]
    error = float(way.rounded[scene.first] - way.start[scene.first])
    answer = float(way.compensated[second] - way.rounded[second])
    sentence = (
        f"1 + 2: at a right angle to the nearest line, a level of weight {here}. 3: along it to the nearest "
        "point: Babai’s nearest plane."
        if scene.metric
        else f"1: weight {here} to its level. 2: weight {there} to the least cost (dotted). 3: to its level."
    )
    return Remark(
        "GPTQ’s steps",
        ((_signed(error), f"w[{here}] rounded"), (_signed(answer), f"w[{there}] answers")),
        sentence,
    )


def ellipse_sentence(scene: PlaneScene) -> str:
    """Correlation, elongation and angle, and what the inputs have to do with them."""
    block = scene.plane.block
    shape, correlation = ellipse(block.H, 1.0), block.correlation
    if scene.metric:
        why = "In the entries of w R it is a circle."
    elif abs(correlation) < SAME:
        why = "The inputs know nothing of each other: no error is answered."
    elif correlation > 0:
        why = "The inputs agree: an error up is answered by a move down."
    else:
        why = "The inputs oppose each other: an error up is answered by a move up."
    angle = f"{shape.angle:.0f}".replace("-", "−")
    return (
        f"Correlation {_signed(correlation, 2)}; ellipse {times(shape.elongation, 1)} : 1 at {angle}°. {why}"
    )


def _gain(rtn: float, gptq: float) -> tuple[str, str]:
    """The ratio of both costs, and what it is called."""
    if rtn - gptq <= SAME * rtn:
        return "1×", "both cost the same"
    return f"{times(rtn, gptq)}×", "cheaper than RTN"


def _signed(value: float, digits: int | None = None) -> str:
    """A number with its sign, minus as in print; three digits or some decimals."""
    size = three_digits(abs(value)) if digits is None else f"{abs(value):.{digits}f}"
    return size if float(size) == 0 else ("+" if value > 0 else "−") + size
