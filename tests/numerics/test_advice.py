"""Advice: for every kind a layer where it must be given and one where it must not, and remedies that help."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gptq_viz.numerics import (
    EXAMPLES,
    GRIDS,
    Advice,
    GPTQConfig,
    Layer,
    advice,
    advice_without_run,
    diagnosis,
    example_layer,
    gptq,
    output_error,
    race,
    spectrum,
)
from gptq_viz.numerics.advice import CLIPPED, ENOUGH, FEW, ILL, OVERFIT
from gptq_viz.numerics.cases.dead_inputs import dead_inputs
from gptq_viz.numerics.diagnosis import one_sided

RNG = np.random.default_rng(0)
POSITIVE = Layer(
    np.abs(RNG.standard_normal((6, 12))), RNG.standard_normal((200, 12)), RNG.standard_normal((200, 12))
)
SILENT = Layer(np.zeros((2, 3)), RNG.standard_normal((40, 3)), RNG.standard_normal((40, 3)))


def layer(data: str = "factor", out: int = 8, inp: int = 16, n: int = 256, seed: int = 75) -> Layer:
    return example_layer(data, out, inp, n, seed)


def given(layer: Layer, **config: Any) -> dict[str, Advice]:
    """Advice by its kind; none is given twice."""
    found = advice(race(layer, GPTQConfig(**config)))
    assert len({one.kind for one in found}) == len(found)
    return {one.kind: one for one in found}


MUST = {
    "loses": (layer("shift"), {}),
    "no_gain": (layer("white"), {}),
    "heavy_damping": (layer(), {"damp": 100.0}),
    "large_error": (layer(), {"bits": 2}),
    "overfit": (layer(out=16, inp=32, n=24), {}),
    "frozen": (layer(out=16, inp=32, n=32), {"damp": 1e-6}),
    "few_samples": (layer(n=FEW * 16 - 1), {}),
    "awake": (layer("dead"), {}),
    "dead": (layer("digits1", 16, 32), {}),
    "ill_conditioned": (layer(out=16, inp=32, n=24), {"damp": 1e-6}),
    "one_sided": (POSITIVE, {"grid": "reference"}),
    "clipped": (layer("outliers", 32, 64, 512), {"bits": 2}),
    "ties": (layer(), {"grid": "reference", "group": 8}),
    "no_outputs": (SILENT, {}),
}
MUST_NOT = {
    "loses": (layer("white"), {}),
    "no_gain": (layer(), {}),
    "heavy_damping": (layer("white"), {"damp": 100.0}),  # nothing was there to be taken away
    "large_error": (layer("dead"), {}),  # more than 10 %, but of zeroed weights
    "overfit": (layer(), {}),
    "frozen": (layer("shift"), {}),  # GPTQ does harm itself
    "few_samples": (layer(n=FEW * 16), {}),
    "awake": (layer("digits1", 16, 32), {}),  # some wake up, faintly
    "dead": (layer("dead"), {}),
    "ill_conditioned": (layer(out=16, inp=32, n=24), {}),
    "one_sided": (POSITIVE, {}),
    "clipped": (layer("outliers", 32, 64, 512), {"bits": 2, "act_order": True}),
    "ties": (layer(), {"group": 8}),
    "no_outputs": (layer(), {}),
}


@pytest.mark.parametrize("kind", MUST)
def test_it_is_given_where_it_must_be(kind: str) -> None:
    one, config = MUST[kind]
    assert kind in given(one, **config)


@pytest.mark.parametrize("kind", MUST_NOT)
def test_it_is_not_given_where_it_must_not_be(kind: str) -> None:
    one, config = MUST_NOT[kind]
    assert kind not in given(one, **config)


@pytest.mark.parametrize("config", [{}, {"bits": 4}, {"bits": 8, "act_order": True}, {"group": 8}])
def test_a_sound_layer_gets_no_advice(config: dict[str, Any]) -> None:
    assert given(layer(), **config) == {}


@pytest.mark.parametrize("kind", ["loses", "heavy_damping", "large_error"])
def test_what_a_remedy_promises_is_what_a_run_with_it_makes(kind: str) -> None:
    one, config = MUST[kind]
    found = given(one, **config)[kind]
    Q = gptq(one, replace(GPTQConfig(**config), **found.remedy)).quantized
    assert found.values["tried"] == pytest.approx(output_error(one.W, Q, one.X_test))
    assert 1.05 * found.values["tried"] < found.values["gptq"]


@pytest.mark.parametrize("kind", ["ill_conditioned", "one_sided", "clipped", "heavy_damping", "large_error"])
def test_after_its_remedy_a_warning_is_gone(kind: str) -> None:
    one, config = MUST[kind]
    remedy = given(one, **config)[kind].remedy
    assert remedy
    assert kind not in given(one, **(config | dict(remedy)))


def test_samples_as_many_as_advised_are_enough() -> None:
    for data in ("factor", "white", "dead"):
        found = given(layer(data, n=20))["few_samples"]
        assert "few_samples" not in given(layer(data, n=found.remedy["n"]))


def test_act_order_is_offered_against_clipping_if_it_halves_it() -> None:
    one, config = MUST["clipped"]
    found = given(one, **config)["clipped"]
    assert found.remedy == {"act_order": True}
    trace = gptq(one, GPTQConfig(bits=2, act_order=True))
    assert found.values["tried"] == trace.clipped.mean() <= found.values["clipped"] / 2
    assert given(layer(out=16, inp=32, n=32), damp=1e-6)["clipped"].remedy == {"bits": 4}


def test_the_symmetric_grid_is_offered_against_clipping_if_it_leaves_no_more_error() -> None:
    one, other = example_layer("factor", 8, 16, 256, 8), layer()
    errors, shares = {}, {}
    for grid in ("reference", "symmetric"):
        trace = gptq(one, GPTQConfig(grid=grid))
        errors[grid] = output_error(one.W, trace.quantized, one.X_test)
        shares[grid] = trace.clipped.mean()
    found = given(one, grid="reference")["clipped"]
    assert found.remedy == {"grid": "symmetric"}
    assert found.values["tried"] == shares["symmetric"] <= shares["reference"] / 2
    assert errors["symmetric"] <= errors["reference"]
    runs = [gptq(other, GPTQConfig(grid=grid)).quantized for grid in ("asymmetric", "symmetric")]
    assert output_error(other.W, runs[0], other.X_test) < output_error(other.W, runs[1], other.X_test)
    assert given(other, grid="asymmetric")["clipped"].remedy == {}


@pytest.mark.parametrize("bits", [2, 8])
def test_a_remedy_that_does_not_help_or_is_not_to_be_had_is_not_offered(bits: int) -> None:
    # The scale is that of a weight without effect, so the other becomes 0 with 3 bits too, and with 8.
    lost = Layer([[1000.0, 1.0]], np.random.default_rng(0).standard_normal((200, 2)) * [1e-3, 1.0])
    found = given(lost, bits=bits)["large_error"]
    assert found.remedy == {}
    assert "tried" not in found.values


def test_the_share_of_zeroed_weights_by_hand() -> None:
    X = np.zeros((40, 4))
    X[:, 0] = 1
    one = Layer(np.ones((2, 4)), X, np.ones((40, 4)))
    assert given(one)["awake"].values["zeroed"] == pytest.approx(9 / 16)  # three of four equal parts


def test_the_share_of_zeroed_weights_is_the_error_of_setting_only_them_to_0() -> None:
    one, case = layer("dead", 16, 32), dead_inputs()
    expected = output_error(one.W, np.where(case.dead, 0, one.W), one.X_test)
    assert given(one)["awake"].values["zeroed"] == pytest.approx(expected)


def test_a_singular_h_is_told_with_the_damping_that_works_and_what_else_is_known() -> None:
    few = layer(out=16, inp=32, n=24)
    smallest = spectrum(few, GPTQConfig(damp=0)).smallest_damp
    kinds = [one.kind for one in advice_without_run(few, smallest)]
    assert kinds == ["singular", "few_samples"]
    gptq(few, GPTQConfig(damp=smallest))


def test_the_condition_number_is_that_of_the_damped_h_of_inputs_that_fire() -> None:
    one = layer("dead")
    found = diagnosis(race(one, GPTQConfig()))
    live = one.X.any(axis=0)
    H = 2 * one.X.T @ one.X / one.n
    mean = (np.trace(H) + (~live).sum()) / 16
    expected = np.linalg.cond((H + 0.01 * mean * np.eye(16))[np.ix_(live, live)])
    assert found.condition == pytest.approx(expected)
    assert found.condition < ILL


@pytest.mark.parametrize("scales", ["updated", "static", "reference"])
@pytest.mark.parametrize("group", [None, 3])
def test_one_sided_pairs_are_those_that_the_scales_tell(scales: str, group: int | None) -> None:
    # The reference grid's scale is half as wide where no weight is negative.
    one = layer("factor", 24, 16)
    config = GPTQConfig(bits=4, grid="reference", group=group, scales=scales, block=5)
    trace = gptq(one, config)
    count = 0
    for number in range(trace.scale.shape[1]):
        columns = np.flatnonzero(trace.group_of == number)
        first = int(columns[0])
        seen = {"updated": first, "static": 0, "reference": first - first % 5}[scales]
        W = trace.weights_after(seen if group else 0)[:, columns]
        narrow = np.isclose(trace.scale[:, number], np.abs(W).max(axis=1) / 15)
        count += int(narrow.sum())
    assert one_sided(trace) == count
    assert (count > 0) == (group is not None)


def test_what_lies_above_the_share_that_is_kept_is_clipped() -> None:
    found = given(POSITIVE, grid="reference", bits=3)["one_sided"]
    assert found.values["one_sided"] == found.values["spans"] == 6
    assert found.values["kept"] == pytest.approx(3 / 7)
    trace = race(POSITIVE, GPTQConfig(grid="reference")).traces["rtn"]
    assert trace.quantized.max(axis=1) == pytest.approx(3 / 7 * POSITIVE.W.max(axis=1))


def test_usual_layers_clip_far_fewer_weights_than_are_warned_of() -> None:
    shares = [
        gptq(layer(data, 16, 32, seed=seed), GPTQConfig(bits=bits)).clipped.mean()
        for data in EXAMPLES
        for bits in (2, 3, 4)
        for seed in range(2)
    ]
    assert np.median(shares) <= CLIPPED / 4


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize(
    "odd",
    [
        Layer([[0.3]], [[1.0]]),
        Layer([[0.3, -0.2]], [[1.0, 2.0]], [[0.0, 0.0]]),
        Layer(np.zeros((2, 3)), np.zeros((4, 3)), np.zeros((4, 3))),
        Layer(np.ones((2, 3)), np.zeros((4, 3)), np.ones((4, 3))),
        Layer(np.ones((1, 2)), 1e-30 * np.ones((4, 2)), 1e20 * np.ones((4, 2))),
    ],
)
def test_odd_layers_get_advice_too(odd: Layer, grid: str) -> None:
    found = given(odd, grid=grid, group=2)
    assert ("no_outputs" in found) == (not (odd.X if odd.X_test is None else odd.X_test).any())
    if not odd.X.any():  # no method has any choice
        assert set(found) <= {"no_outputs", "dead", "awake"}


def flattery(data: str, per_input: int) -> float:
    """Held-out error of GPTQ as a multiple of the calibration error, in the median of 7 seeds."""
    runs = [race(layer(data, 16, 32, per_input * 32, seed), GPTQConfig()) for seed in range(7)]
    return float(np.median([run.held_out["gptq"][-1] / run.calibration["gptq"][-1] for run in runs]))


@pytest.mark.parametrize("data", ["factor", "white", "ar1", "outliers", "digits2"])
def test_calibration_flatters_with_fewer_samples_than_are_warned_of_and_hardly_with_those_advised(
    data: str,
) -> None:
    assert 1.3 < flattery(data, 1) < 5
    assert flattery(data, FEW) < 1.4
    assert flattery(data, ENOUGH) < 1.2 < OVERFIT


def test_with_few_white_samples_gptq_loses() -> None:
    runs = [race(layer("white", 16, 32, (FEW - 1) * 32, seed), GPTQConfig()) for seed in range(7)]
    assert all(run.held_out["gptq"][-1] > run.held_out["rtn"][-1] for run in runs)
