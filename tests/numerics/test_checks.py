"""Every law held against a run: true runs pass, false ones are caught, and what does not apply says why."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from gptq_viz.numerics import (
    EXAMPLES,
    Check,
    GPTQConfig,
    Layer,
    checks,
    example_layer,
    frozen_inverse,
    gptq,
    invariances,
    laws_of_pairs,
)
from gptq_viz.numerics.evidence import Evidence, evidence
from gptq_viz.numerics.laws import LAWS_OF_A_RUN
from gptq_viz.numerics.laws_of_pairs import below_the_optimum
from tests.numerics.strategies import configs, layers
from tests.numerics.tolerance import TOLERANCE

LAYER = example_layer("factor", 8, 16, 256, 0)


def by_name(layer: Layer, config: GPTQConfig) -> dict[str, Check]:
    found = checks(layer, config)
    assert len({check.name for check in found}) == len(found)
    return {check.name: check for check in found}


def not_applying(layer: Layer, config: GPTQConfig) -> dict[str, str]:
    return {name: c.reason for name, c in by_name(layer, config).items() if c.verdict == "does not apply"}


@settings(max_examples=100)
@given(layers(), configs())
def test_no_law_fails_on_a_true_run(layer: Layer, config: GPTQConfig) -> None:
    for check in checks(layer, config):
        assert check.verdict in ("passed", "does not apply"), check
        assert (check.verdict == "does not apply") == bool(check.reason) == (check.residual is None)


@pytest.mark.parametrize("data", EXAMPLES)
@pytest.mark.parametrize("bits", [2, 4])
def test_no_law_fails_on_the_examples_and_most_apply(data: str, bits: int) -> None:
    found = checks(example_layer(data, 16, 32, 256, 0), GPTQConfig(bits=bits, act_order=True))
    assert [check for check in found if check.passed is False] == []
    assert sum(check.passed is True for check in found) >= len(found) - 4


def test_every_law_of_one_to_eleven_is_there_in_order() -> None:
    numbers = [check.number for check in checks(LAYER, GPTQConfig())]
    assert sorted({*numbers} - {0}) == list(range(1, 12))
    assert numbers == [*sorted(number for number in numbers if number), 0]


def test_the_limit_is_the_tolerance_of_the_tests() -> None:
    assert {check.limit for check in checks(LAYER, GPTQConfig())} == {TOLERANCE}


def test_where_everything_applies_everything_passes() -> None:
    assert not_applying(LAYER, GPTQConfig(act_order=True)) == {}


@pytest.mark.parametrize(
    ("config", "name", "reason"),
    [
        (GPTQConfig(), "Under act_order the inputs may come in any order", "act_order is off"),
        (
            GPTQConfig(act_order=True, group=4),
            "With endless damping GPTQ is RTN",
            "only static scales keep them the same",
        ),
        (
            GPTQConfig(act_order=True, group=4, scales="static"),
            "Under act_order the inputs may come in any order",
            "static groups are cut in the layer's own order",
        ),
        (GPTQConfig(group=4, scales="reference"), "Nor does their size", "last block's edge"),
    ],
)
def test_what_does_not_apply_says_why(config: GPTQConfig, name: str, reason: str) -> None:
    assert reason in not_applying(LAYER, config)[name]


def test_dead_inputs_stop_the_law_of_louder_ones_alone() -> None:
    reasons = not_applying(example_layer("dead", 8, 16, 256, 0), GPTQConfig(act_order=True))
    assert list(reasons) == ["Louder inputs change nothing"]
    assert "(2)" in reasons["Louder inputs change nothing"]


def test_equally_loud_inputs_stop_the_law_of_shuffled_ones() -> None:
    X = np.random.default_rng(0).standard_normal((20, 3))
    layer = Layer([[1.0, 0.3, 0.2, 0.7]], np.column_stack([X, X[:, 0]]))
    reason = not_applying(layer, GPTQConfig(act_order=True))[
        "Under act_order the inputs may come in any order"
    ]
    assert "equally loud" in reason


def test_rows_with_ties_are_left_out_and_counted() -> None:
    layer = Layer([[3.0, 0.5, 1.0], [3.0, 0.4, 1.0]], np.diag([1.0, 2.0, 3.0]))
    assert by_name(layer, GPTQConfig())["Lazy blocks change nothing"].scope == "1 of 2 rows, all 3 columns"
    only_ties = Layer([[3.0, 0.5, 1.0]], np.diag([1.0, 2.0, 3.0]))
    assert "rounding tie" in not_applying(only_ties, GPTQConfig())["Lazy blocks change nothing"]


@pytest.mark.parametrize("scales", ["updated", "reference"])
def test_rows_with_ties_that_the_run_decides_are_looked_at_and_pass(scales: str) -> None:
    layer = example_layer("outliers", 16, 64, 256, 0)
    config = GPTQConfig(grid="reference", group=4, scales=scales, act_order=True)
    found = by_name(layer, config)
    for name in (
        "Lazy blocks change nothing",
        "Louder inputs change nothing",
        "Under act_order the inputs may come in any order",
        "GPTQ is the nearest-plane algorithm",
    ):
        assert (found[name].passed, found[name].scope) == (True, "all 16 rows, all 64 columns")
    # Plain rounding leaves them to the last bit of a division.
    rounded = by_name(layer, replace(config, act_order=False))["With endless damping GPTQ is RTN"]
    assert "in every row a weight lies on a rounding tie" in rounded.reason


def test_rows_that_all_clip_have_no_bound() -> None:
    layer = Layer([[1.0, 0.9, 1.0]], [[1.0, 0.9, 0.9], [0.9, 1.0, 0.9], [0.9, 0.9, 1.0]])
    name = "Rows without clipping stay below their bound"
    clips = GPTQConfig(bits=2, grid="reference", damp=0.01)
    assert "every row has a clipped weight" in not_applying(layer, clips)[name]


def test_a_nearly_singular_hessian_leaves_the_laws_of_one_run() -> None:
    found = by_name(example_layer("factor", 8, 16, 4, 0), GPTQConfig(damp=1e-12))
    assert "nearly singular" in found["Lazy blocks change nothing"].reason
    assert found["The errors follow from the result alone"].passed


def test_a_singular_hessian_is_refused() -> None:
    with pytest.raises(ValueError, match="raise damping"):
        checks(example_layer("factor", 8, 16, 4, 0), GPTQConfig(damp=0))


def test_outputs_of_zero_have_no_curve() -> None:
    name = "The error curve ends at the error of the outputs"
    assert not_applying(Layer(np.zeros((2, 3)), np.eye(3)), GPTQConfig())[name] == "all outputs are 0"


def test_a_large_layer_is_checked_in_parts_and_it_is_said() -> None:
    found = by_name(example_layer("factor", 20, 70, 128, 0), GPTQConfig())
    assert found["U factors the inverse"].scope == "all 20 rows, all 70 columns"
    assert found["Lazy blocks change nothing"].scope == "16 of 20 rows, the first 64 of 70 columns"
    assert found["GPTQ is OBQ with one order for all rows"].scope == "8 of 20 rows, the first 8 of 70 columns"


def test_a_single_row_and_column_are_counted_in_words() -> None:
    found = by_name(Layer([[1.0]], [[2.0], [1.0]]), GPTQConfig())
    assert found["U factors the inverse"].scope == "the one row, the one column"


def failing(seen: Evidence) -> set[str]:
    """Laws of a run that this evidence breaks."""
    return {law.name for law in LAWS_OF_A_RUN if not law.residual(seen, seen.layer) <= TOLERANCE}


def test_the_frozen_inverse_does_not_pass_for_gptq() -> None:
    seen = evidence(LAYER, GPTQConfig())
    assert failing(seen) == set()
    assert failing(replace(seen, gptq=seen.frozen)) == {
        "GPTQ's total change is its errors times U",
        "The ledger adds up to the damped error of each row",
        "Half of it is the mean squared output error and the damping",
        "The errors follow from the result alone",
        "Every weight got the level nearest to it",
        "Free columns are the optimum, given the fixed ones",
    }


def test_every_law_of_a_run_notices_something() -> None:
    """The frozen inverse, a code changed by five, a factor with a pivot turned round, a step that leaks."""
    seen = evidence(LAYER, GPTQConfig(bits=8))
    Q, U, F = seen.gptq.Q.copy(), seen.gptq.U.copy(), seen.gptq.F.copy()
    Q[3, 5] += 5 * seen.gptq.scale[3, 0]
    U[2] *= -1
    U[5, 2] = 0.1
    F[-1, 0] = 1.0
    wrong = [
        replace(seen, gptq=seen.frozen),
        replace(seen, gptq=replace(seen.gptq, Q=Q)),
        replace(seen, gptq=replace(seen.gptq, U=U), problem=replace(seen.problem, U=U)),
        replace(seen, gptq=replace(seen.gptq, F=F)),
    ]
    assert set.union(*map(failing, wrong)) == {law.name for law in LAWS_OF_A_RUN}


def test_a_law_of_two_runs_notices_a_wrong_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invariances, "gptq_immediate", frozen_inverse)
    assert by_name(LAYER, GPTQConfig())["Lazy blocks change nothing"].verdict == "failed"
    monkeypatch.setattr(invariances, "nearest_plane", frozen_inverse)
    assert by_name(LAYER, GPTQConfig())["GPTQ is the nearest-plane algorithm"].verdict == "failed"


def test_a_result_below_the_optimum_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What three bits can do is not the optimum of two, but below it."""
    part = example_layer("factor", 4, 8, 64, 0)
    seen = evidence(part, GPTQConfig(bits=2))
    assert below_the_optimum(seen, part) <= TOLERANCE
    monkeypatch.setattr(laws_of_pairs, "gptq", lambda layer, config: gptq(layer, replace(config, bits=3)))
    assert below_the_optimum(seen, part) > 0.1
